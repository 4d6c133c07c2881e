/// Reference counting: Object, the base of everything with identity, and Ref, which holds one.
#ifndef TENON_OBJECT_H_
#define TENON_OBJECT_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tenon {

class Context;

/// Intrusive base of tensors, modules, values with identity, lists, state dicts and callbacks.
///
/// Invariant: an object belongs to one context for life and (but for callbacks) keeps it alive.
/// `handle` is the object's one C handle while somebody holds one (owned by the C layer), so that
/// pointer equality of handles is identity of objects.
class Object {
 public:
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  void retain() const noexcept { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release() const noexcept {
    if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      const_cast<Object*>(this)->destroy();
  }
  /// retain(), unless the last reference is already gone (for weak tables).
  bool retain_if_alive() const noexcept {
    std::int64_t n = refs_.load(std::memory_order_relaxed);
    while (n > 0) {
      if (refs_.compare_exchange_weak(n, n + 1, std::memory_order_acq_rel))
        return true;
    }
    return false;
  }
  std::int64_t reference_count() const noexcept { return refs_.load(std::memory_order_relaxed); }

  Context& context() const noexcept { return *context_; }

  /// The C layer's cell for this object, or null. Nobody else reads or writes it.
  std::atomic<void*> handle{nullptr};

 protected:
  /// Objects that the context itself may hold (callbacks), or whose memory is a block of the
  /// context (tensors: the block keeps it alive), do not count as a reference to it.
  enum class Life : bool { kKeepsContext, kInsideContext };

  explicit Object(Context& context, Life life = Life::kKeepsContext) noexcept;
  virtual ~Object();
  /// For factories: the first reference without an atomic addition; then Ref::adopt.
  void set_first_reference() const noexcept { refs_.store(1, std::memory_order_relaxed); }
  /// release() for classes that nobody holds weakly: the only owner needs no atomic subtraction.
  void release_unshared() const noexcept {
    if (refs_.load(std::memory_order_acquire) == 1) {
      const_cast<Object*>(this)->destroy();
    } else {
      release();
    }
  }
  /// Runs when the last reference goes; `delete this` unless a class recycles its memory.
  virtual void destroy() noexcept { delete this; }

 private:
  Context* context_;
  Life life_;
  mutable std::atomic<std::int64_t> refs_{0};
};

/// Strong reference to an Object (intrusive shared pointer). Null when default made.
template <class T>
class Ref {
 public:
  Ref() noexcept = default;
  Ref(std::nullptr_t) noexcept {}  // NOLINT(google-explicit-constructor): null is a natural value
  explicit Ref(T* object) noexcept : object_(object) {
    if (object_ != nullptr)
      object_->retain();
  }
  Ref(const Ref& other) noexcept : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <class U>
  requires(std::is_convertible_v<U*, T*>) Ref(const Ref<U>& other)
  noexcept : Ref(static_cast<T*>(other.get())) {}  // NOLINT
  template <class U>
  requires(std::is_convertible_v<U*, T*>) Ref(Ref<U>&& other)
  noexcept : object_(other.detach()) {}  // NOLINT
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr)
      object_->release();
  }
  /// Takes over a reference that was already counted.
  static Ref adopt(T* object) noexcept {
    Ref r;
    r.object_ = object;
    return r;
  }
  /// Gives the counted reference away.
  T* detach() noexcept { return std::exchange(object_, nullptr); }

  T* get() const noexcept { return object_; }
  T& operator*() const noexcept { return *object_; }
  T* operator->() const noexcept { return object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }
  friend bool operator==(const Ref& a, const Ref& b) noexcept { return a.object_ == b.object_; }

 private:
  T* object_ = nullptr;
};

/// `make<T>(args...)`: a new object with one reference.
template <class T, class... Args>
Ref<T> make(Args&&... args) {
  return Ref<T>(new T(std::forward<Args>(args)...));
}

}  // namespace tenon

#endif  // TENON_OBJECT_H_
