// The C++ program of README.md, word for word.
#include <cstdio>

#include "tenon/all.h"

int main() try {
  tenon::Context* context = tenon::Context::create();
  const tenon::ContextScope scope(*context);
  {
    const auto net = tenon::io::load_module("digits.safetensors");
    net->get_submodule("0")->on_forward([](auto& module, auto&, const tenon::Value& output) {
      std::printf("%s: %s\n", module.type_name().c_str(), output.to_string().c_str());
      return tenon::Value();  // the output stays as it is
    });
    const tenon::Tensor scores = (*net)(tenon::Tensor::zeros(tenon::Shape({1, 1, 8, 8})));
    std::printf("%s\n", scores.to_string().c_str());
  }
  context->release();
} catch (const tenon::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
