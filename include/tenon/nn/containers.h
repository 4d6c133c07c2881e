/// Sequential, ModuleList, ModuleDict (rules R8.1–R8.14).
#ifndef TENON_NN_CONTAINERS_H_
#define TENON_NN_CONTAINERS_H_

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "tenon/nn/module.h"

namespace tenon::nn {

/// What Sequential and ModuleList share: children by position. Negative indices count from the end.
class ModuleSequence : public Module {
 public:
  std::int64_t count() const noexcept { return static_cast<std::int64_t>(child_slots().size()); }
  /// Throws kIndex: "index 3 is out of range".
  Ref<Module> get_item(std::int64_t index) const;
  void set_item(std::int64_t index, Ref<Module> module);
  /// Removes and renumbers all keys "0", "1", …
  void delete_item(std::int64_t index);
  /// Positions [begin, end) by step, as Python's slices: negatives count from the end, out of range
  /// clamps; with a negative step an end of INT64_MIN means "down to the first".
  void delete_slice(std::int64_t begin, std::int64_t end, std::int64_t step = 1);
  /// Returns and removes.
  Ref<Module> pop(std::int64_t index = -1);
  /// Under the first free index (R8.5 overwrites after slicing; we do not).
  void append(Ref<Module> module);
  void extend(const std::vector<Ref<Module>>& modules);
  /// Before position `index`, and renumbers.
  virtual void insert(std::int64_t index, Ref<Module> module) = 0;
  void clear();

 protected:
  using Module::Module;
  ~ModuleSequence() override = default;
  std::size_t position(std::int64_t index) const;
  void insert_at(std::size_t at, Ref<Module> module);
  void renumber(std::vector<ChildSlot> slots);
};

/// Calls its children one after the other, with the former one's result.
class Sequential final : public ModuleSequence {
 public:
  Sequential() : ModuleSequence("Sequential") {}
  explicit Sequential(std::initializer_list<Ref<Module>> modules);
  explicit Sequential(const std::vector<Ref<Module>>& modules);
  /// Named children.
  explicit Sequential(const Named<Ref<Module>>& modules);
  /// A new Sequential of positions [begin, end) by step that keeps the keys (R8.3).
  Ref<Sequential> slice(std::int64_t begin, std::int64_t end, std::int64_t step = 1) const;
  /// Before position `index` (-count … count, else kIndex) and renumbers; kAssertion for null.
  void insert(std::int64_t index, Ref<Module> module) override;
  /// `this + other`: a new one, renumbered. `add_all`: `this += other`. `times`: repeated, the same
  /// modules; kValue unless positive (R8.7).
  Ref<Sequential> plus(const Sequential& other) const;
  void add_all(const Sequential& other);
  Ref<Sequential> times(std::int64_t times) const;

 protected:
  ~Sequential() override = default;
  Ref<Module> clone_shell() const override;
  /// One argument. A tuple that a child gives is passed on as one value (R8.2).
  Value forward(std::span<const Value> args, const Value& kwargs) override;
  Value forward_one(const Tensor& input) override;

 private:
  Value run_from(std::size_t index, Value value);
};

/// Holds modules by position; is not callable.
class ModuleList final : public ModuleSequence {
 public:
  ModuleList() : ModuleSequence("ModuleList") {}
  explicit ModuleList(const std::vector<Ref<Module>>& modules);
  /// A new ModuleList, renumbered (R8.9).
  Ref<ModuleList> slice(std::int64_t begin, std::int64_t end, std::int64_t step = 1) const;
  /// As Python's list.insert: indices beyond the ends clamp. Renumbers.
  void insert(std::int64_t index, Ref<Module> module) override;
  /// `this + modules`: a new one.
  Ref<ModuleList> plus(const std::vector<Ref<Module>>& modules) const;
  bool collapses_repeats() const override { return true; }

 protected:
  ~ModuleList() override = default;
  Ref<Module> clone_shell() const override;
};

/// Holds modules by name; is not callable.
class ModuleDict final : public Module {
 public:
  ModuleDict() : Module("ModuleDict") {}
  explicit ModuleDict(const Named<Ref<Module>>& modules);
  std::int64_t count() const noexcept { return static_cast<std::int64_t>(child_slots().size()); }
  bool contains_key(std::string_view key) const noexcept;
  /// Throws kKey if absent.
  Ref<Module> get_item(std::string_view key) const;
  void set_item(std::string_view key, Ref<Module> module) { add_module(key, std::move(module)); }
  void delete_item(std::string_view key);
  Ref<Module> pop(std::string_view key);
  std::vector<std::string> keys() const;
  void update(const Named<Ref<Module>>& modules);
  void clear();

 protected:
  ~ModuleDict() override = default;
  Ref<Module> clone_shell() const override;
};

}  // namespace tenon::nn

#endif  // TENON_NN_CONTAINERS_H_
