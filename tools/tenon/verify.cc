// `tenon verify DIR`: recorded cases, run through the C ABI.
#include <cstdio>
#include <filesystem>

#include "tools/tenon/cases.h"
#include "tools/tenon/command.h"

namespace tenon::tool {
namespace {

struct File {
  const char* stem;
  std::string (*run)(const Cases& cases, const Json& one);
};
constexpr File kFiles[] = {
    {"optimizers", run_optimizer},
    {"schedulers", run_scheduler},
    {"clip", run_clip},
    {"averaging", run_averaging},
};

/// One case, in a context of its own: what it leaves behind is a fault too.
std::string run_case(const File& file, const Cases& cases, const Json& one) {
  try {
    return file.run(cases, one);
  } catch (const std::exception& e) {
    return e.what();
  }
}

}  // namespace

int verify(std::span<const std::string_view> arguments) {
  if (arguments.size() != 1)
    throw UsageError{"verify wants one folder"};
  const std::string folder(arguments[0]);
  std::int64_t passed = 0, failed = 0;
  bool any = false;
  for (const File& file : kFiles) {
    const std::string stem = folder + "/" + file.stem;
    if (!std::filesystem::exists(stem + ".json"))
      continue;
    any = true;
    Owned<tenon_context> context;
    must(tenon_context_create(nullptr, context.out()));
    {
      const Cases cases(context.get(), stem);
      for (const Json& one : cases.all()) {
        const std::string text = run_case(file, cases, one);
        if (text.empty()) {
          ++passed;
        } else {
          ++failed;
          std::printf("%s %s: %s\n", file.stem, one["name"].as_string().c_str(), text.c_str());
        }
      }
    }
    if (tenon_context_live(context.get(), TENON_LIVE_HANDLES) != 0) {
      ++failed;
      std::printf("%s: handles are left\n", file.stem);
    }
  }
  if (!any)
    throw UsageError{"no recorded cases in \"" + printable(folder) + "\""};
  std::printf("%lld passed, %lld failed\n", static_cast<long long>(passed),
              static_cast<long long>(failed));
  return failed == 0 ? kDone : kFailed;
}

}  // namespace tenon::tool
