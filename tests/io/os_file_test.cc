// Files: reading is complete or an error, writing is all or nothing.
#include "src/base/os_file.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>

#include "tests/io/support.h"

using namespace tenon;
using namespace tenon::test;

namespace {

mode_t mode_of(const std::string& path) {
  struct stat status {};
  cr_assert(stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

void write_file(const std::string& path, std::string_view text) {
  os::OutputFile file(path);
  file.write(text.data(), static_cast<std::int64_t>(text.size()));
  file.commit();
}

}  // namespace

Test(os_file, reads_at_any_offset) {
  const Folder folder;
  write_contents(folder / "a", "0123456789");
  const os::InputFile file(folder / "a");
  cr_assert(eq(int, static_cast<int>(file.size()), 10));
  char text[4] = {};
  file.read_at(7, text, 3);
  assert_same(text, "789");
  assert_same(os::read_file(folder / "a", 10), "0123456789");
  assert_has(error_of(ErrorCode::kIo, [&] { os::read_file(folder / "a", 9); }), "has 10 bytes");
}

Test(os_file, a_file_that_shrinks_while_it_is_read_is_an_error) {
  const Folder folder;
  write_contents(folder / "a", "0123456789");
  const os::InputFile file(folder / "a");
  cr_assert(truncate((folder / "a").c_str(), 4) == 0);
  char text[10];
  assert_has(error_of(ErrorCode::kIo, [&] { file.read_at(0, text, 10); }), "became shorter");
}

Test(os_file, errors_name_path_and_cause_and_keep_errno) {
  const Folder folder;
  errno = 0;
  const std::string missing = folder / "no/such";
  assert_same(error_of(ErrorCode::kIo, [&] { os::InputFile file(missing); }),
              "file_not_found: " + missing + ": cannot open: No such file or directory");
  cr_assert(eq(int, errno, ENOENT));
  errno = 0;
  assert_has(error_of(ErrorCode::kIo, [&] { write_file(missing, "x"); }), "cannot write: No such");
  cr_assert(eq(int, errno, ENOENT));
  assert_has(error_of(ErrorCode::kIo, [&] { os::InputFile file(folder.path); }), "is a directory");
  cr_assert(eq(int, errno, EISDIR));
  const std::string nul("a\0b", 3);
  assert_has(error_of(ErrorCode::kValue, [&] { os::InputFile file(nul); }), "NUL byte at 1");
  assert_has(error_of(ErrorCode::kValue, [&] { os::OutputFile file(nul); }), "NUL byte at 1");
}

Test(os_file, pipes_and_devices_are_refused_without_waiting, .timeout = 10) {
  const Folder folder;
  cr_assert(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  assert_has(error_of(ErrorCode::kIo, [&] { os::InputFile file(folder / "pipe"); }),
             "not a regular file");
  assert_has(error_of(ErrorCode::kIo, [&] { write_file(folder / "pipe", "x"); }),
             "not a regular file");
  assert_has(error_of(ErrorCode::kIo, [&] { write_file("/dev/null", "x"); }), "not a regular file");
  assert_has(error_of(ErrorCode::kIo, [&] { write_file(folder.path, "x"); }), "is a directory");
  cr_assert(folder.count() == 1u);
}

Test(os_file, a_new_file_gets_the_mode_of_the_umask) {
  const Folder folder;
  umask(027);
  write_file(folder / "a", "x");
  cr_assert(mode_of(folder / "a") == 0640u);
}

Test(os_file, a_replaced_file_keeps_its_mode) {
  const Folder folder;
  umask(022);
  write_contents(folder / "a", "old");
  for (const mode_t mode : {0600u, 0664u, 0444u}) {
    cr_assert(chmod((folder / "a").c_str(), mode) == 0);
    write_file(folder / "a", "new");
    cr_assert(mode_of(folder / "a") == mode);
  }
  assert_same(contents(folder / "a"), "new");
  cr_assert(folder.count() == 1u);
}

Test(os_file, without_commit_nothing_happened) {
  const Folder folder;
  write_contents(folder / "a", "old");
  {
    os::OutputFile file(folder / "a");
    const std::string much(1 << 20, 'n');
    file.write(much.data(), static_cast<std::int64_t>(much.size()));
    cr_assert(folder.count() == 2u);
  }
  assert_same(contents(folder / "a"), "old");
  cr_assert(folder.count() == 1u);
}

Test(os_file, a_full_disk_leaves_the_old_file) {
  const Folder folder;
  write_contents(folder / "a", "old");
  signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{100'000, 100'000};
  cr_assert(setrlimit(RLIMIT_FSIZE, &limit) == 0);
  const std::string much(200'000, 'n');
  assert_has(error_of(ErrorCode::kIo, [&] { write_file(folder / "a", much); }), "File too large");
  cr_assert(eq(int, errno, EFBIG));
  // Also when the fault comes with the last, buffered part.
  assert_has(error_of(ErrorCode::kIo,
                      [&] {
                        os::OutputFile file(folder / "a");
                        for (int i = 0; i < 110; ++i)
                          file.write(much.data(), 1000);
                        file.commit();
                      }),
             "File too large");
  assert_same(contents(folder / "a"), "old");
  cr_assert(folder.count() == 1u);
}

Test(os_file, a_name_of_full_length_can_be_written) {
  const Folder folder;
  write_file(folder / std::string(255, 'n'), "x");
  assert_same(contents(folder / std::string(255, 'n')), "x");
  assert_has(error_of(ErrorCode::kIo, [&] { write_file(folder / std::string(256, 'n'), "x"); }),
             "File name too long");
  cr_assert(folder.count() == 1u);
}

Test(os_file, many_small_writes_arrive_in_order) {
  const Folder folder;
  std::string expected;
  os::OutputFile file(folder / "a");
  for (int i = 0; i < 40'000; ++i) {
    const std::string part = std::to_string(i);
    file.write(part.data(), static_cast<std::int64_t>(part.size()));
    expected += part;
  }
  file.commit();
  cr_assert(contents(folder / "a") == expected);
}
