// tenon-autograd FILE …: runs recorded autograd programs (fixtures/autograd/AUTOGRAD.md) over the C
// ABI and compares every step with what PyTorch made of it.
//
// Prints the first differing step of each failing program, and last "N passed, N failed". Knows
// nothing of gradients: each step is one or two calls of the library.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tenon.h"
#include "tests/support/json.h"

namespace {

using tenon::test::Json;

/// A failing call of the library: its status is what programs compare.
struct Failure {
  tenon_status status;
  std::string text;
};

void check(tenon_status status) {
  if (status != TENON_OK)
    throw Failure{status, tenon_error_message()};
}

/// A handle that is given back.
template <class T, void (*Release)(T*)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T* given) : handle_(given) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() { Release(handle_); }
  T* get() const { return handle_; }
  T** out() {
    Release(handle_);
    handle_ = nullptr;
    return &handle_;
  }

 private:
  T* handle_ = nullptr;
};
using TensorHandle = Handle<tenon_tensor, tenon_tensor_release>;
using ValueHandle = Handle<tenon_value, tenon_value_release>;
using ListHandle = Handle<tenon_list, tenon_list_release>;

/// What a step gave, as text to compare: numbers apart, with a tolerance.
struct Outcome {
  std::string shape;  // everything but numbers: kind, shapes, flags
  std::vector<double> numbers;
};

const char* error_kind(tenon_status status) {
  switch (status) {
    case TENON_E_TYPE:
      return "TypeError";
    case TENON_E_KEY:
      return "KeyError";
    case TENON_E_VALUE:
      return "ValueError";
    case TENON_E_ATTRIBUTE:
      return "AttributeError";
    case TENON_E_INDEX:
      return "IndexError";
    case TENON_E_RUNTIME:
      return "RuntimeError";
    case TENON_E_NOT_IMPLEMENTED:
      return "NotImplementedError";
    case TENON_E_ASSERTION:
      return "AssertionError";
    default:
      return "no kind of Python's";
  }
}

std::vector<std::int64_t> shape_of(tenon_tensor* tensor) {
  std::vector<std::int64_t> shape;
  for (std::int32_t d = 0; d < tenon_tensor_ndim(tensor); ++d)
    shape.push_back(tenon_tensor_dim(tensor, d));
  return shape;
}

std::string join(const std::vector<std::int64_t>& numbers) {
  std::string text = "[";
  for (const std::int64_t n : numbers)
    text += std::to_string(n) + " ";
  return text + "]";
}

/// One program: a context and its named tensors.
class Program {
 public:
  Program() { check(tenon_context_create(nullptr, &context_)); }
  ~Program() {
    tensors_.clear();
    for (HookState* hook : hooks_)
      delete hook;
    tenon_context_shutdown(context_);
    tenon_context_release(context_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  Outcome run(const Json& step) {
    log_.clear();
    const bool quiet = step["no_grad"].kind() == Json::Kind::kBool && step["no_grad"].as_bool();
    std::int32_t former = 0;
    if (quiet)
      check(tenon_grad_mode_set(context_, TENON_GRAD_OFF, &former));
    Outcome out;
    try {
      perform(step, out);
      out.shape = "ok " + out.shape;
    } catch (const Failure& failure) {
      out.numbers.clear();
      out.shape = std::string("error ") + error_kind(failure.status);
      last_error = failure.text;
    }
    if (quiet)
      check(tenon_grad_mode_set(context_, former, &former));
    for (const Logged& entry : log_) {
      out.shape += " hook " + entry.on;
      out.numbers.insert(out.numbers.end(), entry.numbers.begin(), entry.numbers.end());
    }
    return out;
  }

  std::string last_error;

 private:
  struct Logged {
    std::string on;
    std::vector<double> numbers;
  };
  struct HookState {
    Program* program;
    std::string on;
    bool scales;
    double scale;
  };

  // ---- steps ------------------------------------------------------------------------------------

  void perform(const Json& step, Outcome& out) {
    const std::string& op = step["op"].as_string();
    if (op == "leaf")
      leaf(step);
    else if (op == "call")
      info(bind(step["id"], call(step)), out);
    else if (op == "view")
      info(bind(step["id"], view(step)), out);
    else if (op == "inplace")
      in_place(step, out);
    else if (op == "detach" || op == "clone")
      info(bind(step["id"], op1(op, on(step))), out);
    else if (op == "requires_grad")
      check(tenon_tensor_requires_grad_set(on(step), step["value"].as_bool() ? 1 : 0));
    else if (op == "retain_grad")
      check(tenon_tensor_retain_grad(on(step)));
    else if (op == "hook")
      hook(step);
    else if (op == "backward")
      backward(step);
    else if (op == "grad")
      grad(step, out);
    else if (op == "get_grad" || op == "clear_grad" || op == "value")
      look(op, step, out);
    else if (op == "props")
      props(on(step), out);
    else
      throw std::runtime_error("no step is named " + op);
  }

  void leaf(const Json& step) {
    std::vector<std::int64_t> shape;
    for (const Json& size : step["shape"].items())
      shape.push_back(size.as_int());
    std::vector<double> values;
    flatten(step["values"], values);
    TensorHandle made;
    check(tenon_tensor_from_data(context_, TENON_FLOAT64, shape.data(),
                                 static_cast<std::int32_t>(shape.size()), values.data(),
                                 made.out()));
    if (step["requires_grad"].as_bool())
      check(tenon_tensor_requires_grad_set(made.get(), 1));
    tensors_[step["id"].as_string()] = std::move(made);
  }

  TensorHandle call(const Json& step) {
    const std::string& fn = step["fn"].as_string();
    std::vector<ValueHandle> args;
    if (fn == "cat") {
      std::vector<ValueHandle> parts;
      for (const Json& arg : step["args"].items())
        parts.push_back(argument(arg));
      args.push_back(tuple(parts));
    } else {
      for (const Json& arg : step["args"].items())
        args.push_back(argument(arg));
    }
    if (!step["dim"].is_null())
      args.push_back(integer(step["dim"]));
    if (fn == "index_select") {
      std::vector<std::int64_t> index;
      for (const Json& i : step["index"].items())
        index.push_back(i.as_int());
      const std::int64_t count = static_cast<std::int64_t>(index.size());
      TensorHandle picks;
      check(tenon_tensor_from_data(context_, TENON_INT64, &count, 1, index.data(), picks.out()));
      args.push_back(tensor_value(picks.get()));
    }
    if (step["keepdim"].kind() == Json::Kind::kBool && !step["dim"].is_null()) {
      ValueHandle keep;
      check(tenon_value_bool(context_, step["keepdim"].as_bool() ? 1 : 0, keep.out()));
      args.push_back(std::move(keep));
    }
    return op_call(fn, args);
  }

  TensorHandle view(const Json& step) {
    std::vector<ValueHandle> args;
    args.push_back(tensor_value(on(step)));
    for (const Json& arg : step["args"].items()) {
      if (arg.is_array()) {
        std::vector<ValueHandle> sizes;
        for (const Json& size : arg.items())
          sizes.push_back(integer(size));
        args.push_back(tuple(sizes));
      } else {
        args.push_back(integer(arg));
      }
    }
    return op_call(step["fn"].as_string(), args);
  }

  void in_place(const Json& step, Outcome& out) {
    std::vector<ValueHandle> args;
    args.push_back(tensor_value(on(step)));
    for (const Json& arg : step["args"].items())
      args.push_back(argument(arg));
    op_call(step["fn"].as_string(), args);
    info(on(step), out);
  }

  void hook(const Json& step) {
    auto* state = new HookState{this, step["on"].as_string(), !step["scale"].is_null(), 0};
    if (state->scales)
      state->scale = step["scale"].as_float();
    hooks_.push_back(state);
    check(tenon_tensor_register_hook(on(step), run_hook, state, nullptr, nullptr));
  }

  void backward(const Json& step) {
    ValueHandle options = dict();
    set_flag(options, "retain_graph", step["retain_graph"]);
    set_flag(options, "create_graph", step["create_graph"]);
    if (step["inputs"].is_array()) {
      std::vector<ValueHandle> inputs;
      for (const Json& name : step["inputs"].items())
        inputs.push_back(tensor_value(tensors_.at(name.as_string()).get()));
      check(tenon_value_dict_set(options.get(), "inputs", tuple(inputs).get()));
    }
    TensorHandle given;
    if (!step["grad"].is_null()) {
      given = full_like(on(step), step["grad"].as_float());
    }
    check(tenon_tensor_backward(on(step), given.get(), options.get()));
  }

  void grad(const Json& step, Outcome& out) {
    std::vector<tenon_tensor*> outputs;
    std::vector<tenon_tensor*> inputs;
    std::vector<ValueHandle> ones;
    for (const Json& name : step["outputs"].items()) {
      tenon_tensor* tensor = tensors_.at(name.as_string()).get();
      outputs.push_back(tensor);
      const TensorHandle one = full_like(tensor, 1);
      ones.push_back(tensor_value(one.get()));
    }
    for (const Json& name : step["inputs"].items())
      inputs.push_back(tensors_.at(name.as_string()).get());
    ValueHandle options = dict();
    check(tenon_value_dict_set(options.get(), "grad_outputs", tuple(ones).get()));
    set_flag(options, "retain_graph", step["retain_graph"]);
    set_flag(options, "create_graph", step["create_graph"]);
    set_flag(options, "allow_unused", step["allow_unused"]);
    ListHandle list;
    check(tenon_grad(context_, outputs.data(), static_cast<std::int64_t>(outputs.size()),
                     inputs.data(), static_cast<std::int64_t>(inputs.size()), options.get(),
                     list.out()));
    for (std::int64_t i = 0; i < tenon_list_count(list.get()); ++i) {
      TensorHandle one;
      check(tenon_list_tensor(list.get(), i, one.out()));
      numbers(one.get(), out);
      const Json& ids = step["ids"];
      const auto at = static_cast<std::size_t>(i);
      if (one.get() != nullptr && at < ids.size() && ids[at].is_string())
        tensors_[ids[at].as_string()] = std::move(one);
    }
  }

  void look(const std::string& op, const Json& step, Outcome& out) {
    if (op == "clear_grad") {
      check(tenon_tensor_grad_set(on(step), nullptr));
    } else if (op == "value") {
      numbers(on(step), out);
    } else {
      TensorHandle given;
      check(tenon_tensor_grad(on(step), given.out()));
      numbers(given.get(), out);
    }
  }

  void props(tenon_tensor* tensor, Outcome& out) {
    std::vector<std::int64_t> strides;
    for (std::int32_t d = 0; d < tenon_tensor_ndim(tensor); ++d) {
      // Of a dim of size 1 the stride means nothing.
      strides.push_back(tenon_tensor_dim(tensor, d) == 1 ? 0 : tenon_tensor_stride(tensor, d));
    }
    const std::int32_t leaf = tenon_tensor_is_leaf(tensor);
    if (leaf < 0)
      throw Failure{TENON_E_RUNTIME, "is_leaf"};
    out.shape = join(shape_of(tensor)) + join(strides) +
                join({tenon_tensor_offset(tensor), leaf, tenon_tensor_requires_grad(tensor),
                      tenon_tensor_is_view(tensor), tenon_tensor_is_contiguous(tensor)});
  }

  // ---- helpers ----------------------------------------------------------------------------------

  tenon_tensor* on(const Json& step) { return tensors_.at(step["on"].as_string()).get(); }

  tenon_tensor* bind(const Json& id, TensorHandle tensor) {
    TensorHandle& place = tensors_[id.as_string()];
    place = std::move(tensor);
    return place.get();
  }

  void info(tenon_tensor* tensor, Outcome& out) {
    out.shape = join(shape_of(tensor)) + join({tenon_tensor_requires_grad(tensor)});
  }

  void numbers(tenon_tensor* tensor, Outcome& out) {
    if (tensor == nullptr) {
      out.shape += "null ";
      return;
    }
    out.shape += join(shape_of(tensor));
    std::vector<double> values(static_cast<std::size_t>(tenon_tensor_numel(tensor)));
    check(tenon_tensor_read(tensor, values.data(),
                            static_cast<std::int64_t>(values.size() * sizeof(double))));
    out.numbers.insert(out.numbers.end(), values.begin(), values.end());
  }

  static void flatten(const Json& values, std::vector<double>& out) {
    if (!values.is_array()) {
      out.push_back(values.as_float());
      return;
    }
    for (const Json& item : values.items())
      flatten(item, out);
  }

  ValueHandle argument(const Json& arg) {
    if (arg.is_string())
      return tensor_value(tensors_.at(arg.as_string()).get());
    ValueHandle value;
    check(arg.kind() == Json::Kind::kInt
              ? tenon_value_int(context_, arg.as_int(), value.out())
              : tenon_value_float(context_, arg.as_float(), value.out()));
    return value;
  }
  ValueHandle integer(const Json& number) {
    ValueHandle value;
    check(tenon_value_int(context_, number.as_int(), value.out()));
    return value;
  }
  ValueHandle tensor_value(tenon_tensor* tensor) {
    ValueHandle value;
    check(tenon_value_tensor(context_, tensor, value.out()));
    return value;
  }
  ValueHandle dict() {
    ValueHandle value;
    check(tenon_value_dict(context_, value.out()));
    return value;
  }
  ValueHandle tuple(const std::vector<ValueHandle>& items) {
    std::vector<tenon_value*> handles;
    for (const ValueHandle& item : items)
      handles.push_back(item.get());
    ValueHandle value;
    check(tenon_value_tuple(context_, handles.data(), static_cast<std::int64_t>(handles.size()),
                            value.out()));
    return value;
  }
  void set_flag(const ValueHandle& options, const char* key, const Json& flag) {
    if (flag.kind() == Json::Kind::kBool)
      check(tenon_value_dict_set_bool(options.get(), key, flag.as_bool() ? 1 : 0));
  }

  TensorHandle full_like(tenon_tensor* tensor, double number) {
    std::vector<ValueHandle> args;
    args.push_back(tensor_value(tensor));
    args.emplace_back();
    check(tenon_value_float(context_, number, args.back().out()));
    return op_call("full_like", args);
  }

  TensorHandle op1(const std::string& name, tenon_tensor* x) {
    std::int32_t op = 0;
    check(tenon_op_id(name.c_str(), &op));
    TensorHandle result;
    check(tenon_op1(context_, op, x, result.out()));
    return result;
  }
  TensorHandle op_call(const std::string& name, const std::vector<ValueHandle>& args) {
    std::vector<tenon_value*> handles;
    for (const ValueHandle& arg : args)
      handles.push_back(arg.get());
    std::int32_t op = 0;
    check(tenon_op_id(name.c_str(), &op));
    ValueHandle value;
    check(tenon_op_call(context_, op, handles.data(), static_cast<std::int64_t>(handles.size()),
                        nullptr, value.out()));
    TensorHandle result;
    check(tenon_value_as_tensor(value.get(), result.out()));
    return result;
  }

  static tenon_status run_hook(void* user_data, tenon_call* call) {
    const HookState& state = *static_cast<HookState*>(user_data);
    Program& program = *state.program;
    try {
      TensorHandle gradient;
      check(tenon_call_tensor(call, TENON_SLOT_GRAD_OUTPUT, 0, gradient.out()));
      Outcome seen;
      program.numbers(gradient.get(), seen);
      program.log_.push_back({state.on, seen.numbers});
      if (!state.scales)
        return TENON_OK;
      std::vector<ValueHandle> args;
      args.push_back(program.tensor_value(gradient.get()));
      ValueHandle scale;
      check(tenon_value_float(program.context_, state.scale, scale.out()));
      args.push_back(std::move(scale));
      const TensorHandle scaled = program.op_call("mul", args);
      check(tenon_call_set_tensor(call, TENON_SLOT_GRAD_OUTPUT, scaled.get()));
      return TENON_OK;
    } catch (const Failure& failure) {
      return failure.status;
    }
  }

  tenon_context* context_ = nullptr;
  std::map<std::string, TensorHandle> tensors_;
  std::vector<HookState*> hooks_;
  std::vector<Logged> log_;
};

// ---- what was recorded --------------------------------------------------------------------------

std::vector<std::int64_t> integers(const Json& json) {
  std::vector<std::int64_t> out;
  for (const Json& item : json.items())
    out.push_back(item.kind() == Json::Kind::kBool ? (item.as_bool() ? 1 : 0) : item.as_int());
  return out;
}

void expect_values(const Json& values, Outcome& out) {
  if (!values.is_array()) {
    out.numbers.push_back(values.as_float());
    return;
  }
  for (const Json& item : values.items())
    expect_values(item, out);
}

void expect_numbers(const Json& numbers, Outcome& out) {
  if (numbers.is_null()) {
    out.shape += "null ";
    return;
  }
  out.shape += join(integers(numbers["shape"]));
  expect_values(numbers["values"], out);
}

Outcome expected(const Json& step, const Json& result) {
  Outcome out;
  const std::string& op = step["op"].as_string();
  if (!result["error"].is_null()) {
    out.shape = "error " + result["error"].as_string();
  } else {
    const Json& ok = result["ok"];
    if (op == "grad") {
      for (const Json& one : ok.items())
        expect_numbers(one, out);
    } else if (op == "get_grad" || op == "value") {
      expect_numbers(ok, out);
    } else if (op == "props") {
      std::vector<std::int64_t> strides = integers(ok["stride"]);
      const std::vector<std::int64_t> shape = integers(ok["shape"]);
      for (std::size_t d = 0; d < strides.size(); ++d)
        strides[d] = shape[d] == 1 ? 0 : strides[d];
      const auto flag = [&](const char* name) { return ok[name].as_bool() ? 1 : 0; };
      out.shape = join(shape) + join(strides) +
                  join({ok["offset"].as_int(), flag("leaf"), flag("requires_grad"), flag("view"),
                        flag("contiguous")});
    } else if (ok.is_array()) {
      out.shape = join(integers(ok[0])) + join({ok[1].as_bool() ? 1 : 0});
    }
    out.shape = "ok " + out.shape;
  }
  for (const Json& entry : result["hooks"].items()) {
    out.shape += " hook " + entry[0].as_string();
    expect_values(entry[1], out);
  }
  return out;
}

bool close(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b))
    return a == b;
  return std::fabs(a - b) <= 1e-12 + 1e-9 * std::fabs(b);
}

/// Empty if both agree.
std::string difference(const Outcome& actual, const Outcome& wanted) {
  if (actual.shape != wanted.shape || actual.numbers.size() != wanted.numbers.size())
    return "gives «" + actual.shape + "», recorded «" + wanted.shape + "»";
  for (std::size_t i = 0; i < wanted.numbers.size(); ++i) {
    if (!close(actual.numbers[i], wanted.numbers[i])) {
      char text[96];
      std::snprintf(text, sizeof text, "number %zu is %.17g, recorded %.17g", i, actual.numbers[i],
                    wanted.numbers[i]);
      return text;
    }
  }
  return {};
}

/// The first step that differs; empty if none does.
std::string run_program(const Json& program) {
  Program world;
  const Json& steps = program["steps"];
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Outcome actual = world.run(steps[i]);
    const std::string fault = difference(actual, expected(steps[i], program["results"][i]));
    if (fault.empty())
      continue;
    std::string text = program["name"].as_string() + ": step " + std::to_string(i) + " (" +
                       steps[i]["op"].as_string();
    if (steps[i]["fn"].is_string())
      text += " " + steps[i]["fn"].as_string();
    text += ") " + fault;
    if (actual.shape.rfind("error", 0) == 0)
      text += " [" + world.last_error + "]";
    return text;
  }
  return {};
}

}  // namespace

int main(int count, char** args) {
  int passed = 0;
  int failed = 0;
  for (int i = 1; i < count; ++i) {
    try {
      const Json file = Json::load(args[i]);
      for (const Json& program : file["cases"].items()) {
        std::string fault;
        try {
          fault = run_program(program);
        } catch (const std::exception& error) {
          fault = program["name"].as_string() + ": " + error.what();
        }
        if (!fault.empty())
          std::printf("%s\n", fault.c_str());
        ++(fault.empty() ? passed : failed);
      }
    } catch (const std::exception& error) {
      std::printf("%s: %s\n", args[i], error.what());
      ++failed;
    }
  }
  if (count < 2)
    std::printf("usage: tenon-autograd FILE …\n");
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 && passed > 0 ? 0 : 1;
}
