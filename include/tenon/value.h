/// Value: what modules are called with, what they return, what hooks see, and what options are.
#ifndef TENON_VALUE_H_
#define TENON_VALUE_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tenon/tensor.h"

namespace tenon {

/// The numbers are part of the C ABI and never change.
enum class ValueKind : std::int32_t {
  kNone = 0,
  kBool = 1,
  kInt = 2,
  kFloat = 3,
  kString = 4,
  kDType = 5,
  kTensor = 6,
  kModule = 7,
  kTuple = 8,  ///< Immutable.
  kList = 9,
  kDict = 10,  ///< Ordered; string keys.
  kPackedSequence = 11,
  kOpaque = 12,  ///< A host's own object.
};
/// "none", "bool", "int", "float", "str", "dtype", "tensor", "module", "tuple", "list", "dict" …
const char* value_kind_name(ValueKind kind) noexcept;

class Sequence;
class Dict;
class StringObject;

/// A tagged 16-byte value; containers and tensors are shared by reference, as in Python.
class Value {
 public:
  Value() noexcept = default;
  Value(const Value& other) noexcept : kind_(other.kind_), bits_(other.bits_) { retain(); }
  Value(Value&& other) noexcept : kind_(other.kind_), bits_(other.bits_) {
    other.kind_ = ValueKind::kNone;
    other.bits_ = {};
  }
  Value& operator=(Value other) noexcept {
    std::swap(kind_, other.kind_);
    std::swap(bits_, other.bits_);
    return *this;
  }
  ~Value() { release(); }

  // Natural conversions are implicit: a Value is what Python would pass.
  Value(bool v) noexcept : kind_(ValueKind::kBool) { bits_.i = v ? 1 : 0; }              // NOLINT
  Value(std::int64_t v) noexcept : kind_(ValueKind::kInt) { bits_.i = v; }               // NOLINT
  Value(int v) noexcept : Value(static_cast<std::int64_t>(v)) {}                         // NOLINT
  Value(double v) noexcept : kind_(ValueKind::kFloat) { bits_.f = v; }                   // NOLINT
  Value(DType v) noexcept : kind_(ValueKind::kDType) { bits_.i = static_cast<int>(v); }  // NOLINT
  Value(const Tensor& v) noexcept;  // NOLINT: a null tensor becomes none
  Value(Tensor&& v) noexcept;       // NOLINT
  Value(std::string_view text);     // NOLINT: copies; needs a current context
  Value(const char* text) : Value(std::string_view(text)) {}         // NOLINT
  Value(const std::string& text) : Value(std::string_view(text)) {}  // NOLINT
  Value(Ref<Dict> dict) noexcept;                                    // NOLINT

  static Value tuple(std::vector<Value> items);
  static Value list(std::vector<Value> items);
  static Value dict();
  /// Any module (see tenon/nn/module.h: `Value module_value(const Ref<Module>&)`).
  static Value object(ValueKind kind, Object* object) noexcept;

  ValueKind kind() const noexcept { return kind_; }
  bool is_none() const noexcept { return kind_ == ValueKind::kNone; }
  bool is_tensor() const noexcept { return kind_ == ValueKind::kTensor; }
  bool is_sequence() const noexcept {
    return kind_ == ValueKind::kTuple || kind_ == ValueKind::kList;
  }
  bool is_dict() const noexcept { return kind_ == ValueKind::kDict; }

  // Each throws kType naming the kind found, unless the kind fits. as_float takes ints and bools;
  // as_int takes bools.
  bool as_bool() const;
  std::int64_t as_int() const;
  double as_float() const;
  std::string_view as_string() const;
  DType as_dtype() const;
  Tensor as_tensor() const;
  /// as_tensor() without touching the count: leaves none here.
  Tensor take_tensor();
  Sequence& as_sequence() const;  ///< Tuple or list.
  Dict& as_dict() const;
  /// The shared object behind string, tensor, module, tuple, list, dict …; null for the others.
  Object* object() const noexcept {
    return kind_ == ValueKind::kString || kind_ >= ValueKind::kTensor ? bits_.o : nullptr;
  }

  /// Items of a tuple or list, entries of a dict; 0 for none.
  std::int64_t count() const;
  /// Item i of a tuple or list; throws kIndex.
  const Value& at(std::int64_t i) const;
  /// Same kind and content; tensors, modules and opaque objects by identity; 1 and 1.0 differ.
  bool equals(const Value& other) const;
  /// For messages: Python's way of writing it, tensors as "tensor(2, 3)".
  std::string to_string() const;

 private:
  [[noreturn]] void wrong_kind(const char* wanted) const;
  void retain() const noexcept {
    if (Object* o = object())
      o->retain();
  }
  void release() const noexcept {
    if (Object* o = object())
      o->release();
  }

  ValueKind kind_ = ValueKind::kNone;
  union {
    std::int64_t i;
    double f;
    Object* o;
  } bits_ = {};
};

/// Items of a tuple (immutable: nobody writes after creation) or a list.
class Sequence final : public Object {
 public:
  Sequence(Context& context, std::vector<Value> items_in, bool is_list_in)
      : Object(context), items(std::move(items_in)), is_list(is_list_in) {}
  std::vector<Value> items;
  const bool is_list;
};

/// Ordered string-keyed map. Look-ups are linear below 16 entries, hashed above.
class Dict final : public Object {
 public:
  struct Entry {
    std::string key;
    Value value;
  };
  explicit Dict(Context& context);
  ~Dict() override;

  std::int64_t count() const noexcept { return static_cast<std::int64_t>(entries_.size()); }
  const Entry& entry(std::int64_t i) const { return entries_[static_cast<std::size_t>(i)]; }
  const std::vector<Entry>& entries() const noexcept { return entries_; }
  /// Null if absent.
  const Value* find(std::string_view key) const noexcept;
  Value* find(std::string_view key) noexcept;
  bool has(std::string_view key) const noexcept { return find(key) != nullptr; }
  /// Replaces in place or appends.
  void set(std::string_view key, Value value);
  /// False if absent. Keeps the order of the rest.
  bool remove(std::string_view key);
  void clear() noexcept;
  /// Exchanges the entries.
  void swap(Dict& other) noexcept;
  /// A new dict with the same entries.
  Ref<Dict> copy() const;

 private:
  struct Index;
  std::size_t position(std::string_view key) const noexcept;

  std::vector<Entry> entries_;
  Index* index_ = nullptr;  // made at the 16th entry
};

/// A string with identity, so that a Value stays 16 bytes.
class StringObject final : public Object {
 public:
  StringObject(Context& context, std::string_view text_in) : Object(context), text(text_in) {}
  const std::string text;
};

/// A host's own object inside a Value; destroyed once when the last reference goes.
class OpaqueObject final : public Object {
 public:
  OpaqueObject(Context& context, void* pointer_in, void (*destroy_in)(void*))
      : Object(context), pointer(pointer_in), destroy_fn(destroy_in) {}
  ~OpaqueObject() override {
    if (destroy_fn != nullptr)
      destroy_fn(pointer);
  }
  void* const pointer;
  void (*const destroy_fn)(void*);
};

}  // namespace tenon

#endif  // TENON_VALUE_H_
