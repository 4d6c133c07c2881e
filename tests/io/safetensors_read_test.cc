// Reading safetensors: what the fixtures' bad files do not show.
#include "tests/io/support.h"

using namespace tenon;
using namespace tenon::test;
using namespace std::string_view_literals;

namespace {

Ref<nn::StateDict> read(const std::string& bytes) {
  return io::load_memory(as_bytes(bytes));
}

std::string corrupt(const std::string& bytes) {
  return error_of(ErrorCode::kCorrupt, [&] { read(bytes); });
}

std::string keys(const nn::StateDict& state_dict) {
  std::string text;
  for (std::int64_t i = 0; i < state_dict.count(); ++i)
    text += state_dict.key(i) + " ";
  return text;
}

constexpr char kOneFloat[] = R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";

}  // namespace

Test(safetensors_read, gives_values_shapes_and_metadata) {
  const Setting setting;
  const float values[] = {1.5f, -2, 3, 4, 5, 6};
  const auto sd = read(file_of(
      R"({"__metadata__":{"format":"pt","k":"v\n"},"w":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}})",
      {reinterpret_cast<const char*>(values), 24}));
  cr_assert(sd->count() == 1);
  const Tensor w = sd->tensor("w");
  cr_assert(w.sizes() == Shape({2, 3}) && w.dtype() == DType::kFloat32);
  cr_assert(std::memcmp(w.raw_data(), values, 24) == 0);
  cr_assert(not(w.requires_grad() || w.is_parameter()));
  cr_assert(sd->metadata() == nullptr);
  assert_same(sd->file_metadata().find("k")->as_string(), "v\n");
  cr_assert(sd->file_metadata().count() == 2);
}

Test(safetensors_read, entries_come_in_the_order_of_their_data) {
  const Setting setting;
  const auto sd = read(file_of(R"({"b":{"dtype":"U8","shape":[1],"data_offsets":[1,2]},)"
                               R"("z":{"dtype":"U8","shape":[0],"data_offsets":[1,1]},)"
                               R"("a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
                               R"("y":{"dtype":"U8","shape":[0],"data_offsets":[1,1]}})",
                               "\1\2"));
  assert_same(keys(*sd), "a z y b ");
  cr_assert(eq(int, static_cast<int>(sd->tensor("b").item_int()), 2));
}

Test(safetensors_read, a_header_length_that_looks_like_another_format_is_no_other_format) {
  const Setting setting;
  // 60 is "<", 123 is "{", 640 begins a pickle of protocol 2, 35615 gzip, 67324752 "PK\3\4".
  for (const std::size_t length : {60u, 123u, 640u, 896u, 1152u, 1408u, 35615u, 67324752u}) {
    std::string header = kOneFloat;
    header.resize(length, ' ');
    cr_assert(read(file_of(header, "\0\0\0\0"sv))->count() == 1, "%zu", length);
    // And a cut one is a cut safetensors file.
    std::string cut = file_of(kOneFloat, "\0\0\0\0"sv);
    const std::uint64_t announced = length;
    std::memcpy(cut.data(), &announced, 8);
    assert_has(corrupt(cut), "truncated: memory: the header has ");
  }
}

Test(safetensors_read, every_byte_of_a_bool_but_zero_is_true) {
  const Setting setting;
  const auto sd =
      read(file_of(R"({"m":{"dtype":"BOOL","shape":[4],"data_offsets":[0,4]}})", "\0\1\2\xff"sv));
  cr_assert(std::memcmp(sd->tensor("m").raw_data(), "\0\1\1\1", 4) == 0);
}

Test(safetensors_read, duplicate_names_are_found_after_unescaping_in_tensors_and_metadata) {
  const Setting setting;
  const std::string a = R"("a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]})";
  const std::string escaped = R"("\u0061":{"dtype":"U8","shape":[0],"data_offsets":[0,0]})";
  assert_has(corrupt(file_of("{" + a + ',' + escaped + "}")), "duplicate_key");
  assert_has(corrupt(file_of(R"({"__metadata__":{"a":"1","\u0061":"2"}})")), "duplicate_key");
  assert_has(corrupt(file_of(R"({"__metadata__":{},"__metadata__":{}})")), "duplicate_key");
  assert_has(corrupt(file_of(R"({"__metadata__":{},"\u005f_metadata__":null})")), "duplicate_key");
}

Test(safetensors_read, sizes_are_bounded_whatever_the_order_of_dims) {
  const Setting setting;
  for (const char* shape :
       {"[4294967296,4294967296]", "[4294967296,4294967296,0]", "[0,4294967296,4294967296]",
        "[0,9223372036854775808]", "[18446744073709551615]", "[9223372036854775807]",
        "[2305843009213693952]", "[0,4611686018427387904,4]"}) {
    const std::string header =
        std::string(R"({"a":{"dtype":"F64","shape":)") + shape + R"(,"data_offsets":[0,0]}})";
    assert_has(corrupt(file_of(header)), "overflow: memory: ");
  }
  cr_assert(read(file_of(R"({"a":{"dtype":"F64","shape":[0,4294967296],"data_offsets":[0,0]}})"))
                ->tensor("a")
                .sizes() == Shape({0, 4294967296}));
  std::string dims = "1";
  for (int i = 0; i < 64; ++i)
    dims += ",1";
  const std::string many = R"({"a":{"dtype":"U8","shape":[)" + dims + R"(],"data_offsets":[0,1]}})";
  assert_has(error_of(ErrorCode::kUnsupported, [&] { read(file_of(many, "x")); }),
             "bad_shape: memory: header: tensor \"a\": more than 64 dims");
}

Test(safetensors_read, nothing_is_allocated_for_a_file_that_lies_about_its_size) {
  const Setting setting;
  // 4 TB by shape and offsets, 4 bytes by file.
  assert_has(
      corrupt(file_of(
          R"({"a":{"dtype":"F32","shape":[1099511627776],"data_offsets":[0,4398046511104]}})",
          "1234")),
      "truncated: memory: the tensors have 4398046511104 bytes, 4 are there");
  cr_assert(setting.context->live_blocks() == 0);
}

Test(safetensors_read, a_tensor_of_4_bit_floats_is_opaque_and_those_beside_it_load) {
  const Setting setting;
  const auto sd = read(file_of(R"({"w":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
                               R"("f":{"dtype":"F4","shape":[2,2],"data_offsets":[1,3]},)"
                               R"("g":{"dtype":"F6_E2M3","shape":[4],"data_offsets":[3,6]}})",
                               "abcdef"));
  assert_same(keys(*sd), "w f g ");
  cr_assert(eq(int, static_cast<int>(sd->tensor("w").item_int()), 'a'));
  cr_assert(sd->get("f").kind() == ValueKind::kOpaque);
  assert_has(error_of(ErrorCode::kType, [&] { sd->tensor("f"); }), "tensor is needed, got opaque");
  assert_has(
      error_of(
          ErrorCode::kUnsupported,
          [&] { read(file_of(R"({"f":{"dtype":"F4","shape":[3],"data_offsets":[0,1]}})", "a")); }),
      "unsupported_dtype");
}

Test(safetensors_read, the_header_limit_is_an_option) {
  const Setting setting;
  const std::string bytes = file_of(kOneFloat, "\0\0\0\0"sv);
  const std::int64_t length = static_cast<std::int64_t>(sizeof kOneFloat - 1);
  io::ReadOptions options;
  options.max_header_bytes = length;
  cr_assert(io::load_memory(as_bytes(bytes), options)->count() == 1);
  for (const std::int64_t limit : {length - 1, std::int64_t{0}, std::int64_t{-1}}) {
    options.max_header_bytes = limit;
    assert_has(error_of(ErrorCode::kCorrupt, [&] { io::load_memory(as_bytes(bytes), options); }),
               "header_too_large: memory: ");
  }
}

Test(safetensors_read, state_metadata_becomes_metadata) {
  const Setting setting;
  const auto sd = read(file_of(
      R"({"__metadata__":{"tenon.state_metadata":"{\"\":{\"version\":1},\"bn\":{\"version\":2}}"}})"));
  cr_assert(sd->metadata() != nullptr && sd->metadata()->count() == 2);
  cr_assert(sd->metadata()->find("bn")->as_dict().find("version")->as_int() == 2);
  cr_assert(sd->file_metadata().count() == 0);
  for (const char* bad :
       {"x", "[]", "3", "{\\\"\\\":[1]}", "{\\\"\\\":1.5}", "{\\\"a\\\":1,\\\"a\\\":2}"}) {
    corrupt(file_of(std::string(R"({"__metadata__":{"tenon.state_metadata":")") + bad + "\"}}"));
  }
}

Test(safetensors_read, a_million_lies_cost_no_more_than_their_text, .timeout = 60) {
  const Setting setting;
  // Many names on the same bytes: memory amplification if the check came late.
  std::string header = "{";
  for (int i = 0; i < 100'000; ++i) {
    header += concat(i > 0 ? ",\"" : "\"", i,
                     R"(":{"dtype":"F32","shape":[256],"data_offsets":[0,1024]})");
  }
  header += "}";
  assert_has(corrupt(file_of(header, std::string(1024, 'x'))), "bad_offsets");
  cr_assert(setting.context->live_blocks() == 0);
}

Test(safetensors_read, unaligned_data_is_copied_to_aligned_memory) {
  const Setting setting;
  const double value = 2.5;
  std::string data("\7", 1);
  data.append(reinterpret_cast<const char*>(&value), 8);
  const auto sd = read(file_of(R"({"u":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
                               R"("d":{"dtype":"F64","shape":[],"data_offsets":[1,9]}})",
                               data));
  const Tensor d = sd->tensor("d");
  cr_assert(reinterpret_cast<std::uintptr_t>(d.raw_data()) % 8 == 0);
  cr_assert(d.item() == 2.5 && d.ndim() == 0);
}

Test(safetensors_read, messages_name_the_file_the_tensor_and_the_numbers) {
  const Setting setting;
  const Folder folder;
  write_contents(folder / "m.safetensors",
                 file_of(R"({"fc.w":{"dtype":"F32","shape":[2,2],"data_offsets":[0,4]}})", "1234"));
  assert_same(error_of(ErrorCode::kCorrupt, [&] { io::load(folder / "m.safetensors"); }),
              "size_mismatch: " + (folder / "m.safetensors") +
                  ": tensor fc.w: shape (2, 2) of F32 has 16 bytes, data_offsets give 4");
}
