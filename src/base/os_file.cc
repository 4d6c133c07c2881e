#include "src/base/os_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>  // rename
#include <cstring>

#include "tenon/error.h"

namespace tenon::os {
namespace {

constexpr std::int64_t kMostAtOnce = 1 << 30;  // Linux moves less than 2 GiB in one call
constexpr std::size_t kBufferBytes = 1 << 16;

// strerror_r exists in two forms; overloading takes whichever the C library has.
[[maybe_unused]] const char* error_text(const char* text, const char*) {
  return text;
}
[[maybe_unused]] const char* error_text(int status, const char* buffer) {
  return status == 0 ? buffer : "unknown error";
}

/// `errno` holds `code` when the exception leaves, whatever the clean-up did.
[[noreturn]] void fail_io(std::string_view path, const char* what, int code) {
  char buffer[256] = "";
  const char* text = error_text(strerror_r(code, buffer, sizeof buffer), buffer);
  Error error(ErrorCode::kIo, concat(path, ": ", what, ": ", text));
  if (code == ENOENT)
    error.with_reason("file_not_found");
  errno = code;
  throw error;
}

std::string checked_path(std::string_view path) {
  if (path.find('\0') != std::string_view::npos) {
    fail(ErrorCode::kValue, "the path ", path.substr(0, path.find('\0')), "… holds a NUL byte at ",
         path.find('\0'));
  }
  return std::string(path);
}

// glibc exports fstat and stat since 2.33 only (before that they were inline), and a library that
// uses them does not load on an older system. The kernel's calls are there everywhere.
#if defined(__linux__) && defined(__x86_64__)
int stat_of(int fd, struct stat* out) {
  return static_cast<int>(::syscall(SYS_fstat, fd, out));
}
int stat_of(const char* path, struct stat* out) {
  return static_cast<int>(::syscall(SYS_stat, path, out));
}
#else
int stat_of(int fd, struct stat* out) {
  return ::fstat(fd, out);
}
int stat_of(const char* path, struct stat* out) {
  return ::stat(path, out);
}
#endif

const char* kind_text(mode_t mode) {
  if (S_ISDIR(mode))
    return "it is a directory, not a file";
  return "it is not a regular file";
}

}  // namespace

InputFile::InputFile(std::string_view path) : path_(checked_path(path)) {
  // O_NONBLOCK: opening a pipe must not wait for its writer before we can refuse it.
  do {
    fd_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  } while (fd_ < 0 && errno == EINTR);
  if (fd_ < 0)
    fail_io(path_, "cannot open", errno);
  struct stat status {};
  if (stat_of(fd_, &status) != 0) {
    const int code = errno;
    ::close(fd_);
    fail_io(path_, "cannot read", code);
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(fd_);
    errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    fail(ErrorCode::kIo, path_, ": cannot read: ", kind_text(status.st_mode));
  }
  size_ = static_cast<std::int64_t>(status.st_size);
}

InputFile::~InputFile() {
  const int code = errno;
  ::close(fd_);
  errno = code;
}

void InputFile::read_at(std::int64_t offset, void* out, std::int64_t bytes) const {
  char* to = static_cast<char*>(out);
  while (bytes > 0) {
    const auto wanted = static_cast<std::size_t>(std::min(bytes, kMostAtOnce));
    const ssize_t got = ::pread(fd_, to, wanted, static_cast<off_t>(offset));
    if (got < 0) {
      if (errno == EINTR)
        continue;
      fail_io(path_, "cannot read", errno);
    }
    if (got == 0) {
      errno = EIO;
      fail(ErrorCode::kIo, path_, ": ends at byte ", offset, " of ", size_,
           ": it became shorter while it was read");
    }
    to += got;
    offset += got;
    bytes -= got;
  }
}

std::string read_file(std::string_view path, std::int64_t max_bytes) {
  const InputFile file(path);
  if (file.size() > max_bytes) {
    errno = EFBIG;
    fail(ErrorCode::kIo, file.path(), ": has ", file.size(), " bytes, at most ", max_bytes,
         " are read");
  }
  std::string text(static_cast<std::size_t>(file.size()), '\0');
  file.read_at(0, text.data(), file.size());
  return text;
}

OutputFile::OutputFile(std::string_view path) : path_(checked_path(path)) {
  struct stat old {};
  const bool replaces = stat_of(path_.c_str(), &old) == 0;
  if (replaces && !S_ISREG(old.st_mode)) {
    errno = S_ISDIR(old.st_mode) ? EISDIR : EINVAL;
    fail(ErrorCode::kIo, path_, ": cannot write: ", kind_text(old.st_mode));
  }
  buffer_.reserve(kBufferBytes);
  // A short name of its own, so that a name of full length still leaves room for it.
  const std::string folder = path_.substr(0, path_.rfind('/') + 1);
  for (int attempt = 0;; ++attempt) {
    temporary_ = concat(folder, ".tenon-", ::getpid(), "-", attempt, ".tmp");
    fd_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd_ >= 0)
      break;
    const int code = errno;
    if (code == EINTR || (code == EEXIST && attempt < 10000))
      continue;
    temporary_.clear();
    fail_io(path_, "cannot write", code);
  }
  if (replaces && ::fchmod(fd_, old.st_mode & 0777) != 0)
    fail_with(errno, "cannot write");
}

OutputFile::~OutputFile() {
  const int code = errno;
  if (fd_ >= 0)
    ::close(fd_);
  if (!temporary_.empty())
    ::unlink(temporary_.c_str());
  errno = code;
}

// Also called by the constructor, after which no destructor runs.
void OutputFile::fail_with(int code, const char* what) {
  if (fd_ >= 0)
    ::close(fd_);
  fd_ = -1;
  if (!temporary_.empty())
    ::unlink(temporary_.c_str());
  temporary_.clear();
  fail_io(path_, what, code);
}

void OutputFile::write(const void* data, std::int64_t bytes) {
  const char* from = static_cast<const char*>(data);
  if (buffer_.size() + static_cast<std::size_t>(bytes) > kBufferBytes) {
    write_through(buffer_.data(), static_cast<std::int64_t>(buffer_.size()));
    buffer_.clear();
  }
  if (static_cast<std::size_t>(bytes) > kBufferBytes) {
    write_through(from, bytes);
  } else {
    buffer_.append(from, static_cast<std::size_t>(bytes));
  }
}

void OutputFile::write_through(const char* data, std::int64_t bytes) {
  while (bytes > 0) {
    const auto wanted = static_cast<std::size_t>(std::min(bytes, kMostAtOnce));
    const ssize_t written = ::write(fd_, data, wanted);
    if (written < 0) {
      if (errno == EINTR)
        continue;
      fail_with(errno, "cannot write");
    }
    data += written;
    bytes -= written;
  }
}

void OutputFile::commit() {
  write_through(buffer_.data(), static_cast<std::int64_t>(buffer_.size()));
  buffer_.clear();
  int status;
  do {
    status = ::fsync(fd_);
  } while (status != 0 && errno == EINTR);
  // Some file systems cannot sync; what they can do has been done.
  if (status != 0 && errno != EINVAL && errno != ENOTSUP)
    fail_with(errno, "cannot write");
  const int fd = fd_;
  fd_ = -1;  // closed in any case, also when close() reports a late write error
  if (::close(fd) != 0 && errno != EINTR)
    fail_with(errno, "cannot write");
  if (::rename(temporary_.c_str(), path_.c_str()) != 0)
    fail_with(errno, "cannot write");
  temporary_.clear();
}

}  // namespace tenon::os
