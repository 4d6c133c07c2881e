// The broken, hostile and odd-but-legal files of fixtures/checkpoints/bad, by their expectation.
//
// Safetensors (st_*, ok_0*): exactly the reason recorded, or it loads. Formats that are not read
// must fail as UNSUPPORTED or CORRUPT with a reason.
#include <cstdio>
#include <exception>

#include "tenon/context.h"
#include "tenon/error.h"
#include "tenon/io.h"
#include "tests/support/fixture.h"

using namespace tenon;

namespace {

/// "" if the file behaves as expected, else what it did.
std::string verdict(const std::string& folder, const std::string& file, const std::string& expect,
                    bool is_read) {
  std::string did;
  std::string reason;
  bool clean = false;
  try {
    io::load(folder + file);
    did = reason = "loaded";
    clean = is_read;
  } catch (const Error& e) {
    reason = e.reason();
    did = concat(error_code_name(e.code()), " ", reason, ": ", e.what());
    clean =
        (e.code() == ErrorCode::kCorrupt || e.code() == ErrorCode::kUnsupported) && !reason.empty();
  }
  if (!clean)
    return did;
  if (!is_read) {
    std::printf("not read yet: %s: %s\n", file.c_str(), did.substr(0, did.find(':')).c_str());
    return {};
  }
  const bool may_load = expect == "ok" || expect == "ok_or_limit" || expect == "ok_or_reject";
  if (may_load ? reason == "loaded" : reason == expect)
    return {};
  return "expected " + expect + ", got " + did;
}

}  // namespace

int main() {
  test::Report report;
  Context* context = Context::create();
  {
    const ContextScope scope(*context);
    const std::string folder = test::fixtures_dir() + "/checkpoints/bad/";
    const test::Json cases = test::Json::load(folder + "cases.json");
    for (const test::Json& item : cases.items()) {
      const std::string& file = item["file"].as_string();
      const bool is_read = file.ends_with(".safetensors");
      report.check(file, verdict(folder, file, item["expect"].as_string(), is_read));
    }
  }
  report.check("nothing is left in memory",
               context->live_blocks() == 0 ? "" : std::to_string(context->live_blocks()));
  context->release();
  return report.finish();
}
