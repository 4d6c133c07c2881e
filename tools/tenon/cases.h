/// Recorded cases over the C ABI: handles that release themselves, values both ways, comparison.
#ifndef TENON_TOOLS_TENON_CASES_H_
#define TENON_TOOLS_TENON_CASES_H_

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tenon.h"
#include "tests/support/json.h"

namespace tenon::tool {

using test::Json;

/// One reference to a C handle.
template <class T>
class Owned {
 public:
  Owned() = default;
  explicit Owned(T* handle) noexcept : handle_(handle) {}
  Owned(Owned&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() {
    void* const handle = handle_;
    tenon_release_all(&handle, 1);
  }
  T* get() const noexcept { return handle_; }
  /// For out-parameters.
  T** out() noexcept {
    *this = Owned();
    return &handle_;
  }
  explicit operator bool() const noexcept { return handle_ != nullptr; }

 private:
  T* handle_ = nullptr;
};
using TensorHandle = Owned<tenon_tensor>;
using ValueHandle = Owned<tenon_value>;

/// A call that failed: what the error record says.
struct CallError : std::runtime_error {
  CallError(tenon_status code_in, const char* text) : std::runtime_error(text), code(code_in) {}
  tenon_status code;
};
/// Throws CallError unless the status is TENON_OK.
void must(tenon_status status);

/// A file of recorded cases with its tensors, and the context they live in.
class Cases {
 public:
  /// `stem` is a path without ".json".
  Cases(tenon_context* context, const std::string& stem);
  tenon_context* context() const noexcept { return context_; }
  const std::vector<Json>& all() const noexcept { return json_["cases"].items(); }
  /// A copy of {"tensor": key}; null for {"none": true}.
  TensorHandle tensor(const Json& value) const;
  /// Any recorded value.
  ValueHandle value(const Json& value) const;
  /// A dict of recorded options.
  ValueHandle options(const Json& object) const;
  /// A state dict of an optimizer as recorded: {"keys", "state", "param_groups"}.
  ValueHandle state_dict(const Json& recorded) const;

 private:
  tenon_context* context_;
  Json json_;
  Owned<tenon_state_dict> tensors_;
};

/// A value of plain JSON: numbers keep their spelling, "inf" and "nan" are floats.
ValueHandle plain_value(tenon_context* context, const Json& json);

std::vector<double> doubles_of(tenon_tensor* tensor);
double number_of(tenon_value* value);
ValueHandle entry_of(tenon_value* dict, const char* key);
ValueHandle item_of(tenon_value* list, std::int64_t index);
ValueHandle float_value(tenon_context* context, double number);

/// "" if they agree: dtype, sizes, elements within `tolerance` times the largest finite one.
std::string differs(const TensorHandle& actual, const TensorHandle& expected, double tolerance);
/// The same for a recorded value. `tolerance` below 0: numbers of tensors and floats do not count.
std::string differs(const Cases& cases, tenon_value* actual, const Json& expected,
                    double tolerance);
/// The same for the state dict of an optimizer.
std::string differs_state(const Cases& cases, tenon_value* actual, const Json& expected,
                          double tolerance);
bool is_close(double actual, double expected, double tolerance);

/// Calls `fn` as a callback of the C ABI; what it throws fails the call.
using Callable = std::function<void(tenon_call*)>;
tenon_status run_callable(void* user_data, tenon_call* call);

/// A small Python expression in one variable, as recorded for the functions of schedulers: numbers,
/// + - * / // % **, comparisons, a if b else c, min, max, abs, math.*. Throws std::runtime_error.
double evaluate(const std::string& expression, double variable);

/// Each returns "" or the first difference of a case.
std::string run_optimizer(const Cases& cases, const Json& one);
std::string run_scheduler(const Cases& cases, const Json& one);
std::string run_clip(const Cases& cases, const Json& one);
std::string run_averaging(const Cases& cases, const Json& one);

}  // namespace tenon::tool

#endif  // TENON_TOOLS_TENON_CASES_H_
