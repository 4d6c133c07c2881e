/// Sizes and strides: short lists of integers, inline up to six.
#ifndef TENON_SHAPE_H_
#define TENON_SHAPE_H_

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace tenon {

/// A list of int64, without allocation up to six entries. Used for sizes, strides, dims.
class Dims {
 public:
  static constexpr int kInline = 6;

  Dims() noexcept = default;
  Dims(std::initializer_list<std::int64_t> values) { assign(values.begin(), values.size()); }
  explicit Dims(std::span<const std::int64_t> values) { assign(values.data(), values.size()); }
  explicit Dims(std::size_t count, std::int64_t value) {
    resize(count);
    std::fill(begin(), end(), value);
  }
  Dims(const Dims& other) { assign(other.data(), other.size()); }
  Dims(Dims&& other) noexcept { steal(other); }
  Dims& operator=(const Dims& other) {
    if (this != &other)
      assign(other.data(), other.size());
    return *this;
  }
  Dims& operator=(Dims&& other) noexcept {
    if (this != &other) {
      free_heap();
      steal(other);
    }
    return *this;
  }
  ~Dims() { free_heap(); }

  std::size_t size() const noexcept { return size_; }
  int ndim() const noexcept { return static_cast<int>(size_); }
  bool empty() const noexcept { return size_ == 0; }
  std::int64_t* data() noexcept { return heap_ != nullptr ? heap_ : inline_; }
  const std::int64_t* data() const noexcept { return heap_ != nullptr ? heap_ : inline_; }
  std::int64_t* begin() noexcept { return data(); }
  std::int64_t* end() noexcept { return data() + size_; }
  const std::int64_t* begin() const noexcept { return data(); }
  const std::int64_t* end() const noexcept { return data() + size_; }
  std::int64_t& operator[](std::size_t i) noexcept { return data()[i]; }
  std::int64_t operator[](std::size_t i) const noexcept { return data()[i]; }
  std::int64_t& back() noexcept { return data()[size_ - 1]; }
  std::int64_t back() const noexcept { return data()[size_ - 1]; }
  /// Counted from the end: last(1) is the last entry.
  std::int64_t last(std::size_t i) const noexcept { return data()[size_ - i]; }

  void push_back(std::int64_t value) {
    resize(size_ + 1);
    data()[size_ - 1] = value;
  }
  void insert(std::size_t at, std::int64_t value) {
    resize(size_ + 1);
    std::int64_t* d = data();
    std::move_backward(d + at, d + size_ - 1, d + size_);
    d[at] = value;
  }
  void erase(std::size_t at) noexcept {
    std::int64_t* d = data();
    std::move(d + at + 1, d + size_, d + at);
    --size_;
  }
  /// New entries are zero.
  void resize(std::size_t count) {
    if (count > capacity_)
      grow(count);
    for (std::size_t i = size_; i < count; ++i)
      data()[i] = 0;
    size_ = static_cast<std::uint32_t>(count);
  }
  void clear() noexcept { size_ = 0; }
  operator std::span<const std::int64_t>() const noexcept { return {data(), size_}; }

  friend bool operator==(const Dims& a, const Dims& b) noexcept {
    return a.size_ == b.size_ && std::equal(a.begin(), a.end(), b.begin());
  }

 private:
  void assign(const std::int64_t* values, std::size_t count) {
    if (count > capacity_)
      grow(count);
    size_ = static_cast<std::uint32_t>(count);
    std::int64_t* to = data();
    for (std::size_t i = 0; i < count; ++i)
      to[i] = values[i];
  }
  void grow(std::size_t count);
  void steal(Dims& other) noexcept {
    size_ = other.size_;
    heap_ = other.heap_;
    capacity_ = other.capacity_;
    if (heap_ == nullptr)
      std::copy(other.inline_, other.inline_ + kInline, inline_);
    other.heap_ = nullptr;
    other.size_ = 0;
    other.capacity_ = kInline;
  }
  void free_heap() noexcept {
    if (heap_ == nullptr)
      return;
    delete[] heap_;
    heap_ = nullptr;
    capacity_ = kInline;
  }

  std::int64_t* heap_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = kInline;
  std::int64_t inline_[kInline];
};

using Shape = Dims;
using Strides = Dims;

/// Number of elements; throws kValue on a negative size or when the product leaves int64.
std::int64_t numel_of(std::span<const std::int64_t> sizes);
/// Row-major strides, in elements.
Strides contiguous_strides(std::span<const std::int64_t> sizes);
/// Result shape of broadcasting two shapes together; throws kRuntime naming `op` and both shapes.
Shape broadcast_shapes(std::string_view op, std::span<const std::int64_t> a,
                       std::span<const std::int64_t> b);
/// `dim` counted from the front; negative counts from the end. Throws kIndex naming `op`.
int normalize_dim(std::string_view op, std::int64_t dim, int ndim);
/// "(2, 3)", "(2,)", "()".
std::string to_string(std::span<const std::int64_t> sizes);

}  // namespace tenon

#endif  // TENON_SHAPE_H_
