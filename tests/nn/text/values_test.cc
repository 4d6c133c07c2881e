// Argument lists of printed modules as values.
#include <criterion/criterion.h>

#include <string>

#include "src/nn/text_values.h"
#include "tenon/context.h"
#include "tenon/error.h"
#include "tests/nn/text/expect.h"

namespace {

using tenon::Value;
using tenon::ValueKind;
using tenon::nn::Arguments;

/// A context for the length of a test.
struct Scope {
  Scope() : context(tenon::Context::create()), scope(*context) {}
  ~Scope() { context->release(); }
  tenon::Context* context;
  tenon::ContextScope scope;
};

Value refuse(std::string_view name, const Arguments&) {
  tenon::fail(tenon::ErrorCode::kValue, "no call of '", name, "' here");
}

/// A call as a dict of its name, so that tests see what arrived.
Value as_dict(std::string_view name, const Arguments& arguments) {
  Value dict = Value::dict();
  dict.as_dict().set("name", Value(name));
  for (const auto& [key, value] : arguments.keywords)
    dict.as_dict().set(key, value);
  return dict;
}

Arguments read(std::string_view text) {
  return tenon::nn::parse_arguments(text, refuse);
}

/// The only value of a text, written as Python does.
std::string only(std::string_view text) {
  const Arguments arguments = read(text);
  cr_assert(arguments.positional.size() == 1u);
  cr_expect(arguments.keywords.size() == 0u);
  return arguments.positional[0].to_string();
}

std::string fault_of(std::string_view text) {
  try {
    read(text);
    return "";
  } catch (const tenon::Error& error) {
    return error.text();
  }
}

}  // namespace

Test(text_values, positional_come_before_named_ones) {
  Scope scope;
  const Arguments a = read("3, 64, kernel_size=(3, 3), padding=same, bias=False");
  cr_assert(a.positional.size() == 2u);
  cr_expect(a.positional[1].as_int() == 64);
  cr_assert(a.keywords.size() == 3u);
  EXPECT_TEXT(a.find("kernel_size")->to_string(), "(3, 3)");
  cr_expect(a.find("padding")->kind() == ValueKind::kString);
  cr_expect(a.find("bias")->kind() == ValueKind::kBool);
  cr_expect(a.find("stride") == nullptr);
  cr_expect(read("").positional.size() == 0u);
  cr_expect(read(" \n ").keywords.size() == 0u);
}

Test(text_values, numbers_keep_their_kind) {
  Scope scope;
  EXPECT_TEXT(only("1"), "1");
  EXPECT_TEXT(only("-1"), "-1");
  EXPECT_TEXT(only("1.0"), "1.0");
  EXPECT_TEXT(only("1e-05"), "1e-05");
  EXPECT_TEXT(only(".5"), "0.5");
  EXPECT_TEXT(only("2."), "2.0");
  EXPECT_TEXT(only("-3.5E+2"), "-350.0");
  EXPECT_TEXT(only("0.3333333333333333"), "0.3333333333333333");
  EXPECT_TEXT(only("-9223372036854775808"), "-9223372036854775808");
  EXPECT_TEXT(only("9223372036854775807"), "9223372036854775807");
  EXPECT_TEXT(only("-0.0"), "-0.0");
  EXPECT_TEXT(only("inf"), "inf");
  EXPECT_TEXT(only("-inf"), "-inf");
  EXPECT_TEXT(only("float('-inf')"), "-inf");
  EXPECT_TEXT(only("nan"), "nan");
  EXPECT_TEXT(only("1e999"), "inf");
}

Test(text_values, containers_nest_and_keep_their_kind) {
  Scope scope;
  EXPECT_TEXT(only("(3,)"), "(3,)");
  EXPECT_TEXT(only("(3)"), "3");
  EXPECT_TEXT(only("()"), "()");
  EXPECT_TEXT(only("[1, 2.0, [None]]"), "[1, 2.0, [None]]");
  EXPECT_TEXT(only("(5, None,)"), "(5, None)");
  EXPECT_TEXT(only("torch.Size([2, 3])"), "(2, 3)");
  EXPECT_TEXT(only("Size([])"), "()");
  EXPECT_TEXT(only("(('h', 2), ('w', 3))"), "(('h', 2), ('w', 3))");
  EXPECT_TEXT(only("{'a': 1, \"b\": (2,)}"), "{'a': 1, 'b': (2,)}");
}

Test(text_values, words_strings_and_dtypes) {
  Scope scope;
  EXPECT_TEXT(only("nearest"), "'nearest'");
  EXPECT_TEXT(only("'nearest'"), "'nearest'");
  EXPECT_TEXT(only("\"it's\""), "'it\\'s'");
  EXPECT_TEXT(only("'a\\n\\x41\\u00e9' 'b'"),
              "'a\\nA\xc3\xa9"
              "b'");
  EXPECT_TEXT(only("torch.float16"), "torch.float16");
  EXPECT_TEXT(only("float16"), "'float16'");
  EXPECT_TEXT(only("True"), "True");
  EXPECT_TEXT(only("None"), "None");
  EXPECT_TEXT(only("Nonesuch"), "'Nonesuch'");
  EXPECT_TEXT(only("mean-pool"), "'mean-pool'");
  EXPECT_TEXT(only("<function relu at 0x7f0011223344>"), "'relu'");
  EXPECT_TEXT(only("<built-in function gelu>"), "'gelu'");
}

Test(text_values, tensors_without_values) {
  Scope scope;
  const Value v = read("torch.empty((2, 3), dtype=torch.float64)").positional[0];
  EXPECT_TEXT(v.to_string(), "tensor(2, 3)");
  cr_expect(v.as_tensor().dtype() == tenon::DType::kFloat64);
  EXPECT_TEXT(tenon::nn::spell(v), "torch.empty((2, 3), dtype=torch.float64)");
  EXPECT_TEXT(only("torch.empty(4)"), "tensor(4,)");
  EXPECT_TEXT(only("torch.empty(())"), "tensor()");
}

Test(text_values, nested_calls_reach_the_maker) {
  Scope scope;
  const Arguments a =
      tenon::nn::parse_arguments("pool_type=avg, activation=nn.GELU(approximate='tanh')", as_dict);
  EXPECT_TEXT(a.find("activation")->to_string(), "{'name': 'nn.GELU', 'approximate': 'tanh'}");
}

Test(text_values, line_ends_part_values_as_commas_do) {
  Scope scope;
  const Arguments a = read("in_features=3\nout_features=4,\nbias=True,");
  cr_expect(a.keywords.size() == 3u);
}

Test(text_values, faults_say_what_was_found) {
  Scope scope;
  EXPECT_TEXT(fault_of("3, , 4"), "expected a value, found ', 4'");
  EXPECT_TEXT(fault_of("3 4"), "expected ',', found '4'");
  EXPECT_TEXT(fault_of("(3, 4"), "expected ')', found the end");
  EXPECT_TEXT(fault_of("(3 4)"), "expected ',' or ')', found '4)'");
  EXPECT_TEXT(fault_of("a=1, a=2"), "option 'a' given twice");
  EXPECT_TEXT(fault_of("a=1, 2"), "a value without a name (2) after 'a='");
  EXPECT_TEXT(fault_of("a="), "expected a value, found the end");
  EXPECT_TEXT(fault_of("'abc"), "a string is not closed");
  EXPECT_TEXT(fault_of("'\\x4'"), "a string has a bad \\ escape");
  EXPECT_TEXT(fault_of("1.2.3"), "'1.2.3' is no number");
  EXPECT_TEXT(fault_of("12abc"), "'12a' is no number");
  EXPECT_TEXT(fault_of("1e"), "'1e' is no number");
  EXPECT_TEXT(fault_of("-"), "'-' is no number");
  EXPECT_TEXT(fault_of("99999999999999999999"),
              "the number 99999999999999999999 does not fit 64 bits");
  EXPECT_TEXT(fault_of("<class 'x'>"), "no value can be made of <class 'x'>");
  EXPECT_TEXT(fault_of("Foo()"), "no call of 'Foo' here");
  EXPECT_TEXT(fault_of("torch.Size(3)"), "torch.Size takes one list of sizes");
  EXPECT_TEXT(fault_of("{1: 2}"), "expected a quoted key, found '1: 2}'");
  EXPECT_TEXT(fault_of(std::string(100000, '(')), "values nested deeper than 32");
  EXPECT_TEXT(fault_of("%"), "expected a value, found '%'");
}

Test(text_values, spelling_reads_back) {
  Scope scope;
  for (const char* text :
       {"None", "1", "1.0", "'a\\'b\\\\'", "(1,)", "[1, (2, 3)]", "torch.bfloat16",
        "{'k': [inf, -inf]}", "torch.empty((), dtype=torch.int64)"}) {
    const Value value = read(text).positional[0];
    EXPECT_TEXT(tenon::nn::spell(value), text);
  }
}
