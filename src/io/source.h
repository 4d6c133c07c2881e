/// Where a reader takes its bytes from: a file, or memory.
#ifndef TENON_SRC_IO_SOURCE_H_
#define TENON_SRC_IO_SOURCE_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "src/base/os_file.h"

namespace tenon::io {

/// Random access to the bytes of something that is called `name` in messages.
class Source {
 public:
  virtual ~Source() = default;
  virtual const std::string& name() const noexcept = 0;
  virtual std::int64_t size() const noexcept = 0;
  /// Fills `out`. The caller stays within size().
  virtual void read(std::int64_t offset, void* out, std::int64_t bytes) const = 0;

  /// Up to `bytes` bytes from `offset`, fewer at the end.
  std::string slice(std::int64_t offset, std::int64_t bytes) const {
    if (offset < 0 || offset >= size())
      return {};
    std::string text(static_cast<std::size_t>(std::min(bytes, size() - offset)), '\0');
    read(offset, text.data(), static_cast<std::int64_t>(text.size()));
    return text;
  }
};

class FileSource final : public Source {
 public:
  explicit FileSource(std::string_view path) : file_(path) {}
  const std::string& name() const noexcept override { return file_.path(); }
  std::int64_t size() const noexcept override { return file_.size(); }
  void read(std::int64_t offset, void* out, std::int64_t bytes) const override {
    file_.read_at(offset, out, bytes);
  }

 private:
  os::InputFile file_;
};

class MemorySource final : public Source {
 public:
  MemorySource(std::span<const std::uint8_t> bytes, std::string_view name)
      : bytes_(bytes), name_(name) {}
  const std::string& name() const noexcept override { return name_; }
  std::int64_t size() const noexcept override { return static_cast<std::int64_t>(bytes_.size()); }
  void read(std::int64_t offset, void* out, std::int64_t bytes) const override {
    if (bytes > 0)
      std::memcpy(out, bytes_.data() + offset, static_cast<std::size_t>(bytes));
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::string name_;
};

}  // namespace tenon::io

#endif  // TENON_SRC_IO_SOURCE_H_
