// Broken texts are refused with an Error or give a module; nothing else ever happens.
#include <criterion/criterion.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tenon/context.h"
#include "tenon/error.h"
#include "tenon/nn/text.h"
#include "tests/nn/text/expect.h"

namespace {

/// xorshift64*: the same texts in every run.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}
  std::size_t below(std::size_t n) {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<std::size_t>((state_ * 0x2545f4914f6cdd1du) >> 33) % n;
  }

 private:
  std::uint64_t state_;
};

constexpr std::string_view kTexts[] = {
    "Sequential(\n"
    "  (0): Conv2d(3, 4, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1), bias=False)\n"
    "  (1): BatchNorm2d(4, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)\n"
    "  (2): ReLU(inplace=True)\n"
    "  (3): MaxPool2d(kernel_size=2, stride=2, padding=0, dilation=1, ceil_mode=False)\n"
    "  (4): Flatten(start_dim=1, end_dim=-1)\n"
    "  (5): Linear(in_features=16, out_features=10, bias=True)\n"
    ")",
    "Net(\n"
    "  dim=3, depth=2\n"
    "  (blocks): ModuleList(\n"
    "    (0-2): 3 x Block(\n"
    "      (norm): LayerNorm((8,), eps=1e-06, elementwise_affine=True)\n"
    "      (attn): MultiheadAttention(\n"
    "        num_heads=2\n"
    "        (out_proj): NonDynamicallyQuantizableLinear(in_features=8, out_features=8, "
    "bias=True)\n"
    "      )\n"
    "      (act): GELU(approximate='none')\n"
    "    )\n"
    "  )\n"
    "  (gone): None\n"
    "  (list): ParameterList(\n"
    "      (0): Parameter containing: [torch.float32 of size 2x3]\n"
    "      (1): Object of type: int\n"
    "  )\n"
    "  (rnn): LSTM(3, 4, num_layers=2, bidirectional=True)\n"
    ")",
    "ModuleDict(\n"
    "  (loss): CrossEntropyLoss(weight=torch.empty((3,), dtype=torch.float32), reduction='sum')\n"
    "  (up): Upsample(scale_factor=(2.0, 3.0), mode=bilinear)\n"
    "  (shape): Unflatten(dim=1, unflattened_size=torch.Size([2, 3]))\n"
    "  (layer): TransformerEncoderLayer(d_model=8, nhead=2, activation=GELU())\n"
    ")",
};

constexpr std::string_view kPieces[] = {"(",
                                        ")",
                                        "[",
                                        "]",
                                        "{",
                                        "}",
                                        ",",
                                        "=",
                                        ": ",
                                        "'",
                                        "\"",
                                        "\\",
                                        "\n",
                                        "\r\n",
                                        "  ",
                                        "\t",
                                        "-",
                                        ".",
                                        "#",
                                        "None",
                                        "True",
                                        " x ",
                                        "3 x ",
                                        "0-9",
                                        "99999",
                                        "1e308",
                                        "nan",
                                        "<",
                                        ">",
                                        "ReLU()",
                                        "A(",
                                        "\n)",
                                        "\n  (0): Sequential(",
                                        "torch.Size(",
                                        "\xff",
                                        "\xef\xbb\xbf",
                                        std::string_view("\0", 1)};

std::string mutate(std::string text, Dice* dice) {
  const std::size_t changes = 1 + dice->below(4);
  for (std::size_t i = 0; i < changes; ++i) {
    const std::size_t at = dice->below(text.size() + 1);
    const std::size_t length = std::min(dice->below(30), text.size() - at);
    const std::size_t to = dice->below(text.size() + 1);
    switch (dice->below(6)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, kPieces[dice->below(std::size(kPieces))]);
        break;
      case 2:
        text.insert(to, text.substr(at, length));
        break;
      case 3:
        if (at < text.size())
          text[at] = static_cast<char>(dice->below(256));
        break;
      case 4:
        if (at < text.size() && text[at] >= '0' && text[at] <= '9')
          text.insert(at, "7");
        break;
      default:
        if (dice->below(8) == 0)
          text.resize(at);
    }
    if (text.empty())
      text = ")";
  }
  return text;
}

/// A host that grants 64 MB, so that an absurd size is kNoMemory and not a test that swaps.
struct Budget {
  std::size_t left = 64u << 20;

  static void* allocate(void* user_data, std::size_t bytes, std::size_t alignment) {
    Budget* budget = static_cast<Budget*>(user_data);
    if (bytes > budget->left)
      return nullptr;
    void* block = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (block != nullptr)
      budget->left -= bytes;
    return block;
  }
  static void deallocate(void* user_data, void* block, std::size_t bytes, std::size_t) {
    static_cast<Budget*>(user_data)->left += bytes;
    std::free(block);
  }
};

}  // namespace

Test(text_mutations, broken_texts_give_errors_or_modules) {
  Budget budget;
  tenon::ContextOptions options;
  options.allocator = {&budget, Budget::allocate, Budget::deallocate};
  options.cache_bytes = 0;
  tenon::Context* context = tenon::Context::create(options);
  int parsed = 0;
  int refused = 0;
  {
    const tenon::ContextScope scope(*context);
    for (const std::string_view base : kTexts) {
      for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        Dice dice(seed);
        const std::string text = mutate(std::string(base), &dice);
        try {
          const tenon::Ref<tenon::nn::Module> module = tenon::nn::parse(text);
          // What was read can be written and read again.
          const std::string written = tenon::nn::text(*module);
          EXPECT_TEXT(tenon::nn::parse(written)->repr(), module->repr());
          ++parsed;
        } catch (const tenon::Error& error) {
          cr_expect(error.code() != tenon::ErrorCode::kInternal, "%s", error.what());
          ++refused;
        }
      }
    }
  }
  context->release();
  cr_expect(budget.left == 64u << 20);
  cr_expect(parsed > 100);
  cr_expect(refused > 1000);
}
