// The tree of a printed model: every form that PyTorch 1.13 to 2.15 prints, and what is refused.
#include <criterion/criterion.h>

#include <string>

#include "src/nn/text_syntax.h"
#include "tenon/error.h"
#include "tests/nn/text/expect.h"

namespace {

using tenon::nn::parse_syntax;
using tenon::nn::print_syntax;
using tenon::nn::SyntaxNode;
using tenon::nn::SyntaxTree;

/// The error's text, or "" if the text parses.
std::string fault_of(const std::string& text) {
  try {
    parse_syntax(text);
    return "";
  } catch (const tenon::Error& error) {
    cr_expect(error.code() == tenon::ErrorCode::kValue);
    return error.text();
  }
}

void expect_reprints(const std::string& text) {
  const SyntaxTree tree = parse_syntax(text);
  EXPECT_TEXT(print_syntax(tree.root), text);
}

/// `text` parses into what `plain` prints.
void expect_same(const std::string& text, const std::string& plain) {
  const SyntaxTree tree = parse_syntax(text);
  EXPECT_TEXT(print_syntax(tree.root), plain);
}

const char kNet[] =
    "Sequential(\n"
    "  (0): Conv2d(3, 4, kernel_size=(3, 3), stride=(1, 1))\n"
    "  (body): Sequential(\n"
    "    (0): ReLU()\n"
    "    (missing): None\n"
    "  )\n"
    ")";

}  // namespace

Test(text_syntax, one_line_gives_class_and_arguments) {
  const SyntaxTree tree = parse_syntax("Linear(in_features=3, out_features=4, bias=True)");
  EXPECT_TEXT(std::string(tree.root.class_name), "Linear");
  cr_assert(tree.root.arguments.size() == 1u);
  EXPECT_TEXT(tree.root.arguments[0], "in_features=3, out_features=4, bias=True");
  cr_expect(tree.root.children.size() == 0u);
  cr_expect(parse_syntax("ReLU()").root.arguments.size() == 0u);
}

Test(text_syntax, children_keep_key_class_and_line) {
  const SyntaxTree tree = parse_syntax(kNet);
  cr_assert(tree.root.children.size() == 2u);
  const SyntaxNode& body = tree.root.children[1];
  EXPECT_TEXT(std::string(body.key), "body");
  cr_expect(body.line == 3);
  cr_assert(body.children.size() == 2u);
  cr_expect(body.children[0].line == 4);
  cr_expect(body.children[1].is_none());
  expect_reprints(kNet);
}

Test(text_syntax, extra_lines_and_children_of_one_module_are_told_apart) {
  expect_reprints(
      "Stage(\n"
      "  dim=128, depth=2\n"
      "  note: (not) a child\n"
      "  (blocks): ModuleList(\n"
      "    (0-1): 2 x Block(\n"
      "      dim=128, num_heads=4\n"
      "      (attn): Attention()\n"
      "    )\n"
      "  )\n"
      ")");
}

Test(text_syntax, repeated_children_give_first_index_and_count) {
  const SyntaxTree tree = parse_syntax("ModuleList(\n  (3-5): 3 x ReLU()\n)");
  cr_assert(tree.root.children.size() == 1u);
  cr_expect(tree.root.children[0].first == 3);
  cr_expect(tree.root.children[0].repeat == 3);
  expect_reprints("ModuleList(\n  (3-5): 3 x ReLU()\n)");
  expect_reprints("ModuleList(\n  (0-1): 2 x None\n)");
}

Test(text_syntax, entries_of_a_parameter_list_are_no_children) {
  const char* text =
      "Holder(\n"
      "  (list): ParameterList(\n"
      "      (0): Parameter containing: [torch.float32 of size 2x3]\n"
      "      (1): Object of type: int\n"
      "  )\n"
      "  (single): ParameterDict(  (w): Parameter containing: [torch.FloatTensor of size 2])\n"
      ")";
  const SyntaxTree tree = parse_syntax(text);
  cr_assert(tree.root.children.size() == 2u);
  cr_expect(tree.root.children[0].children.size() == 0u);
  EXPECT_TEXT(tree.root.children[0].arguments[1], "  (1): Object of type: int");
  expect_reprints(text);
  expect_reprints(
      "ParameterList(\n"
      "    (0): Parameter containing: [torch.float32 of size 2]\n"
      "    (1): Parameter containing: [torch.float32 of size 2x3]\n"
      ")");
}

Test(text_syntax, own_print_of_a_transform_is_kept_as_lines) {
  expect_reprints(
      "RCNN(\n"
      "  (transform): GeneralizedRCNNTransform(\n"
      "      Normalize(mean=[0.485, 0.456, 0.406], std=[0.229, 0.224, 0.225])\n"
      "      Resize(min_size=(800,), max_size=1333, mode='bilinear')\n"
      "  )\n"
      "  (rest): ReLU()\n"
      ")");
}

Test(text_syntax, a_printed_module_inside_extra_lines_stays_text) {
  expect_reprints(
      "Wrapper(\n"
      "  inner=Sequential(\n"
      "    (0): ReLU()\n"
      "  )\n"
      "  (child): Tanh()\n"
      ")");
}

Test(text_syntax, any_consistent_indentation_is_read) {
  expect_same(
      "Sequential(\n    (0): Sequential(\n        (0): ReLU()\n        (1): Sequential(\n"
      "            (0): ReLU()\n        )\n    )\n)",
      "Sequential(\n  (0): Sequential(\n    (0): ReLU()\n    (1): Sequential(\n"
      "      (0): ReLU()\n    )\n  )\n)");
  expect_same("Sequential(\n (0): A(\n  x=1\n  (b): B()\n )\n)",
              "Sequential(\n  (0): A(\n    x=1\n    (b): B()\n  )\n)");
  expect_same("Sequential(\n\t(0): A(\n\t\tx=1\n\t\t(b): B()\n\t)\n)",
              "Sequential(\n  (0): A(\n    x=1\n    (b): B()\n  )\n)");
}

Test(text_syntax, a_text_indented_as_a_whole_is_read) {
  expect_same("    Sequential(\n      (0): ReLU()\n    )", "Sequential(\n  (0): ReLU()\n)");
}

Test(text_syntax, line_ends_blanks_and_byte_order_mark_do_not_matter) {
  expect_same(
      "\xef\xbb\xbf\r\n\r\nSequential(  \r\n  (0): ReLU() \t\r\n\r\n  (1): Tanh()\r\n)  \r\n\r\n  "
      "\r\n",
      "Sequential(\n  (0): ReLU()\n  (1): Tanh()\n)");
}

Test(text_syntax, blank_lines_between_extra_lines_are_part_of_them) {
  const SyntaxTree tree = parse_syntax("Foo(\n  a\n  \n  b\n\n  (c): ReLU()\n)");
  cr_assert(tree.root.arguments.size() == 3u);
  EXPECT_TEXT(tree.root.arguments[1], "");
}

Test(text_syntax, blanks_inside_the_parentheses_are_kept) {
  EXPECT_TEXT(parse_syntax("Foo(dim=3, )  ").root.arguments[0], "dim=3, ");
}

Test(text_syntax, arguments_may_go_on_in_deeper_lines) {
  const SyntaxTree tree = parse_syntax(
      "Sequential(\n"
      "  (0): Conv2d(3, 64,\n"
      "              kernel_size=(3, 3),\n"
      "              stride=1)\n"
      "  (1): Conv2d(3, 64, (3, 3)\n"
      "    , 1\n"
      "  )\n"
      ")");
  cr_assert(tree.root.children.size() == 2u);
  cr_expect(tree.root.children[0].arguments.size() == 3u);
  EXPECT_TEXT(tree.root.children[0].arguments[2], "stride=1");
  cr_expect(tree.root.children[1].arguments.size() == 2u);
}

Test(text_syntax, an_unknown_print_may_hold_odd_brackets) {
  expect_reprints("Sequential(\n  (0): Odd(it's :-( fine)\n  (1): ReLU()\n)");
}

Test(text_syntax, keys_may_hold_anything_but_the_end_mark) {
  const SyntaxTree tree = parse_syntax("ModuleDict(\n  (a b(c)): ReLU()\n  (0-1): Tanh()\n)");
  EXPECT_TEXT(std::string(tree.root.children[0].key), "a b(c)");
  EXPECT_TEXT(std::string(tree.root.children[1].key), "0-1");
}

Test(text_syntax, what_follows_after_a_hash_is_handed_on) {
  const SyntaxTree tree = parse_syntax("ReLU()\n\n# class ReLU at: x\ndef forward\n");
  EXPECT_TEXT(std::string(tree.rest), "# class ReLU at: x\ndef forward\n");
  cr_expect(tree.rest_line == 3);
  cr_expect(parse_syntax("# a note\nReLU()").rest.size() == 0u);
}

Test(text_syntax, faults_name_line_class_and_path) {
  EXPECT_TEXT(fault_of(""), "line 1: the text is empty");
  EXPECT_TEXT(fault_of(" \n\n"), "line 1: the text is empty");
  EXPECT_TEXT(fault_of("hello"), "line 1: expected a class as in 'Linear(', found 'hello'");
  EXPECT_TEXT(fault_of("None"), "line 1: the model cannot be 'None'");
  EXPECT_TEXT(fault_of("2 x ReLU()"), "line 1: the model cannot be '2 x ReLU()'");
  EXPECT_TEXT(fault_of("Sequential(\n  (a): Sequential(\n    (0): ReLU()\n"),
              "line 3: Sequential (a): not closed (opened in line 2)");
  EXPECT_TEXT(fault_of("Sequential(\n  (0): ReLU()\n  (1): <odd>\n)"),
              "line 3: Sequential: '<odd>' of '1' is no module as in 'Linear('");
  EXPECT_TEXT(fault_of("Sequential(\n  (0): ReLU()\n   (1): ReLU()\n)"),
              "line 3: Sequential: '1' is indented by 3 blanks, its siblings by 2");
  EXPECT_TEXT(
      fault_of("Sequential(\n  (0): ReLU()\nReLU()\n)"),
      "line 3: Sequential: 'ReLU()' is indented by 0 blanks, inside a block that needs more "
      "than 0");
  EXPECT_TEXT(fault_of("Sequential(\n  (0): ReLU()\n  dim=3\n)"),
              "line 3: Sequential: 'dim=3' after the children");
  EXPECT_TEXT(fault_of("ReLU()\nReLU()"), "line 2: 'ReLU()' after the end of the model");
  EXPECT_TEXT(fault_of("Sequential(\n  (0): Linear(3, 4\n  (1): ReLU()\n)"),
              "line 2: Linear (0): the parenthesis is not closed");
  EXPECT_TEXT(fault_of("Linear(3, 4) + 1"), "line 1: Linear: '+ 1' after the closing parenthesis");
}

Test(text_syntax, ranges_must_agree_with_their_count) {
  EXPECT_TEXT(fault_of("ModuleList(\n  (0-2): 4 x ReLU()\n)"),
              "line 2: ReLU (0-2): the range 0-2 does not hold 4 modules");
  EXPECT_TEXT(fault_of("ModuleList(\n  (2-1): 0 x ReLU()\n)"),
              "line 2: ReLU (2-1): the range 2-1 does not hold 0 modules");
  EXPECT_TEXT(fault_of("ModuleList(\n  (a): 4 x ReLU()\n)"),
              "line 2: ReLU (a): '4 x' needs a range of indices as in (0-2)");
}

Test(text_syntax, two_children_of_one_name_are_refused) {
  EXPECT_TEXT(fault_of("Sequential(\n  (0): ReLU()\n  (0): Tanh()\n)"),
              "line 3: Tanh (0): another child has that name already");
}

Test(text_syntax, absurd_sizes_are_refused_at_once) {
  EXPECT_TEXT(fault_of("ModuleList(\n  (0-999999999): 1000000000 x ReLU()\n)"),
              "line 2: ReLU (0-999999999): repeated 1000000000 times; at most 16384 modules stand "
              "side by side");
  EXPECT_TEXT(fault_of("ModuleList(\n  (0-99999999999999999999): 3 x ReLU()\n)"),
              "line 2: ReLU (0-99999999999999999999): '3 x' needs a range of indices as in (0-2)");
  EXPECT_TEXT(
      fault_of("ModuleList(\n  (0-9999): 10000 x ModuleList(\n    (0-9999): 10000 x ReLU()\n"
               "  )\n)"),
      "line 3: ReLU (0-9999.0-9999): more than 262144 modules");
  std::string wide = "ModuleList(\n";
  for (int i = 0; i < 20; ++i) {
    wide += "  (" + std::to_string(1000 * i) + "-" + std::to_string(1000 * i + 999) +
            "): 1000 x ReLU()\n";
  }
  EXPECT_TEXT(fault_of(wide + ")"),
              "line 18: ReLU (16000-16999): more than 16384 modules side by side");
  std::string deep;
  for (int i = 0; i < 100000; ++i)
    deep += std::string(static_cast<std::size_t>(i % 300), ' ') + "(0): A(\n";
  cr_expect(fault_of("A(\n" + deep) != "");
  std::string nested = "A(\n";
  for (std::size_t i = 1; i <= 250; ++i)
    nested += std::string(i, ' ') + "(0): A(\n";
  const std::string fault = fault_of(nested);
  cr_expect(fault.find("line 202: A (0.0.") == 0, "%s", fault.c_str());
  cr_expect(fault.find("nested deeper than 200 modules") != std::string::npos);
}
