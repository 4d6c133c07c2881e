/// Ops that compute each element by itself. Operands are tensors or numbers and broadcast.
#ifndef TENON_OPS_ELEMENTWISE_H_
#define TENON_OPS_ELEMENTWISE_H_

#include <optional>
#include <string_view>

#include "tenon/ops/operand.h"

namespace tenon {

// ---- arithmetic ---------------------------------------------------------------------------------

/// a + alpha * b. Bools: or.
Tensor add(const Operand& a, const Operand& b, const Operand& alpha = 1);
/// a - alpha * b. Throws kNotImplemented if an operand is bool.
Tensor sub(const Operand& a, const Operand& b, const Operand& alpha = 1);
/// b - alpha * a.
Tensor rsub(const Operand& a, const Operand& b, const Operand& alpha = 1);
/// a * b. Bools: and.
Tensor mul(const Operand& a, const Operand& b);
/// a / b; integers give floats.
Tensor div(const Operand& a, const Operand& b);
/// a / b rounded: "floor", "trunc", or "" (true division). Integer division by 0 throws kRuntime.
Tensor div(const Operand& a, const Operand& b, std::string_view rounding_mode);
/// Largest whole number not above a / b.
Tensor floor_divide(const Operand& a, const Operand& b);
/// a modulo b with the sign of b, as Python's %.
Tensor remainder(const Operand& a, const Operand& b);
/// a modulo b with the sign of a, as C's fmod.
Tensor fmod(const Operand& a, const Operand& b);
/// a to the power b. Integers to a negative number throw kRuntime.
Tensor pow(const Operand& a, const Operand& b);
/// The same in float64.
Tensor float_power(const Operand& a, const Operand& b);
/// Larger of both; NaN if either is.
Tensor maximum(const Operand& a, const Operand& b);
/// Smaller of both; NaN if either is.
Tensor minimum(const Operand& a, const Operand& b);
/// Larger of both; a NaN yields to the other.
Tensor fmax(const Operand& a, const Operand& b);
/// Smaller of both; a NaN yields to the other.
Tensor fmin(const Operand& a, const Operand& b);
/// Angle of the point (b, a), in radians.
Tensor atan2(const Operand& a, const Operand& b);
/// sqrt(a² + b²) without overflow. Floating dtypes.
Tensor hypot(const Operand& a, const Operand& b);
/// |a| with the sign of b.
Tensor copysign(const Operand& a, const Operand& b);
/// a * log(b); 0 where a is 0 and b is no NaN.
Tensor xlogy(const Operand& a, const Operand& b);
/// log(e^a + e^b) without overflow. Floating dtypes.
Tensor logaddexp(const Operand& a, const Operand& b);

// ---- comparison: bool results -------------------------------------------------------------------

Tensor eq(const Operand& a, const Operand& b);  ///< a == b
Tensor ne(const Operand& a, const Operand& b);  ///< a != b
Tensor lt(const Operand& a, const Operand& b);  ///< a < b
Tensor le(const Operand& a, const Operand& b);  ///< a <= b
Tensor gt(const Operand& a, const Operand& b);  ///< a > b
Tensor ge(const Operand& a, const Operand& b);  ///< a >= b
/// |a - b| <= atol + rtol * |b|, or equal, or (`equal_nan`) both NaN. Throws kRuntime unless the
/// dtypes are equal and rtol, atol >= 0.
Tensor isclose(const Tensor& a, const Tensor& b, double rtol = 1e-5, double atol = 1e-8,
               bool equal_nan = false);
/// True if isclose() holds everywhere.
bool allclose(const Tensor& a, const Tensor& b, double rtol = 1e-5, double atol = 1e-8,
              bool equal_nan = false);
/// Same shape and all elements equal. Throws kRuntime if the dtypes differ.
bool equal(const Tensor& a, const Tensor& b);

// ---- bits and logic
// -------------------------------------------------------------------------------

Tensor bitwise_and(const Operand& a, const Operand& b);  ///< Integers and bools.
Tensor bitwise_or(const Operand& a, const Operand& b);   ///< Integers and bools.
Tensor bitwise_xor(const Operand& a, const Operand& b);  ///< Integers and bools.
Tensor bitwise_not(const Tensor& x);                     ///< Integers; of bools the negation.
Tensor logical_and(const Operand& a, const Operand& b);  ///< Not zero counts as true; bool result.
Tensor logical_or(const Operand& a, const Operand& b);   ///< Not zero counts as true; bool result.
Tensor logical_xor(const Operand& a, const Operand& b);  ///< Not zero counts as true; bool result.
Tensor logical_not(const Tensor& x);                     ///< Not zero counts as true; bool result.

// ---- one operand
// ------------------------------------------------------------------------------------ Where
// integers and bools have no such value (exp, sqrt …) they give float32.

Tensor abs(const Tensor& x);         ///< |x|
Tensor neg(const Tensor& x);         ///< -x. Throws kNotImplemented for bool.
Tensor positive(const Tensor& x);    ///< x itself. Throws kNotImplemented for bool.
Tensor sign(const Tensor& x);        ///< -1, 0 or 1; 0 of NaN.
Tensor signbit(const Tensor& x);     ///< Negative, counting -0; bool result.
Tensor square(const Tensor& x);      ///< x²
Tensor sqrt(const Tensor& x);        ///< √x; NaN below 0.
Tensor rsqrt(const Tensor& x);       ///< 1/√x
Tensor reciprocal(const Tensor& x);  ///< 1/x
Tensor exp(const Tensor& x);         ///< e^x
Tensor exp2(const Tensor& x);        ///< 2^x
Tensor expm1(const Tensor& x);       ///< e^x - 1, exact near 0.
Tensor log(const Tensor& x);         ///< Natural logarithm.
Tensor log2(const Tensor& x);        ///< Logarithm to base 2.
Tensor log10(const Tensor& x);       ///< Logarithm to base 10.
Tensor log1p(const Tensor& x);       ///< log(1 + x), exact near 0.
Tensor sin(const Tensor& x);         ///< Sine of radians.
Tensor cos(const Tensor& x);         ///< Cosine of radians.
Tensor tan(const Tensor& x);         ///< Tangent of radians.
Tensor asin(const Tensor& x);        ///< Arc sine, radians.
Tensor acos(const Tensor& x);        ///< Arc cosine, radians.
Tensor atan(const Tensor& x);        ///< Arc tangent, radians.
Tensor sinh(const Tensor& x);        ///< Hyperbolic sine.
Tensor cosh(const Tensor& x);        ///< Hyperbolic cosine.
Tensor tanh(const Tensor& x);        ///< Hyperbolic tangent.
Tensor asinh(const Tensor& x);       ///< Inverse hyperbolic sine.
Tensor acosh(const Tensor& x);       ///< Inverse hyperbolic cosine.
Tensor atanh(const Tensor& x);       ///< Inverse hyperbolic tangent.
Tensor sigmoid(const Tensor& x);     ///< 1 / (1 + e^-x)
Tensor floor(const Tensor& x);       ///< Next whole number below; integers stay.
Tensor ceil(const Tensor& x);        ///< Next whole number above; integers stay.
Tensor round(const Tensor& x);       ///< Nearest whole number, halves to even; integers stay.
Tensor round(const Tensor& x, std::int64_t decimals);  ///< To so many digits after the point.
Tensor trunc(const Tensor& x);                         ///< Without the fraction; integers stay.
Tensor frac(const Tensor& x);                          ///< x - trunc(x). Floating dtypes.
Tensor erf(const Tensor& x);                           ///< Error function.
Tensor erfc(const Tensor& x);                          ///< 1 - erf(x), exact for large x.
Tensor erfinv(const Tensor& x);                        ///< Inverse of erf, on [-1, 1].
Tensor lgamma(const Tensor& x);                        ///< log |Γ(x)|
Tensor digamma(const Tensor& x);   ///< Derivative of log Γ(x); ∓∞ at ±0, NaN at -1, -2 …
Tensor isnan(const Tensor& x);     ///< Bool result.
Tensor isinf(const Tensor& x);     ///< Bool result.
Tensor isfinite(const Tensor& x);  ///< Bool result.
/// log(x / (1 - x)); with `eps`, x is clamped to [eps, 1 - eps] first.
Tensor logit(const Tensor& x, std::optional<double> eps = std::nullopt);
/// NaN, +inf and -inf replaced; unset: 0, the dtype's largest, the dtype's smallest number.
Tensor nan_to_num(const Tensor& x, std::optional<double> nan = std::nullopt,
                  std::optional<double> posinf = std::nullopt,
                  std::optional<double> neginf = std::nullopt);

// ---- activations
// ------------------------------------------------------------------------------------

Tensor relu(const Tensor& x);         ///< max(x, 0); NaN stays.
Tensor relu6(const Tensor& x);        ///< min(max(x, 0), 6)
Tensor silu(const Tensor& x);         ///< x * sigmoid(x)
Tensor mish(const Tensor& x);         ///< x * tanh(softplus(x))
Tensor selu(const Tensor& x);         ///< Scaled ELU with the constants of Klambauer et al., 2017.
Tensor softsign(const Tensor& x);     ///< x / (1 + |x|)
Tensor tanhshrink(const Tensor& x);   ///< x - tanh(x)
Tensor logsigmoid(const Tensor& x);   ///< log(sigmoid(x)) without overflow.
Tensor hardsigmoid(const Tensor& x);  ///< min(max(x + 3, 0), 6) / 6
Tensor hardswish(const Tensor& x);    ///< x * hardsigmoid(x)
/// x Φ(x), Φ the normal distribution; approximate "none" or "tanh" (Hendrycks and Gimpel, 2016).
Tensor gelu(const Tensor& x, std::string_view approximate = "none");
/// log(1 + e^(beta x)) / beta; x itself where beta x > threshold.
Tensor softplus(const Tensor& x, double beta = 1, double threshold = 20);
/// x if x > 0, else alpha * (e^x - 1).
Tensor elu(const Tensor& x, double alpha = 1, double scale = 1, double input_scale = 1);
/// x if x > 0, else alpha * (e^(x / alpha) - 1).
Tensor celu(const Tensor& x, double alpha = 1);
/// x if x > 0, else negative_slope * x.
Tensor leaky_relu(const Tensor& x, double negative_slope = 0.01);
/// x limited to [min_val, max_val].
Tensor hardtanh(const Tensor& x, double min_val = -1, double max_val = 1);
/// 0 where |x| <= lambda.
Tensor hardshrink(const Tensor& x, double lambda = 0.5);
/// x moved towards 0 by lambda, 0 within it. Throws kRuntime if lambda < 0.
Tensor softshrink(const Tensor& x, double lambda = 0.5);
/// x if x > threshold, else value.
Tensor threshold(const Tensor& x, const Operand& threshold, const Operand& value);
/// x if x > 0, else weight * x; weight has one element, or one for each channel (dim 1).
Tensor prelu(const Tensor& x, const Tensor& weight);
/// First half of `dim` times the sigmoid of the second. Throws kRuntime if the size is odd.
Tensor glu(const Tensor& x, std::int64_t dim = -1);

// ---- three operands
// ---------------------------------------------------------------------------------

/// a where the bool `condition` holds, else b. Throws kRuntime if the condition is not bool or
/// uint8.
Tensor where(const Tensor& condition, const Operand& a, const Operand& b);
/// x limited to [min, max]; either may be missing, not both (kRuntime). min > max gives max.
Tensor clamp(const Tensor& x, const std::optional<Operand>& min, const std::optional<Operand>& max);
/// start + weight * (end - start). Floating dtypes, all equal.
Tensor lerp(const Tensor& start, const Tensor& end, const Operand& weight);
/// x + value * a * b.
Tensor addcmul(const Tensor& x, const Tensor& a, const Tensor& b, const Operand& value = 1);
/// x + value * a / b. Integer division throws kNotImplemented.
Tensor addcdiv(const Tensor& x, const Tensor& a, const Tensor& b, const Operand& value = 1);

// ---- in place: write the first argument and return it
// ------------------------------------------------ The result must fit its shape and dtype
// (kRuntime). Every op of the registry that ends in "_" is also there by name.

const Tensor& add_(const Tensor& x, const Operand& other, const Operand& alpha = 1);
const Tensor& sub_(const Tensor& x, const Operand& other, const Operand& alpha = 1);
const Tensor& mul_(const Tensor& x, const Operand& other);
const Tensor& div_(const Tensor& x, const Operand& other);
const Tensor& relu_(const Tensor& x);
/// The op of that name, in place: any unary or binary one of this header ("exp", "tanh", "maximum"
/// …). Throws kKey if there is none.
const Tensor& apply_(std::string_view op, const Tensor& x);
const Tensor& apply_(std::string_view op, const Tensor& x, const Operand& other);

}  // namespace tenon

#endif  // TENON_OPS_ELEMENTWISE_H_
