/// What the tests of modules share: a context, errors as values, small modules.
#ifndef TENON_TESTS_NN_MODULE_SUPPORT_H_
#define TENON_TESTS_NN_MODULE_SUPPORT_H_

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tenon/context.h"
#include "tenon/nn/containers.h"
#include "tenon/nn/module.h"
#include "tenon/nn/state_dict.h"
#include "tenon/value.h"

namespace tenon::nn::test {

using Log = std::vector<std::string>;

/// A context that is current for the test, with its log lines.
class World {
 public:
  explicit World(ContextOptions options = {}) {
    options.log = {this, [](void* self, std::int32_t, const char* text) {
                     static_cast<World*>(self)->lines.emplace_back(text);
                   }};
    context = Context::create(options);
    scope = std::make_unique<ContextScope>(*context);
  }
  ~World() {
    scope.reset();
    context->release();
  }
  Context* context = nullptr;
  Log lines;

 private:
  std::unique_ptr<ContextScope> scope;
};

/// The error that `f` throws, which must be of this kind.
template <class F>
Error error_from(ErrorCode code, F&& f) {
  try {
    f();
  } catch (const Error& error) {
    cr_assert(error.code() == code, "got %s: %s", error_code_name(error.code()), error.what());
    return error;
  }
  cr_fatal("no error was thrown");
  return Error(code, {});
}

/// Text of the error that `f` throws.
template <class F>
std::string error_of(ErrorCode code, F&& f) {
  return error_from(code, std::forward<F>(f)).text();
}

inline void same(const std::string& actual, const std::string& expected) {
  cr_assert(actual == expected, "got      |%s|\nexpected |%s|", actual.c_str(), expected.c_str());
}

inline void holds(const std::string& text, const std::string& part) {
  cr_assert(text.find(part) != std::string::npos, "|%s| lacks |%s|", text.c_str(), part.c_str());
}

inline std::string joined(const Log& lines) {
  std::string text;
  for (const std::string& line : lines)
    text += (text.empty() ? "" : " ") + line;
  return text;
}

/// Names of a list, blank separated, "''" for the root.
template <class T>
std::string names(const Named<T>& list) {
  Log all;
  for (const auto& entry : list)
    all.push_back(entry.first.empty() ? "''" : entry.first);
  return joined(all);
}

inline std::string keys(const StateDict& state) {
  Log all;
  for (std::int64_t i = 0; i < state.count(); ++i)
    all.push_back(state.key(i));
  return joined(all);
}

/// The tables as one text: "P a b=None | B c:np | C d | A e".
inline std::string tables(const Module& module) {
  std::string text = "P";
  for (const auto& slot : module.parameter_slots())
    text += " " + slot.name + (slot.tensor.defined() ? "" : "=None");
  text += " | B";
  for (const auto& slot : module.buffer_slots()) {
    text +=
        " " + slot.name + (slot.persistent ? "" : ":np") + (slot.tensor.defined() ? "" : "=None");
  }
  text += " | C";
  for (const auto& slot : module.child_slots())
    text += " " + slot.name + (slot.module ? "" : "=None");
  text += " | A";
  for (const auto& entry : module.attributes().entries())
    text += " " + entry.key;
  return text;
}

inline Tensor vec(std::initializer_list<double> values) {
  return Tensor::of<double>(values);
}
inline Tensor param(std::initializer_list<double> values = {1, 2}) {
  return vec(values).as_parameter();
}

/// Elements as text: "1 2.5 -3".
inline std::string values(const Tensor& tensor) {
  const Tensor wide = tensor.to(DType::kFloat64).contiguous();
  std::string text;
  for (std::int64_t i = 0; i < wide.numel(); ++i)
    text += (i > 0 ? " " : "") + concat(wide.data<double>()[i]);
  return text;
}
inline std::string values(const Value& value) {
  return value.is_tensor() ? values(value.as_tensor()) : value.to_string();
}

/// x * factor; the small float64 arithmetic that tests of calls need.
inline Tensor scaled(const Tensor& x, double factor, double add = 0) {
  const Tensor out = x.clone();
  for (std::int64_t i = 0; i < out.numel(); ++i)
    out.data<double>()[i] = out.data<double>()[i] * factor + add;
  return out;
}

/// A module whose forward is given; the default passes its first argument on.
class Net : public Module {
 public:
  using Body = std::function<Value(Net&, std::span<const Value>, const Value&)>;
  explicit Net(std::string_view type_name = "Net", Body body = {})
      : Module(type_name), body_(std::move(body)) {}

 protected:
  ~Net() override = default;
  Value forward(std::span<const Value> args, const Value& kwargs) override {
    return body_ ? body_(*this, args, kwargs) : args[0];
  }

 private:
  Body body_;
};

/// One tensor in, one out: x * factor.
class Scale final : public UnaryModule {
 public:
  explicit Scale(double factor, std::string_view type_name = "Scale")
      : UnaryModule(type_name), factor_(factor) {}

 protected:
  ~Scale() override = default;
  Tensor forward(const Tensor& input) override { return scaled(input, factor_); }

 private:
  double factor_;
};

/// weight (out, in) and bias (out), float64, all zero: a Linear that only has state.
class Dense final : public Module {
 public:
  Dense(std::int64_t in, std::int64_t out, bool bias = true, std::string_view type = "Linear")
      : Module(type) {
    register_parameter("weight", Tensor::zeros(Shape{out, in}, DType::kFloat64).as_parameter());
    register_parameter("bias",
                       bias ? Tensor::zeros(Shape{out}, DType::kFloat64).as_parameter() : Tensor());
  }

 protected:
  ~Dense() override = default;
};

inline Value args(std::vector<Value> items) {
  return Value::tuple(std::move(items));
}

/// A hook that writes "label" (or what `note` gives) to the log.
inline Ref<Callback> logging(Log& log, std::string label,
                             std::function<void(Call&)> then = nullptr) {
  return callback([&log, label = std::move(label), then = std::move(then)](Call& call) {
    log.push_back(label);
    if (then)
      then(call);
  });
}

}  // namespace tenon::nn::test

#endif  // TENON_TESTS_NN_MODULE_SUPPORT_H_
