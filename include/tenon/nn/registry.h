/// Classes by name: the built-in layers, and those that hosts register.
#ifndef TENON_NN_REGISTRY_H_
#define TENON_NN_REGISTRY_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tenon/nn/module.h"

namespace tenon::nn {

/// One option of a layer, as declared in its options struct's fields().
struct OptionInfo {
  std::string_view name;
  std::string_view
      type;  ///< "int", "float", "bool", "str", "ints" (int or tuple), "dtype", "optional …".
  bool required = false;
  bool hidden = false;  ///< print(m) does not show it.
};

/// The options of a layer, in the order of PyTorch's constructor.
///
/// Four bytes an option and one text for all names: with a pointer for each word, the addresses
/// that the loader has to fix would take as much room as the layers' code.
class OptionList {
 public:
  struct Row {
    std::uint16_t name_end;  ///< The name begins where the one before ends.
    std::uint8_t type;       ///< Number of the C++ type.
    std::uint8_t flags;      ///< 1: required, 2: hidden.
  };
  class Iterator {
   public:
    constexpr Iterator(const OptionList* list, std::size_t i) noexcept : list_(list), i_(i) {}
    OptionInfo operator*() const { return (*list_)[i_]; }
    Iterator& operator++() noexcept {
      ++i_;
      return *this;
    }
    bool operator!=(const Iterator& other) const noexcept { return i_ != other.i_; }

   private:
    const OptionList* list_;
    std::size_t i_;
  };

  constexpr OptionList(const char* names, const Row* rows, std::size_t count) noexcept
      : names_(names), rows_(rows), count_(count) {}
  constexpr std::size_t size() const noexcept { return count_; }
  constexpr bool empty() const noexcept { return count_ == 0; }
  OptionInfo operator[](std::size_t i) const;
  /// Number of the option of that name; size() if there is none.
  std::size_t find(std::string_view name) const noexcept;
  Iterator begin() const noexcept { return {this, 0}; }
  Iterator end() const noexcept { return {this, count_}; }
  const Row& row(std::size_t i) const noexcept { return rows_[i]; }

 private:
  const char* names_;
  const Row* rows_;
  std::size_t count_;
};

/// One built-in layer class.
struct LayerInfo {
  std::string_view name;
  OptionList options;

  /// Makes one in Context::current(). `args`: tuple of positional options; `kwargs`: dict or none.
  /// Throws kType for missing, unknown or wrongly typed options, kValue for impossible ones, naming
  /// layer and option. `initialize`: draw parameters; else they are left without values.
  Ref<Module> create(const Value& args, const Value& kwargs, bool initialize) const;
  /// The options of a module of this class, spelled as given; every option has an entry.
  Ref<Dict> options_of(const Module& module) const;
  /// The value of an option that is not given; none for required ones.
  Value default_of(std::size_t option) const;

  // ---- how the C++ class is reached; made by LayerEntry -----------------------------------------
  /// Calls `use` with default options, which live until it returns.
  void (*with_defaults)(void (*use)(void* options, void* data), void* data);
  /// Address of an option in such a struct.
  void* (*member)(void* options, std::size_t option);
  Ref<Module> (*make_module)(const void* options, bool initialize);
  const void* (*options_in)(const Module& module);
  bool takes_anything;
};

/// What the class is for, in a line.
std::string_view layer_doc(const LayerInfo& layer);
/// What an option is for, in a line.
std::string_view option_doc(const LayerInfo& layer, std::size_t option);

/// All built-in layers, sorted by name.
std::span<const LayerInfo> layers();
/// Null if unknown.
const LayerInfo* find_layer(std::string_view name);

/// Makes a module of a built-in, registered or aliased class, or of a container (Sequential,
/// ModuleList, ModuleDict; empty). Throws kKey naming an unknown class.
Ref<Module> create(std::string_view name, const Value& args, const Value& kwargs,
                   bool initialize = true);
inline Ref<Module> create(std::string_view name, const Value& kwargs = Value()) {
  return create(name, Value(), kwargs);
}
/// Registers a class of the host's: the callback answers CallKind::kCreate with a module in VALUE
/// (else an instance is a CustomModule over the same callback). Replaces an earlier one.
void register_class(Context& context, std::string_view name, Ref<Callback> callback);
/// `alias` is another name of `target` ("Conv2dNormActivation" of "Sequential"): instances keep the
/// alias as type name. Throws kKey if the target is unknown, kValue on a cycle.
void register_alias(Context& context, std::string_view alias, std::string_view target);
bool is_known_class(Context& context, std::string_view name);
/// The built-in layer that `name` makes in the context, directly or through aliases; null if it
/// makes a container or a host's class, or nothing.
const LayerInfo* find_layer(Context& context, std::string_view name);

}  // namespace tenon::nn

#endif  // TENON_NN_REGISTRY_H_
