/// Files: reading at an offset, and writing so that a reader sees the old file or the new one.
#ifndef TENON_SRC_BASE_OS_FILE_H_
#define TENON_SRC_BASE_OS_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace tenon::os {

/// A regular file opened for reading. All functions throw kIo with the path and the system's text,
/// and leave errno at the cause; reason() is "file_not_found" where that is what it was.
class InputFile {
 public:
  /// kValue if the path holds a NUL byte. Directories, pipes and devices are refused.
  explicit InputFile(std::string_view path);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  const std::string& path() const noexcept { return path_; }
  /// As it was when the file was opened.
  std::int64_t size() const noexcept { return size_; }
  /// Fills `out` completely; kIo if the file has become shorter meanwhile.
  void read_at(std::int64_t offset, void* out, std::int64_t bytes) const;

 private:
  std::string path_;
  int fd_ = -1;
  std::int64_t size_ = 0;
};

/// The whole file. kIo if it is larger than `max_bytes`.
std::string read_file(std::string_view path, std::int64_t max_bytes);

/// Writes a file under a temporary name in the same folder; commit() puts it in place. Without
/// commit() nothing of it remains. A file that is replaced passes its permissions on; a new one
/// gets those of the umask. A symbolic link is replaced, not followed. Only a regular file is
/// replaced: a device or a folder of that name is kIo.
class OutputFile {
 public:
  explicit OutputFile(std::string_view path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  void write(const void* data, std::int64_t bytes);
  /// On return the content has reached the disk and the file has its name.
  void commit();

 private:
  void write_through(const char* data, std::int64_t bytes);
  [[noreturn]] void fail_with(int code, const char* what);

  std::string path_;
  std::string temporary_;  // empty once it has been renamed or removed
  std::string buffer_;
  int fd_ = -1;
};

}  // namespace tenon::os

#endif  // TENON_SRC_BASE_OS_FILE_H_
