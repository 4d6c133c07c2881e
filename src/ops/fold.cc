#include "src/ops/fold.h"

namespace tenon {

void fold(const Tensor& x, const FoldPlan& plan, const Tensor& out, const FolderCalls& calls,
          void* folder) {
  constexpr std::int64_t kWide = 8;  // bytes of a double or an int64
  const char* data = static_cast<const char*>(x.raw_data());
  char* to = static_cast<char*>(out.raw_data());
  const std::int64_t size = dtype_size(x.dtype());
  const bool direct = x.dtype() == native_dtype(calls.acc);
  alignas(kWide) char values[kFoldBlock * kWide];
  alignas(kWide) char results[kFoldBlock * kWide];
  std::int64_t waiting = 0;
  std::int64_t group = 0;
  const auto flush = [&] {
    store_elements(calls.result, results, waiting, out.dtype(), to, 1);
    to += waiting * dtype_size(out.dtype());
    waiting = 0;
  };
  plan.kept.rows(0, [&](std::int64_t row, std::int64_t groups, std::int64_t group_step) {
    for (std::int64_t g = 0; g < groups; ++g) {
      calls.start(folder, group++);
      plan.folded.rows(
          row + g * group_step, [&](std::int64_t at, std::int64_t n, std::int64_t step) {
            if (direct && step == 1)
              return calls.block(folder, data + at * size, n);
            for (std::int64_t begin = 0; begin < n; begin += kFoldBlock) {
              const std::int64_t part = n - begin < kFoldBlock ? n - begin : kFoldBlock;
              load_elements(x.dtype(), data + (at + begin * step) * size, step, part, calls.acc,
                            values);
              calls.block(folder, values, part);
            }
          });
      calls.finish(folder, results + waiting++ * kWide);
      if (waiting == kFoldBlock)
        flush();
    }
  });
  flush();
}

}  // namespace tenon
