#include "src/kernels/isa/math.h"
#include "src/kernels/isa/simd.h"
#include "src/kernels/isa/tables.h"

// Reductions and what is built on them. A sum is taken in double over 16 lanes, element i in lane
// i % 16, whatever the vectors' width; then the lanes in a tree; blocks of kBlockLength in order.

namespace tenon::kernels::TENON_ISA_NAMESPACE {
namespace {

constexpr int kSumLanes = 16;
constexpr int64_t kBlockLength = 4096;
constexpr int kDoubles = kLanes<double>;
constexpr int kSumVectors = kSumLanes / kDoubles;

typedef float HalfF __attribute__((vector_size(TENON_VECTOR_BYTES / 2)));

// As many elements as fit a vector of doubles.
TENON_INLINE VecD load_double(const double* p) {
  return load(p);
}
TENON_INLINE VecD load_double(const float* p) {
  HalfF v;
  __builtin_memcpy(&v, p, sizeof(v));
  return __builtin_convertvector(v, VecD);
}

TENON_INLINE double tree(double* lanes) {
  for (int width = kSumLanes / 2; width > 0; width /= 2) {
    for (int i = 0; i < width; ++i) {
      lanes[i] += lanes[i + width];
    }
  }
  return lanes[0];
}

// Sum of term(x) over n elements; `neutral` is an element whose term is 0.
template <typename T, typename Term>
TENON_INLINE double sum_terms(const T* x, int64_t n, T neutral, Term term) {
  double total = 0;
  for (int64_t begin = 0; begin < n; begin += kBlockLength) {
    const int64_t end = begin + kBlockLength < n ? begin + kBlockLength : n;
    VecD acc[kSumVectors] = {};
    int64_t i = begin;
    for (; i + kSumLanes <= end; i += kSumLanes) {
      TENON_UNROLL
      for (int v = 0; v < kSumVectors; ++v) {
        acc[v] = term(load_double(x + i + v * kDoubles), acc[v]);
      }
    }
    if (i < end) {
      T last[kSumLanes];
      TENON_UNROLL
      for (int l = 0; l < kSumLanes; ++l) {
        last[l] = i + l < end ? x[i + l] : neutral;
      }
      TENON_UNROLL
      for (int v = 0; v < kSumVectors; ++v) {
        acc[v] = term(load_double(last + v * kDoubles), acc[v]);
      }
    }
    double lanes[kSumLanes];
    __builtin_memcpy(lanes, acc, sizeof(lanes));
    total += tree(lanes);
  }
  return total;
}

template <typename T>
double sum(const T* x, int64_t n) {
  return sum_terms<T>(x, n, T{0}, [](VecD v, VecD acc) { return acc + v; });
}

// Sum of (x - mean)^2.
template <typename T>
double square_sum(const T* x, int64_t n, double mean) {
  const VecD center = broadcast(mean);
  double total = 0;
  // The neutral element would be the mean, which T may not hold: the rest goes by itself.
  const int64_t whole = n / kSumLanes * kSumLanes;
  total = sum_terms<T>(x, whole, T{0}, [center](VecD v, VecD acc) {
    const VecD d = v - center;
    return fma(d, d, acc);
  });
  for (int64_t i = whole; i < n; ++i) {
    const double d = static_cast<double>(x[i]) - mean;
    total += d * d;
  }
  return total;
}

template <typename T>
TENON_INLINE Vec<T> max_vec(Vec<T> x, Vec<T> best) {
  return select<T>((x > best) | (x != x), x, best);
}

template <typename T>
TENON_INLINE T max_of(T x, T best) {
  return x > best || x != x ? x : best;
}

template <typename T>
T max(const T* x, int64_t n) {
  constexpr int kVectors = kSumLanes / kLanes<T>;
  int64_t i = 0;
  T best = x[0];
  if (n >= kSumLanes) {
    Vec<T> acc[kVectors];
    TENON_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      acc[v] = load(x + v * kLanes<T>);
    }
    for (i = kSumLanes; i + kSumLanes <= n; i += kSumLanes) {
      TENON_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        acc[v] = max_vec<T>(load(x + i + v * kLanes<T>), acc[v]);
      }
    }
    T lanes[kSumLanes];
    __builtin_memcpy(lanes, acc, sizeof(lanes));
    best = lanes[0];
    TENON_UNROLL
    for (int l = 1; l < kSumLanes; ++l) {
      best = max_of(lanes[l], best);
    }
  }
  for (; i < n; ++i) {
    best = max_of(x[i], best);
  }
  return best;
}

// Columns, a vector of them at a time, down the rows in order.
template <typename T>
void column_sums(const T* x, int64_t rows, int64_t cols, int64_t row_stride, const double* mean,
                 double* y) {
  for (int64_t j = 0; j < cols; j += kDoubles) {
    const int64_t count = cols - j < kDoubles ? cols - j : kDoubles;
    VecD acc = {};
    const VecD center = mean == nullptr ? VecD{} : load_part(mean + j, count);
    for (int64_t r = 0; r < rows; ++r) {
      const T* from = x + r * row_stride + j;
      VecD v;
      if (count == kDoubles) {
        v = load_double(from);
      } else {
        T part[kDoubles] = {};
        for (int64_t l = 0; l < count; ++l) {
          part[l] = from[l];
        }
        v = load_double(part);
      }
      if (mean == nullptr) {
        acc = acc + v;
      } else {
        const VecD d = v - center;
        acc = fma(d, d, acc);
      }
    }
    store_part(y + j, acc, count);
  }
}

// y = e^(x - max); returns the sum of y.
template <typename T>
double exp_sum(const T* x, int64_t n, T max, T* y) {
  const Vec<T> shift = broadcast(max);
  int64_t i = 0;
  for (; i + kLanes<T> <= n; i += kLanes<T>) {
    store<T>(y + i, exp_vec<T>(load(x + i) - shift));
  }
  if (i < n) {
    store_part(y + i, exp_vec<T>(load_part(x + i, n - i) - shift), n - i);
  }
  return sum(y, n);
}

// Natural logarithm of a sum of exponentials, 1 or more: with x = 2^e m, s = (m - 1) / (m + 1),
// log x = e log 2 + 2 (s + s^3/3 + s^5/5 + ...).
TENON_INLINE double log_of_sum(double x) {
  if (!(x >= 1.0) || x > 1e300) {
    return x;  // NaN or infinite, and so is its logarithm.
  }
  int64_t bits;
  __builtin_memcpy(&bits, &x, sizeof(bits));
  int64_t exponent = (bits >> 52) - 1023;
  bits = (bits & 0x000fffffffffffff) | 0x3ff0000000000000;
  double m;
  __builtin_memcpy(&m, &bits, sizeof(m));
  if (m > 1.41421356237309504880) {
    m *= 0.5;
    ++exponent;
  }
  const double s = (m - 1.0) / (m + 1.0);
  const double s2 = s * s;
  double series = 0;
  for (int i = 23; i >= 3; i -= 2) {
    series = series * s2 + 1.0 / i;
  }
  const double log_m = 2.0 * s + 2.0 * s * s2 * series;
  return static_cast<double>(exponent) * 0.69314718055994530942 + log_m;
}

template <typename T>
TENON_INLINE void softmax_row(const T* x, int64_t n, T* y) {
  const T largest = max(x, n);
  const double total = exp_sum(x, n, largest, y);
  const Vec<T> divisor = broadcast(static_cast<T>(total));
  int64_t i = 0;
  for (; i + kLanes<T> <= n; i += kLanes<T>) {
    store<T>(y + i, load(y + i) / divisor);
  }
  if (i < n) {
    store_part(y + i, load_part(y + i, n - i) / divisor, n - i);
  }
}

template <typename T>
TENON_INLINE void log_softmax_row(const T* x, int64_t n, T* y) {
  const T largest = max(x, n);
  const Vec<T> shift = broadcast(largest);
  // Without a place for the exponentials (y may be x) they are summed on the way.
  double total = 0;
  for (int64_t i = 0; i < n; i += 64) {
    T part[64];
    total += exp_sum(x + i, n - i < 64 ? n - i : 64, largest, part);
  }
  const Vec<T> log_total = broadcast(static_cast<T>(log_of_sum(total)));
  int64_t i = 0;
  for (; i + kLanes<T> <= n; i += kLanes<T>) {
    store<T>(y + i, (load(x + i) - shift) - log_total);
  }
  if (i < n) {
    store_part(y + i, (load_part(x + i, n - i) - shift) - log_total, n - i);
  }
}

// A few columns at a time down a strided dimension; the columns are copied to be adjacent, so
// that a column has the bits of the same numbers as a row.
template <typename T, bool kLog>
void softmax(const T* x, int64_t outer, int64_t dim, int64_t inner, T* y) {
  if (inner == 1) {
    for (int64_t o = 0; o < outer; ++o) {
      if (kLog) {
        log_softmax_row(x + o * dim, dim, y + o * dim);
      } else {
        softmax_row(x + o * dim, dim, y + o * dim);
      }
    }
    return;
  }
  constexpr int kColumn = kLanes<T>;
  for (int64_t o = 0; o < outer; ++o) {
    for (int64_t j = 0; j < inner; j += kColumn) {
      const int64_t count = inner - j < kColumn ? inner - j : kColumn;
      const T* from = x + o * dim * inner + j;
      T* to = y + o * dim * inner + j;
      Vec<T> largest = load_part(from, count);
      for (int64_t d = 1; d < dim; ++d) {
        largest = max_vec<T>(load_part(from + d * inner, count), largest);
      }
      double sums[kColumn] = {};
      for (int64_t d = 0; d < dim; ++d) {
        const Vec<T> e = exp_vec<T>(load_part(from + d * inner, count) - largest);
        if (!kLog) {
          store_part(to + d * inner, e, count);
        }
        TENON_UNROLL
        for (int l = 0; l < kColumn; ++l) {
          sums[l] += e[l];
        }
      }
      T last[kColumn];
      TENON_UNROLL
      for (int l = 0; l < kColumn; ++l) {
        last[l] = static_cast<T>(kLog ? log_of_sum(sums[l]) : sums[l]);
      }
      const Vec<T> scale = load(last);
      for (int64_t d = 0; d < dim; ++d) {
        if (kLog) {
          const Vec<T> v = load_part(from + d * inner, count);
          store_part(to + d * inner, (v - largest) - scale, count);
        } else {
          store_part(to + d * inner, load_part(to + d * inner, count) / scale, count);
        }
      }
    }
  }
}

template <typename T>
void layer_norm(const T* x, int64_t rows, int64_t cols, double eps, const T* weight, const T* bias,
                T* y, T* mean_out, T* rstd_out) {
  for (int64_t r = 0; r < rows; ++r) {
    const T* from = x + r * cols;
    T* to = y + r * cols;
    const double mean = sum(from, cols) / static_cast<double>(cols);
    const double var = square_sum(from, cols, mean) / static_cast<double>(cols);
    const double rstd = 1.0 / __builtin_sqrt(var + eps);
    const Vec<T> center = broadcast(static_cast<T>(mean));
    const Vec<T> scale = broadcast(static_cast<T>(rstd));
    for (int64_t i = 0; i < cols; i += kLanes<T>) {
      const int64_t count = cols - i < kLanes<T> ? cols - i : kLanes<T>;
      Vec<T> v = (load_part(from + i, count) - center) * scale;
      if (weight != nullptr) {
        v = v * load_part(weight + i, count);
      }
      if (bias != nullptr) {
        v = v + load_part(bias + i, count);
      }
      store_part(to + i, v, count);
    }
    if (mean_out != nullptr) {
      mean_out[r] = static_cast<T>(mean);
    }
    if (rstd_out != nullptr) {
      rstd_out[r] = static_cast<T>(rstd);
    }
  }
}

template <typename T>
void lstm_row(int64_t hidden, T* gates, const T* c, T* c_out, T* h_out) {
  for (int64_t j = 0; j < hidden; j += kLanes<T>) {
    const int64_t count = hidden - j < kLanes<T> ? hidden - j : kLanes<T>;
    const Vec<T> i = sigmoid_vec<T>(load_part(gates + j, count));
    const Vec<T> f = sigmoid_vec<T>(load_part(gates + hidden + j, count));
    const Vec<T> g = tanh_vec<T>(load_part(gates + 2 * hidden + j, count));
    const Vec<T> o = sigmoid_vec<T>(load_part(gates + 3 * hidden + j, count));
    const Vec<T> cell = f * load_part(c + j, count) + i * g;
    store_part(gates + j, i, count);
    store_part(gates + hidden + j, f, count);
    store_part(gates + 2 * hidden + j, g, count);
    store_part(gates + 3 * hidden + j, o, count);
    store_part(c_out + j, cell, count);
    store_part(h_out + j, o * tanh_vec<T>(cell), count);
  }
}

template <typename T>
void gru_row(int64_t hidden, T* x_gates, const T* h_gates, const T* h, T* h_out) {
  for (int64_t j = 0; j < hidden; j += kLanes<T>) {
    const int64_t count = hidden - j < kLanes<T> ? hidden - j : kLanes<T>;
    const Vec<T> r = sigmoid_vec<T>(load_part(x_gates + j, count) + load_part(h_gates + j, count));
    const Vec<T> z = sigmoid_vec<T>(load_part(x_gates + hidden + j, count) +
                                    load_part(h_gates + hidden + j, count));
    const Vec<T> n = tanh_vec<T>(load_part(x_gates + 2 * hidden + j, count) +
                                 r * load_part(h_gates + 2 * hidden + j, count));
    store_part(x_gates + j, r, count);
    store_part(x_gates + hidden + j, z, count);
    store_part(x_gates + 2 * hidden + j, n, count);
    store_part(h_out + j, n + z * (load_part(h + j, count) - n), count);
  }
}

template <typename T>
constexpr ReduceTable<T> kTable = {sum<T>,         square_sum<T>,     max<T>,
                                   column_sums<T>, softmax<T, false>, softmax<T, true>,
                                   layer_norm<T>,  lstm_row<T>,       gru_row<T>};

}  // namespace

constexpr ReduceTable<float> reduce_float = kTable<float>;
constexpr ReduceTable<double> reduce_double = kTable<double>;

}  // namespace tenon::kernels::TENON_ISA_NAMESPACE
