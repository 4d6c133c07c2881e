/// Softmax and its logarithm.
#ifndef TENON_OPS_SOFTMAX_H_
#define TENON_OPS_SOFTMAX_H_

#include <cstdint>
#include <string_view>

#include "tenon/tensor.h"

namespace tenon {

/// e^(x - max) / sum e^(x - max) along `dim` (negative counts from the end). Floating dtypes.
/// Throws kIndex for a dim that does not exist.
Tensor softmax(const Tensor& input, std::int64_t dim);
/// x - max - log(sum e^(x - max)) along `dim`.
Tensor log_softmax(const Tensor& input, std::int64_t dim);

namespace detail {
Tensor softmax(std::string_view who, const Tensor& input, std::int64_t dim, bool log);
}  // namespace detail

}  // namespace tenon

#endif  // TENON_OPS_SOFTMAX_H_
