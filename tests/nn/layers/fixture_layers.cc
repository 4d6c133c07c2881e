// Replays layers/tables and layers/random: layers of PyTorch 2.15 with arguments, state, inputs and
// what came out. Gradients are not compared yet. Classes that the library does not have are listed
// by name.
#include <algorithm>
#include <cstdio>
#include <map>
#include <stdexcept>

#include "tenon/nn/registry.h"
#include "tests/support/fixture.h"

namespace {

using tenon::Context;
using tenon::DType;
using tenon::Tensor;
using tenon::Value;
using tenon::ValueKind;
using tenon::nn::Module;
using tenon::test::Fixture;
using tenon::test::Json;
using tenon::test::Report;
using tenon::test::Tolerance;

/// |got - want| <= 1e-6 + 1e-5 |want| for float32, 1e-10 for float64, exact for integers.
std::string compare(const Value& got, const Value& want) {
  if (want.is_tensor() && got.is_tensor()) {
    const Tensor expected = want.as_tensor();
    Tolerance tolerance{1e-5, 1e-6};
    if (expected.dtype() == DType::kFloat64)
      tolerance = {1e-10, 1e-10};
    if (!tenon::is_floating(expected.dtype()))
      tolerance = {0, 0};
    return tenon::test::difference(got.as_tensor(), expected, tolerance);
  }
  if (want.is_sequence() && got.is_sequence()) {
    if (want.count() != got.count())
      return "another number of outputs";
    for (std::int64_t i = 0; i < want.count(); ++i) {
      const std::string text = compare(got.at(i), want.at(i));
      if (!text.empty())
        return "[" + std::to_string(i) + "] " + text;
    }
    return {};
  }
  return got.equals(want) ? "" : "got " + got.to_string() + ", wanted " + want.to_string();
}

Value tuple_of(const Json& items, const Fixture& fixture) {
  std::vector<Value> values;
  for (const Json& item : items.items())
    values.push_back(to_value(item, fixture.tensors));
  return Value::tuple(std::move(values));
}

Value dict_of(const Json& members, const Fixture& fixture) {
  Value dict = Value::dict();
  for (const auto& [key, value] : members.members()) {
    dict.as_dict().set(key, to_value(value, fixture.tensors));
  }
  return dict;
}

bool has_packed(const Json& json) {
  if (json.has("packed"))
    return true;
  for (const Json& item : json.items()) {
    if (has_packed(item))
      return true;
  }
  for (const auto& [key, value] : json.members()) {
    if (has_packed(value))
      return true;
  }
  return false;
}

std::string run_case(const Json& c, const Fixture& fixture) {
  const tenon::Ref<Module> module = tenon::nn::create(
      c["layer"].as_string(), tuple_of(c["args"], fixture), dict_of(c["kwargs"], fixture));
  if (module->repr() != c["repr"].as_string()) {
    return "prints " + module->repr() + ", wanted " + c["repr"].as_string();
  }
  const auto state = tenon::make<tenon::nn::StateDict>(Context::current());
  for (const Json& entry : c["state"].items()) {
    const Value value = to_value(entry[1], fixture.tensors);
    state->set(entry[0].as_string(), value);
  }
  DType dtype{};
  tenon::dtype_from_name(c["dtype"].as_string(), &dtype);
  module->to(dtype);
  module->load_state_dict(*state);
  module->train(c["training"].as_bool());
  const Value output =
      module->call(tuple_of(c["inputs"], fixture), dict_of(c["input_kwargs"], fixture));
  std::string text = compare(output, to_value(c["output"], fixture.tensors));
  if (!text.empty())
    return "output: " + text;
  for (const Json& entry : c["state_after"].items()) {
    const std::string& name = entry[0].as_string();
    const tenon::Ref<tenon::nn::StateDict> after = module->state_dict();
    text = compare(after->tensor(name), to_value(entry[1], fixture.tensors));
    if (!text.empty())
      return name + " after the call: " + text;
  }
  return {};
}

}  // namespace

int main() {
  Context* const context = Context::create();
  int code = 0;
  {
    const tenon::ContextScope scope(*context);
    Report report;
    std::map<std::string, int> unknown;
    int packed = 0;
    for (const char* folder : {"layers/tables", "layers/random"}) {
      for (const std::string& file : tenon::test::list_files(folder, ".json")) {
        const std::string name = file.substr(0, file.size() - 5);
        const bool known = tenon::nn::find_layer(name) != nullptr;
        const Fixture fixture(std::string(folder) + "/" + name);
        for (const Json& c : fixture.cases()) {
          if (!known) {
            ++unknown[name];
            continue;
          }
          if (has_packed(c["inputs"])) {
            ++packed;
            continue;
          }
          try {
            report.check(c["name"].as_string(), run_case(c, fixture));
          } catch (const std::exception& e) {
            report.fail(c["name"].as_string(), e.what());
          }
        }
      }
    }
    for (const auto& [name, count] : unknown) {
      std::printf("no such layer yet: %s (%d cases)\n", name.c_str(), count);
    }
    if (packed > 0)
      std::printf("not offered yet: packed sequences (%d cases)\n", packed);
    code = report.finish();
  }
  context->shutdown();
  context->release();
  return code;
}
