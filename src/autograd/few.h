/// Few: a growing array whose first N elements need no memory of their own.
#ifndef TENON_SRC_AUTOGRAD_FEW_H_
#define TENON_SRC_AUTOGRAD_FEW_H_

#include <cstddef>
#include <memory>
#include <utility>

namespace tenon {

template <class T, std::size_t N>
class Few {
 public:
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  T* begin() noexcept { return data_; }
  T* end() noexcept { return data_ + size_; }
  const T* begin() const noexcept { return data_; }
  const T* end() const noexcept { return data_ + size_; }
  T& operator[](std::size_t i) noexcept { return data_[i]; }
  const T& operator[](std::size_t i) const noexcept { return data_[i]; }

  Few() noexcept = default;
  Few(const Few&) = delete;
  Few& operator=(const Few&) = delete;

  void resize(std::size_t count) {
    if (count > capacity_) {
      std::unique_ptr<T[]> more(new T[count < 2 * capacity_ ? 2 * capacity_ : count]);
      for (std::size_t i = 0; i < size_; ++i)
        more[i] = std::move(data_[i]);
      capacity_ = count < 2 * capacity_ ? 2 * capacity_ : count;
      heap_ = std::move(more);
      data_ = heap_.get();
    }
    for (std::size_t i = count; i < size_; ++i)
      data_[i] = T();
    size_ = count;
  }
  void push_back(T value) {
    resize(size_ + 1);
    data_[size_ - 1] = std::move(value);
  }
  void clear() { resize(0); }

 private:
  T inline_[N];
  std::unique_ptr<T[]> heap_;
  T* data_ = inline_;
  std::size_t size_ = 0;
  std::size_t capacity_ = N;
};

}  // namespace tenon

#endif  // TENON_SRC_AUTOGRAD_FEW_H_
