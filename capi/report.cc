#include "tenon_c/report.h"

#include "capi/handle.h"

using namespace tenon;
using namespace tenon::capi;

static_assert(TENON_REPORT_ASSUMED == static_cast<int>(nn::ReportKind::kAssumed));
static_assert(TENON_REPORT_ASSUMED + 1 == nn::kReportKindCount);

namespace {

/// The lines of a kind; null if there is no such kind.
std::vector<std::string>* find_lines(nn::LoadReport& report, std::int32_t kind) {
  if (kind < 0 || kind >= nn::kReportKindCount)
    return nullptr;
  return &report.list(static_cast<nn::ReportKind>(kind));
}

nn::LoadReport& look_at(tenon_report* handle) {
  return *static_cast<nn::LoadReport*>(checked(handle, Tag::kReport, "report").object);
}

std::vector<std::string>& lines_argument(nn::LoadReport& report, std::int32_t kind) {
  std::vector<std::string>* lines = find_lines(report, kind);
  if (lines == nullptr)
    refuse(ErrorCode::kValue, "kind", "is none of the TENON_REPORT_ kinds");
  return *lines;
}

}  // namespace

tenon_status tenon_report_create(tenon_context* context, tenon_report** out_report) {
  return guard(__func__, [&] {
    TENON_OUT(out_report);
    Entry entry;
    *out_report = give(make<nn::LoadReport>(entry.context(context)));
  });
}

int64_t tenon_report_count(tenon_report* report, int32_t kind) {
  return look(std::int64_t{-1}, [&] {
    const std::vector<std::string>* lines = find_lines(look_at(report), kind);
    return lines == nullptr ? -1 : static_cast<std::int64_t>(lines->size());
  });
}

const char* tenon_report_text(tenon_report* report, int32_t kind, int64_t index) {
  return look(static_cast<const char*>(nullptr), [&]() -> const char* {
    const std::vector<std::string>* lines = find_lines(look_at(report), kind);
    if (lines == nullptr || index < 0 || index >= static_cast<std::int64_t>(lines->size())) {
      return nullptr;
    }
    return (*lines)[static_cast<std::size_t>(index)].c_str();
  });
}

tenon_status tenon_report_add(tenon_report* report, int32_t kind, const char* text) {
  return guard(__func__, [&] {
    Entry entry;
    const Ref<nn::LoadReport> target = entry.report(report);
    lines_argument(*target, kind).emplace_back(text_argument(text, "text"));
  });
}

tenon_status tenon_report_remove(tenon_report* report, int32_t kind, int64_t index) {
  return guard(__func__, [&] {
    Entry entry;
    const Ref<nn::LoadReport> target = entry.report(report);
    std::vector<std::string>& lines = lines_argument(*target, kind);
    if (index < 0 || index >= static_cast<std::int64_t>(lines.size())) {
      fail(ErrorCode::kIndex, "report: index ", index, " is out of range for ", lines.size(),
           " lines");
    }
    lines.erase(lines.begin() + index);
  });
}

tenon_status tenon_report_describe(tenon_report* report, tenon_string** out_string) {
  return guard(__func__, [&] {
    TENON_OUT(out_string);
    Entry entry;
    *out_string = give_text(entry.report(report)->to_string());
  });
}

void tenon_report_retain(tenon_report* report) {
  retain_handle(report, Tag::kReport);
}
void tenon_report_release(tenon_report* report) {
  release_handle(report, Tag::kReport);
}
