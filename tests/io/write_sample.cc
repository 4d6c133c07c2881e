// Writes a file for reread.py: `write_sample PATH`. The script knows what must be in it.
#include <cstdint>
#include <cstdio>

#include "tenon/context.h"
#include "tenon/error.h"
#include "tenon/io.h"

using namespace tenon;

namespace {

void write(const char* path) {
  const auto sd = make<nn::StateDict>(Context::current());
  const Tensor weight = Tensor::of<float>({0, 1, 2, 3, 4, 5}, {2, 3});
  sd->set("z.weight", weight);
  sd->set("a.weight", weight.detach());
  sd->set("transposed", weight.as_strided(Shape({3, 2}), Strides({1, 3}), 0));
  sd->set("count", Tensor::scalar_int(-5));
  sd->set("mask", Tensor::of<bool>({true, false, true}));
  sd->set("half", Tensor::of<float>({1, -2, 0.5f}).to(DType::kFloat16));
  sd->set("brain", Tensor::of<float>({1, -2, 0.5f}).to(DType::kBFloat16));
  sd->set("empty", Tensor::zeros(Shape({0, 4}), DType::kFloat64));
  sd->set("\u00e9\"\\\n", Tensor::of<double>({0.1}));
  sd->file_metadata().set("note", "two\nlines \u00e9");
  sd->set_metadata(make<Dict>(Context::current()));
  const auto version = make<Dict>(Context::current());
  version->set("version", 2);
  sd->metadata()->set("bn", version);
  io::save(*sd, path);
}

}  // namespace

int main(int count, char** words) {
  if (count != 2)
    return 2;
  Context* context = Context::create();
  int code = 0;
  try {
    const ContextScope scope(*context);
    write(words[1]);
  } catch (const Error& e) {
    std::fprintf(stderr, "%s\n", e.what());
    code = 1;
  }
  context->release();
  return code;
}
