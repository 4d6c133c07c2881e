// The `tenon` command: looks at files from the shell.
#include <cstdio>
#include <exception>
#include <vector>

#include "tenon/context.h"
#include "tenon/error.h"
#include "tools/tenon/command.h"

namespace {

constexpr char kHelp[] =
    "tenon: looks at PyTorch weights and models\n"
    "\n"
    "  tenon info FILE         what is in a safetensors file: tensors, sizes, metadata\n"
    "  tenon info --json FILE  the same for programs, with the sha256 of every tensor's bytes\n"
    "  tenon verify DIR        runs the recorded cases in a folder (optimizers …) and counts\n"
    "  tenon --help            this text\n"
    "  tenon --version\n"
    "\n"
    "Exit code 0: done; 1: an error (one line on stderr); 2: wrong command line.\n";

int run(std::span<const std::string_view> words) {
  using namespace tenon::tool;
  if (words.empty())
    throw UsageError{"no command given (tenon --help lists them)"};
  const std::string_view word = words.front();
  if (word == "--help" || word == "-h" || word == "help") {
    std::fputs(kHelp, stdout);
    return kDone;
  }
  if (word == "--version") {
    std::puts("tenon " TENON_VERSION);
    return kDone;
  }
  if (word == "verify")
    return verify(words.subspan(1));
  if (word == "info")
    return info(words.subspan(1));
  throw UsageError{"no command \"" + printable(word) + "\" (tenon --help lists them)"};
}

int complain(std::string_view text, int code) {
  std::fprintf(stderr, "tenon: %s\n", tenon::tool::printable(text).c_str());
  return code;
}

}  // namespace

int main(int count, char** values) {
  const std::vector<std::string_view> words(values + (count > 0 ? 1 : 0), values + count);
  int code = tenon::tool::kFailed;
  tenon::Context* context = nullptr;
  try {
    context = tenon::Context::create();
    const tenon::ContextScope scope(*context);
    code = run(words);
  } catch (const tenon::tool::UsageError& e) {
    code = complain(e.text, tenon::tool::kUsage);
  } catch (const std::exception& e) {
    code = complain(e.what(), tenon::tool::kFailed);
  }
  if (context != nullptr)
    context->release();
  // A full disk or a closed pipe behind stdout is an error too.
  if (std::fflush(stdout) != 0 && code == tenon::tool::kDone) {
    code = complain("cannot write to standard output", tenon::tool::kFailed);
  }
  return code;
}
