// What constructors print, hold and refuse: reprs/nn_layers.json.gz, reprs/ctor_errors.json.
#include <cstdio>
#include <set>
#include <stdexcept>

#include "tests/nn/layers/python_call.h"
#include "tests/support/fixture.h"

namespace {

using namespace tenon;
using test::Json;
using test::Report;

std::string compare(const Json& c) {
  const Ref<nn::Module> module = nn::as_module(test::python_call(c["expr"].as_string()));
  if (module->repr() != c["repr"].as_string()) {
    return "prints " + module->repr() + ", wanted " + c["repr"].as_string();
  }
  const Ref<nn::StateDict> state = module->state_dict();
  const Json& wanted = c["state"];
  if (state->count() != static_cast<std::int64_t>(wanted.size()))
    return "another number of keys";
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const std::string& key = state->key(static_cast<std::int64_t>(i));
    const Tensor tensor = state->tensor(key);
    Shape sizes;
    for (const Json& size : wanted[i][1].items())
      sizes.push_back(size.as_int());
    if (key != wanted[i][0].as_string() || tensor.sizes() != sizes ||
        dtype_name(tensor.dtype()) != wanted[i][2].as_string()) {
      return "state " + key + " " + to_string(tensor.sizes());
    }
  }
  return {};
}

void run_reprs(std::set<std::string>* not_offered, Report& report) {
  const test::Fixture fixture("reprs/nn_layers");
  for (const Json& c : fixture.cases()) {
    try {
      report.check(c["expr"].as_string(), compare(c));
    } catch (const test::NotOffered&) {
      not_offered->insert(c["class"].as_string());
    } catch (const std::exception& e) {
      report.fail(c["expr"].as_string(), e.what());
    }
  }
}

/// The kind of error that came, or "" if none did.
std::string raised(const std::string& expr) {
  try {
    test::python_call(expr);
  } catch (const Error& e) {
    return error_code_name(e.code());
  }
  return {};
}

void run_errors(std::set<std::string>* not_offered, Report& report) {
  const test::Fixture fixture("reprs/ctor_errors");
  for (const Json& c : fixture.cases()) {
    const std::string& expr = c["expr"].as_string();
    const std::string wanted = c["raised"].is_null() ? "" : c["raised"].as_string();
    try {
      const std::string got = raised(expr);
      report.check(expr, got == wanted ? "" : "raised '" + got + "', wanted '" + wanted + "'");
    } catch (const test::NotOffered& e) {
      not_offered->insert(expr);
    } catch (const std::exception& e) {
      report.fail(expr, e.what());
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
    run_reprs(&not_offered, report);
    run_errors(&not_offered, report);
    for (const std::string& name : not_offered) {
      std::printf("not offered yet: %s\n", name.c_str());
    }
    code = report.finish();
  }
  context->shutdown();
  context->release();
  return code;
}
