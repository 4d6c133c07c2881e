// Default parameters after a seed, bit for bit: random/random.json (PyTorch 2.15) and
// tests/golden/default_init.json (PyTorch 1.13, in what did not change).
#include <cstdio>
#include <set>
#include <stdexcept>

#include "tenon/random.h"
#include "tests/nn/layers/python_call.h"
#include "tests/support/fixture.h"

namespace {

using namespace tenon;
using test::Json;
using test::Report;

std::string compare(const Json& c, const Value& made, const test::TensorFile& tensors) {
  const Ref<nn::StateDict> state = nn::as_module(made)->state_dict();
  for (const Json& entry : c["values"].items()) {
    const std::string& name = entry[0].as_string();
    Tensor got;
    if (name == "next") {
      got = Tensor::empty(Shape{2});
      uniform_(got, 0, 1, Context::current().generator());
    } else {
      got = state->tensor(name);
    }
    const std::string text =
        test::difference(got, test::to_tensor(entry[1], tensors), test::Tolerance{0, 0});
    if (!text.empty())
      return name + ": " + text;
  }
  return {};
}

void run(const std::vector<Json>& cases, std::string_view prefix, const test::TensorFile& tensors,
         std::set<std::string>* not_offered, Report& report) {
  for (const Json& c : cases) {
    const std::string& name = c["name"].as_string();
    if (name.substr(0, prefix.size()) != prefix)
      continue;
    try {
      Context::current().generator().manual_seed(static_cast<std::uint64_t>(c["seed"].as_int()));
      const Value made = test::python_call(c["expr"].as_string());
      report.check(name, compare(c, made, tensors));
    } catch (const test::NotOffered& e) {
      not_offered->insert(c["expr"].as_string());
    } catch (const std::exception& e) {
      report.fail(name, e.what());
    }
  }
}

}  // namespace

int main() {
  Context* const context = Context::create();
  int code = 0;
  {
    const ContextScope scope(*context);
    Report report;
    std::set<std::string> not_offered;
    const test::Fixture fixture("random/random");
    run(fixture.cases(), "default/", fixture.tensors, &not_offered, report);
    const std::string golden = TENON_GOLDEN "/default_init";
    const Json json = Json::load(golden + ".json");
    run(json["cases"].items(), "", test::TensorFile(golden + ".safetensors"), &not_offered, report);
    for (const std::string& expr : not_offered) {
      std::printf("not offered yet: %s\n", expr.c_str());
    }
    code = report.finish();
  }
  context->shutdown();
  context->release();
  return code;
}
