// Reads handwriting with a network that PyTorch trained: the C++ side of digits.c, line for line.
//
//     digits_cc EXAMPLE_FOLDER
//
// Includes only tenon/all.h; zlib opens the compressed table of images.

#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tenon/all.h"

using tenon::DType;
using tenon::Ref;
using tenon::Tensor;
using tenon::Value;
using tenon::nn::Module;

namespace {

constexpr int kTrainRows = 1400;  // PyTorch trained on the first rows; it never saw the others
constexpr int kRows = 397;
constexpr int kClasses = 10;
constexpr int kPixels = 64;

int passed = 0;
int failed = 0;

void check(bool holds, const char* claim) {
  std::printf("  %s  %s\n", holds ? "ok    " : "FAILED", claim);
  (holds ? passed : failed) += 1;
}

std::string read_text(const std::string& path) {
  std::ifstream file(path);
  if (!file)
    throw std::runtime_error("cannot read " + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The images after the first 1400, pixel / 16 (exact in float), and their labels.
void read_digits(const std::string& path, std::vector<float>& images, std::vector<int>& labels) {
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr)
    throw std::runtime_error("cannot read " + path);
  char line[512];
  for (int row = 0; gzgets(file, line, sizeof line) != nullptr; ++row) {
    if (row < kTrainRows)
      continue;
    const char* at = line;
    for (int column = 0; column <= kPixels; ++column) {
      char* end = nullptr;
      const long number = std::strtol(at, &end, 10);
      if (column < kPixels) {
        images.push_back(static_cast<float>(number) / 16.0f);
      } else {
        labels.push_back(static_cast<int>(number));
      }
      at = end + 1;
    }
  }
  gzclose(file);
}

/// FNV-1a over the bytes.
std::uint64_t hash_of(const float* values, std::size_t count) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(values);
  std::uint64_t hash = 14695981039346656037u;
  for (std::size_t i = 0; i < count * sizeof(float); ++i)
    hash = (hash ^ bytes[i]) * 1099511628211u;
  return hash;
}

/// What a forward hook learns of one layer's output.
struct Activations {
  const char* path;
  std::string type;
  std::int64_t count = 0;
  std::int64_t zeros = 0;
  double sum = 0;
  double least = 0;
  double most = 0;

  void add(const Tensor& output) {
    const float* values = output.data<float>();
    for (std::int64_t i = 0; i < output.numel(); ++i) {
      const double v = values[i];
      if (count == 0 || v < least)
        least = v;
      if (count == 0 || v > most)
        most = v;
      sum += v;
      zeros += v == 0 ? 1 : 0;
      ++count;
    }
  }
};

/// A module of our own: turns each row of scores into probabilities.
Ref<Module> make_confidence() {
  return tenon::make<tenon::nn::CustomModule>(
      "Confidence", tenon::nn::selective_callback([](tenon::nn::Call& call) {
        if (call.kind() != tenon::nn::CallKind::kForward)
          return false;  // take the default
        const Tensor scores = call.tensor(tenon::nn::CallSlot::kArgs, 0);
        const Tensor shares = Tensor::empty_like(scores);
        const float* in = scores.data<float>();
        float* out = shares.data<float>();
        const std::int64_t columns = scores.size(-1);
        for (std::int64_t row = 0; row < scores.size(0); ++row, in += columns, out += columns) {
          double sum = 0;
          float most = in[0];
          for (std::int64_t i = 1; i < columns; ++i)
            most = std::max(most, in[i]);
          for (std::int64_t i = 0; i < columns; ++i)
            sum += std::exp(double{in[i]} - double{most});
          for (std::int64_t i = 0; i < columns; ++i) {
            out[i] = static_cast<float>(std::exp(double{in[i]} - double{most}) / sum);
          }
        }
        call.set(tenon::nn::CallSlot::kOutput, shares);
        return true;
      }));
}

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

std::string shape_text(const Tensor& tensor) {
  return tenon::concat(tensor.sizes());
}

int best_of(const float* scores) {
  return static_cast<int>(std::max_element(scores, scores + kClasses) - scores);
}

void demo(const std::string& folder) {
  const std::string model = folder + "/model/";
  std::vector<float> images;
  std::vector<int> labels;
  read_digits(folder + "/digits.csv.gz", images, labels);
  if (labels.size() != kRows)
    throw std::runtime_error("digits.csv.gz is not the one expected");

  // The tree from print(model), the weights from the state dict.
  Ref<Module> net = tenon::nn::parse(read_text(model + "model.txt"));
  const Ref<tenon::nn::StateDict> weights = tenon::io::load(model + "model.safetensors");
  net->load_state_dict(*weights);
  net->eval();

  std::printf("parameters\n");
  for (const auto& [name, value] : net->named_parameters()) {
    std::printf("  %-12s %s\n", name.c_str(), shape_text(value).c_str());
  }

  Activations seen[] = {{"0", {}}, {"2", {}}, {"6", {}}, {"9", {}}, {"10", {}}};
  std::vector<tenon::nn::HookHandle> hooks;
  for (Activations& layer : seen) {
    const Ref<Module> module = net->get_submodule(layer.path);
    layer.type = module->type_name();
    hooks.push_back(module->on_forward([&layer](Module&, const Value&, const Value& output) {
      layer.add(output.as_tensor());
      return Value();  // the output stays as it is
    }));
  }
  const Tensor input =
      Tensor::from_data(images.data(), tenon::Shape({kRows, 1, 8, 8}), DType::kFloat32);
  const Tensor logits = net->call(input);
  for (const tenon::nn::HookHandle& hook : hooks)
    hook.remove();

  std::printf("activations            mean       min       max   zeros\n");
  for (const Activations& layer : seen) {
    std::printf("  %-2s %-12s %9.4f %9.4f %9.4f %6.1f%%\n", layer.path, layer.type.c_str(),
                layer.sum / static_cast<double>(layer.count), layer.least, layer.most,
                100.0 * static_cast<double>(layer.zeros) / static_cast<double>(layer.count));
  }

  const float* scores = logits.data<float>();
  const std::uint64_t hash = hash_of(scores, kRows * kClasses);

  double fastest = 1e9;
  bool steady = true;
  for (int run = 0; run < 20; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const Tensor again = net->call(input);
    fastest = std::min(fastest, milliseconds_since(start));
    steady = steady && hash_of(again.data<float>(), kRows * kClasses) == hash;
  }

  // A custom module behind the whole network, in a Sequential of ours.
  const auto both = tenon::make<tenon::nn::Sequential>(
      std::initializer_list<Ref<Module>>{net, make_confidence()});
  const Tensor shares = both->call(input);
  const float* share = shares.data<float>();

  const Ref<tenon::nn::StateDict> recorded = tenon::io::load(model + "expected.safetensors");
  const Tensor recorded_logits = recorded->tensor("logits");
  const Tensor recorded_predictions = recorded->tensor("predictions");
  int right = 0;
  int same = 0;
  double largest = 0;
  for (int row = 0; row < kRows; ++row) {
    const int digit = best_of(scores + row * kClasses);
    right += digit == labels[static_cast<std::size_t>(row)] ? 1 : 0;
    same += digit == recorded_predictions.data<std::int64_t>()[row] ? 1 : 0;
    for (int i = row * kClasses; i < (row + 1) * kClasses; ++i) {
      largest = std::max(largest,
                         std::fabs(double{scores[i]} - double{recorded_logits.data<float>()[i]}));
    }
  }
  std::printf("accuracy     %d of %d right (%.2f%%)\n", right, kRows, 100.0 * right / kRows);
  std::printf("logits hash  %016llx\n", static_cast<unsigned long long>(hash));
  std::printf("custom hash  %016llx\n",
              static_cast<unsigned long long>(hash_of(share, kRows * kClasses)));
  std::printf("custom       the first image is a %d, says Confidence with %.2f%%\n", best_of(share),
              100.0 * double{share[best_of(share)]});
  std::printf("time         %.3f ms for %d images\n", fastest, kRows);
  std::printf("differs      %.3g at most from PyTorch's logits\n", largest);

  // The same model as PyTorch 2.15 prints it, and as one file.
  const Ref<Module> newer = tenon::nn::parse(read_text(model + "model_2_15.txt"));
  newer->load_state_dict(*weights);
  newer->eval();
  const Ref<Module> single = tenon::io::load_module(model + "model.safetensors");

  check(same == kRows, "PyTorch predicts the same for every image");
  check(largest <= 1e-5, "logits are within 1e-5 of PyTorch's");
  check(steady, "every run gives the same bits");
  check(hash_of(newer->call(input).data<float>(), kRows * kClasses) == hash,
        "the text of PyTorch 2.15 gives the same bits");
  check(net->repr() == newer->repr(), "both texts make the same tree");
  check(hash_of(single->call(input).data<float>(), kRows * kClasses) == hash,
        "the single file gives the same bits");
  check(seen[0].count == std::int64_t{kRows} * 16 * 8 * 8, "the hook saw every value once");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s EXAMPLE_FOLDER\n", argv[0]);
    return 2;
  }
  tenon::Context* context = tenon::Context::create();
  try {
    const tenon::ContextScope scope(*context);
    demo(argv[1]);
  } catch (const std::exception& error) {
    std::printf("  FAILED  %s\n", error.what());
    failed += 1;
  }
  context->shutdown();
  context->release();
  std::printf("checks: %d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
