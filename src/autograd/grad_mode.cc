// The grad mode of a thread in each context: a small table of those that are not kOn.
#include <algorithm>

#include "tenon/autograd.h"

namespace tenon {
namespace {

struct ModeEntry {
  std::uint64_t context;  // its serial number: a new context at an old address starts afresh
  GradMode mode;
};
constexpr int kMostEntries = 8;

constinit thread_local ModeEntry t_modes[kMostEntries] = {};
constinit thread_local int t_count = 0;

}  // namespace

GradMode grad_mode(const Context& context) noexcept {
  for (int i = t_count; i-- > 0;) {
    if (t_modes[i].context == context.serial())
      return t_modes[i].mode;
  }
  return GradMode::kOn;
}

GradMode set_grad_mode(const Context& context, GradMode mode) noexcept {
  int i = 0;
  while (i < t_count && t_modes[i].context != context.serial())
    ++i;
  const bool found = i < t_count;
  const GradMode former = found ? t_modes[i].mode : GradMode::kOn;
  if (mode == former)
    return former;
  if (found && mode != GradMode::kOn) {
    t_modes[i].mode = mode;
    return former;
  }
  if (!found && t_count == kMostEntries)
    i = 0;  // make room: the oldest goes
  if (found || t_count == kMostEntries) {
    std::copy(t_modes + i + 1, t_modes + t_count, t_modes + i);
    --t_count;
  }
  if (mode != GradMode::kOn)
    t_modes[t_count++] = {context.serial(), mode};
  return former;
}

}  // namespace tenon
