// Recorded PyTorch results of ops, dtype promotion and printed tensors, run through the op
// registry.
//
//   fixture_ops [suite …] [-f NAME]     suites: promotion prints ops errors; -f: only files so
//   named
//
// Prints what fails, the files that no op of ours answers to, the forms that are UNSUPPORTED, and
// last "N passed, N failed".
#include <cstdio>
#include <cstring>
#include <map>
#include <stdexcept>

#include "tenon/op_registry.h"
#include "tests/support/fixture.h"

namespace tenon::test {
namespace {

Report report(200);
std::map<std::string, int> missing;      // op files without an op of ours, cases in each
std::map<std::string, int> unsupported;  // texts of UNSUPPORTED errors

// ---- promotion
// ----------------------------------------------------------------------------------------

DType dtype_named(const std::string& name) {
  DType dtype;
  if (!dtype_from_name(name, &dtype))
    throw std::runtime_error("dtype " + name);
  return dtype;
}

/// An operand of ones: a (2, 2) tensor, a 0-dim tensor or a number.
Value operand(const Json& spec) {
  const std::string& kind = spec[0].as_string();
  const std::string& dtype = spec[1].as_string();
  if (kind == "tensor")
    return Tensor::ones(Shape{2, 2}, dtype_named(dtype));
  if (kind == "zero_dim")
    return Tensor::ones(Shape{}, dtype_named(dtype));
  if (dtype == "bool")
    return true;
  if (dtype == "int")
    return 1;
  return 1.0;
}

/// The dtype an op gives, or the kind of error it throws.
std::string outcome(const std::string& op, const std::vector<Value>& args, const Dict* options) {
  try {
    Value out = call_op(op_id(op), args, options);
    if (out.is_sequence())
      out = out.at(0);
    return std::string(dtype_name(out.as_tensor().dtype()));
  } catch (const Error& error) {
    return error_code_name(error.code());
  }
}

void run_promotion() {
  const Fixture fixture("tensors/promotion");
  for (const Json& c : fixture.cases()) {
    const Value a = operand(c["a"]);
    const bool binary = c.has("b");
    for (const auto& expected : c["result"].members()) {
      const std::string& op = expected.first;
      std::string name =
          "promotion " + op + " " + c["a"][0].as_string() + " " + c["a"][1].as_string();
      if (binary)
        name += ", " + c["b"][0].as_string() + " " + c["b"][1].as_string();
      if (find_op(op) < 0) {
        ++missing["promotion: " + op];
        continue;
      }
      std::vector<Value> args{a};
      if (binary)
        args.push_back(operand(c["b"]));
      if (op == "where")
        args.insert(args.begin(), Tensor::ones(Shape{2, 2}, DType::kBool));
      if (op == "cat") {
        // cat takes no 0-dim tensors, and was recorded with all of them flattened.
        for (Value& arg : args) {
          const Tensor x = arg.as_tensor();
          arg = x.as_strided(Shape{x.numel()}, Strides{1}, 0);
        }
        args = {Value::list(args)};
      }
      if (op == "cumsum" || op == "softmax")
        args.push_back(0);
      if (op == "matmul")
        args.push_back(a);
      const std::string got = outcome(op, args, nullptr);
      report.check(name, got == expected.second.as_string()
                             ? ""
                             : got + ", wanted " + expected.second.as_string());
    }
  }
}

// ---- prints
// -------------------------------------------------------------------------------------------

void run_prints() {
  const Fixture fixture("tensors/prints");
  for (const Json& c : fixture.cases()) {
    Json value = c["value"];
    Tensor tensor = to_tensor(value, fixture.tensors);
    if (c["stride"].is_array()) {
      // The layout is recorded beside the value here.
      Strides strides;
      for (const Json& stride : c["stride"].items())
        strides.push_back(stride.as_int());
      tensor = with_strides(tensor, strides);
    }
    if (c["parameter"].as_bool())
      tensor = tensor.as_parameter();
    const std::string got = tensor.to_string();
    report.check("prints " + c["name"].as_string(),
                 got == c["text"].as_string() ? "" : got + "\nwanted\n" + c["text"].as_string());
  }
}

// ---- ops
// ----------------------------------------------------------------------------------------------

/// A call as recorded: our op's name and its arguments in order.
struct Call {
  std::string op;
  std::vector<Value> args;
  Value options;
};

bool starts_with(const std::string& text, const char* with) {
  return text.rfind(with, 0) == 0;
}

/// Our op for a recorded callable or expression.
std::string op_of(const std::string& text) {
  if (text == "input[args[0]]")
    return "__getitem__";
  std::string path = text.substr(0, text.find('('));
  if (starts_with(path, "input."))
    return path.substr(6);
  for (const char* prefix : {"torch.ops.aten.", "torch.nn.functional.", "torch.", "Tensor."}) {
    if (!starts_with(path, prefix))
      continue;
    path = path.substr(std::strlen(prefix));
    // A function and a method of one name that do different things.
    const bool functional = std::strcmp(prefix, "torch.nn.functional.") == 0;
    if (functional && (path == "unfold" || find_op("nn.functional." + path) >= 0)) {
      return "nn.functional." + path;
    }
    return path;
  }
  return path;
}

Call read_call(const Json& c, const TensorFile& tensors) {
  Call call;
  const std::string& text = c["call"].as_string();
  call.op = op_of(text);
  const Value input = to_value(c["input"], tensors);
  std::vector<Value> args;
  for (const Json& arg : c["args"].items())
    args.push_back(to_value(arg, tensors));
  call.options = Value::dict();
  for (const auto& kwarg : c["kwargs"].members()) {
    call.options.as_dict().set(kwarg.first, to_value(kwarg.second, tensors));
  }
  if (text == "torch.where(args[0], input, args[1])") {
    call.args = {args[0], input, args[1]};
  } else if (text.find("(args[0], input") != std::string::npos) {
    call.args = {args[0], input};  // einsum, embedding and its like
  } else if (text == "torch.zero_(input.clone())") {
    call.args = {input.as_tensor().clone()};
  } else {
    call.args.push_back(input);
    call.args.insert(call.args.end(), args.begin(), args.end());
  }
  return call;
}

Value run_call(const Call& call) {
  return call_op(op_id(call.op), call.args,
                 call.options.count() > 0 ? &call.options.as_dict() : nullptr);
}

void run_file(const std::string& stem, bool errors) {
  const Fixture fixture("ops/" + stem);
  for (const Json& c : fixture.cases()) {
    const std::string name = c["name"].as_string();
    const std::string op_name = errors ? name.substr(0, name.find('/')) : stem;
    try {
      const std::string op = op_of(c["call"].as_string());
      if (find_op(op) < 0) {
        if (!errors)
          ++missing[op_name];
        continue;
      }
      // A method of a Python number is not ours.
      if (starts_with(c["call"].as_string(), "input.") && !c["input"].has("tensor"))
        continue;
      const Call call = read_call(c, fixture.tensors);
      std::string raised = "none";
      Value out;
      try {
        out = run_call(call);
      } catch (const Error& error) {
        if (error.code() == ErrorCode::kUnsupported) {
          ++unsupported[error.text()];
          continue;
        }
        raised = error_code_name(error.code());
        if (!errors) {
          report.fail(name, raised + ": " + error.text());
          continue;
        }
      }
      if (errors) {
        const std::string wanted = c["raised"].is_null() ? "none" : c["raised"].as_string();
        if (call.options.as_dict().has("out")) {
          ++unsupported["option out of " + op_name];
          continue;
        }
        report.check(name, raised == wanted ? "" : raised + ", wanted " + wanted);
      } else {
        report.check(name, difference(out, to_value(c["output"], fixture.tensors)));
      }
    } catch (const std::exception& error) {
      report.fail(name, error.what());
    }
  }
}

void run_ops(const char* filter) {
  for (const std::string& file : list_files("ops", ".json")) {
    const std::string stem = file.substr(0, file.size() - 5);
    if (stem == "INDEX" || stem == "errors")
      continue;
    if (filter != nullptr && stem != filter)
      continue;
    run_file(stem, false);
  }
}

void print_list(const char* title, const std::map<std::string, int>& entries) {
  if (entries.empty())
    return;
  std::printf("%s (%zu):\n", title, entries.size());
  for (const auto& entry : entries)
    std::printf("  %s: %d\n", entry.first.c_str(), entry.second);
}

int run(int count, char** words) {
  Context* context = Context::create();
  {
    const ContextScope scope(*context);
    const char* filter = nullptr;
    std::map<std::string, bool> chosen;
    for (int i = 1; i < count; ++i) {
      if (std::strcmp(words[i], "-f") == 0 && i + 1 < count) {
        filter = words[++i];
      } else {
        chosen[words[i]] = true;
      }
    }
    const auto wanted = [&](const char* suite) {
      return chosen.empty() || chosen.count(suite) > 0;
    };
    if (wanted("promotion"))
      run_promotion();
    if (wanted("prints"))
      run_prints();
    if (wanted("ops"))
      run_ops(filter);
    if (wanted("errors"))
      run_file("errors", true);
    print_list("no op of ours, cases", missing);
    print_list("unsupported, cases", unsupported);
  }
  context->release();
  return report.finish();
}

}  // namespace
}  // namespace tenon::test

int main(int count, char** words) {
  return tenon::test::run(count, words);
}
