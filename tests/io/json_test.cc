// The reader of file headers: what it takes, what it refuses, and that it stays bounded.
#include "src/io/json.h"

#include <vector>

#include "tests/io/support.h"

using namespace tenon;
using namespace tenon::io;
using namespace tenon::test;

namespace {

std::string error_in(std::string_view text) {
  return error_of(ErrorCode::kCorrupt, [&] { JsonReader::check(text, "text"); });
}

std::string string_in(std::string_view text) {
  JsonReader reader(text, "text");
  std::string out;
  reader.read_string(&out);
  reader.finish();
  return out;
}

}  // namespace

Test(json, accepts_what_the_grammar_allows) {
  for (const char* text :
       {"{}", "[]", " \t\r\n{ } ", "null", "true", "false", "0", "-0", "-1.5e+10", "1E9", "\"\"",
        R"({"a":[1,{"b":null}],"c":"\u00e9\/\b\f\n\r\t\"\\"})", "[[[]],[],{}]"}) {
    JsonReader::check(text, text);
  }
}

Test(json, refuses_what_the_grammar_forbids) {
  for (const char* text : {"",
                           " ",
                           "{",
                           "}",
                           "[",
                           "{]",
                           "[}",
                           "[1,]",
                           "[,1]",
                           "{\"a\"}",
                           "{\"a\":}",
                           "{\"a\":1,}",
                           "{\"a\" 1}",
                           "{a:1}",
                           "{1:2}",
                           "01",
                           "-",
                           "+1",
                           "1.",
                           ".5",
                           "1e",
                           "1e+",
                           "0x1",
                           "nul",
                           "nulll",
                           "True",
                           "NaN",
                           "Infinity",
                           "\"",
                           "\"\\\"",
                           "\"\\x\"",
                           "\"\\u12\"",
                           "\"\\u12g4\"",
                           "\"\n\"",
                           "\"\\ud800\"",
                           "\"\\udc00\"",
                           "\"\\ud800\\u0041\"",
                           "{} {}",
                           "[] x",
                           "'a'",
                           "\xef\xbb\xbf{}",
                           "// a\n{}"}) {
    assert_has(error_in(text), "bad_json: text: bad JSON at byte ");
  }
}

Test(json, unescapes_to_utf8) {
  assert_same(string_in(R"("a\"b\\c\u00e9\ud83d\ude00\u4e2d")"), "a\"b\\c\u00e9\U0001f600\u4e2d");
  cr_assert(string_in(R"("x\u0000y")") == std::string("x\0y", 3));
}

Test(json, reads_integers_exactly_up_to_64_bits_or_not_at_all) {
  const struct {
    const char* text;
    bool is_uint;
    std::uint64_t value;
  } cases[] = {{"0", true, 0},
               {"9007199254740993", true, 9007199254740993u},
               {"18446744073709551615", true, UINT64_MAX},
               {"18446744073709551616", false, 0},
               {"340282366920938463463374607431768211456", false, 0},
               {"-1", false, 0},
               {"-0", false, 0},
               {"4.0", false, 0},
               {"4e0", false, 0}};
  for (const auto& c : cases) {
    JsonReader reader(c.text, c.text);
    std::uint64_t value = 0;
    cr_assert(reader.read_uint(&value) == c.is_uint, "%s", c.text);
    if (c.is_uint)
      cr_assert(value == c.value, "%s", c.text);
    reader.finish();
  }
  std::int64_t number = 0;
  cr_assert(JsonReader("-9223372036854775808", "").read_int(&number) && number == INT64_MIN);
  cr_assert(JsonReader("9223372036854775807", "").read_int(&number) && number == INT64_MAX);
  cr_assert(not(JsonReader("9223372036854775808", "").read_int(&number)));
}

Test(json, walks_objects_and_arrays_in_order) {
  JsonReader reader(R"({"a":[1,2],"b":{"c":[]},"a":null})", "text");
  std::string seen;
  std::string key;
  reader.begin_object();
  while (reader.next_key(&key)) {
    seen += key;
    if (key == "a" && reader.peek() == JsonReader::Kind::kArray) {
      reader.begin_array();
      while (reader.next_item()) {
        std::uint64_t value = 0;
        cr_assert(reader.read_uint(&value));
        seen += std::to_string(value);
      }
    } else {
      reader.skip();
    }
  }
  reader.finish();
  assert_same(seen, "a12ba");
}

Test(json, bounds_nesting_without_recursion) {
  JsonReader::check(std::string(128, '[') + std::string(128, ']'), "text");
  assert_has(error_in(std::string(129, '[') + std::string(129, ']')), "128 levels");
  std::string objects;
  for (int i = 0; i < 1'000'000; ++i)
    objects += "{\"a\":";
  assert_has(error_in(objects), "128 levels");
}

Test(json, knows_utf8) {
  for (const char* good : {"", "a", "\u00e9", "\u4e2d", "\U0001f600", "\xed\x9f\xbf",
                           "\xee\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    cr_assert(find_bad_utf8(good) == std::string_view::npos);
  }
  // Overlong, surrogate, beyond Unicode, stray, cut.
  for (const char* bad : {"\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80",
                          "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\x80",
                          "\xff", "\xc3", "\xe4\xb8", "\xf0\x9f\x98", "\xc3("}) {
    cr_assert(find_bad_utf8(std::string("ab") + bad) == 2u);
  }
}

Test(json, escapes_strings_as_the_reference_writer_does) {
  std::string out;
  append_json_string(out, std::string("q\" b\\ /\n\t\r\b\f\x01\x1f\x7f \u00e9\0", 19));
  assert_same(out, "\"q\\\" b\\\\ /\\n\\t\\r\\b\\f\\u0001\\u001f\x7f \u00e9\\u0000\"");
}
