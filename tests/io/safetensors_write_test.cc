// Writing safetensors: the reference's layout byte for byte, everything comes back bit for bit.
#include <random>
#include <vector>

#include "tests/io/support.h"

using namespace tenon;
using namespace tenon::test;
using namespace std::literals;

namespace {

Ref<nn::StateDict> empty() {
  return make<nn::StateDict>(Context::current());
}

std::string header_of(const std::string& bytes) {
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  return bytes.substr(8, length);
}

Ref<nn::StateDict> again(const nn::StateDict& state_dict) {
  return io::load_memory(as_bytes(io::save_memory(state_dict)));
}

std::string bytes_of(const Tensor& tensor) {
  std::string bytes(static_cast<std::size_t>(tensor.numel() * dtype_size(tensor.dtype())), '\0');
  tensor.read(bytes.data(), static_cast<std::int64_t>(bytes.size()));
  return bytes;
}

std::string refusal(ErrorCode code, const nn::StateDict& state_dict) {
  return error_of(code, [&] { io::save_memory(state_dict); });
}

const DType kWritten[] = {
    DType::kBool,         DType::kUInt8,         DType::kInt8,           DType::kFloat8E5M2,
    DType::kFloat8E4M3FN, DType::kFloat8E8M0FNU, DType::kFloat8E4M3FNUZ, DType::kFloat8E5M2FNUZ,
    DType::kInt16,        DType::kUInt16,        DType::kFloat16,        DType::kBFloat16,
    DType::kInt32,        DType::kUInt32,        DType::kFloat32,        DType::kComplex64,
    DType::kFloat64,      DType::kInt64,         DType::kUInt64};

}  // namespace

Test(safetensors_write, has_the_reference_layout_byte_for_byte) {
  const Setting setting;
  const auto sd = empty();
  sd->set("b", Tensor::of<float>({1, 2}));
  sd->set("m", Tensor::of<bool>({true, false, true}));
  sd->set("a", Tensor::of<float>({3}, {1, 1}));
  sd->set("n", Tensor::scalar_int(7));
  sd->file_metadata().set("z", "1");
  sd->file_metadata().set("author", "me");
  std::string header = R"({"__metadata__":{"author":"me","format":"pt","z":"1"},)"
                       R"("n":{"dtype":"I64","shape":[],"data_offsets":[0,8]},)"
                       R"("a":{"dtype":"F32","shape":[1,1],"data_offsets":[8,12]},)"
                       R"("b":{"dtype":"F32","shape":[2],"data_offsets":[12,20]},)"
                       R"("m":{"dtype":"BOOL","shape":[3],"data_offsets":[20,23]}})";
  header.resize((header.size() + 7) / 8 * 8, ' ');
  const std::string data = "\7\0\0\0\0\0\0\0\0\0\x40\x40\0\0\x80\x3f\0\0\0\x40\1\0\1"s;
  cr_assert(io::save_memory(*sd) == file_of(header, data));
}

Test(safetensors_write, an_empty_dict_is_a_file) {
  const Setting setting;
  std::string header = R"({"__metadata__":{"format":"pt"}})";
  cr_assert(header.size() % 8 == 0);
  cr_assert(io::save_memory(*empty()) == file_of(header));
}

Test(safetensors_write, the_header_is_a_multiple_of_8_for_every_length) {
  const Setting setting;
  for (std::size_t n = 0; n < 16; ++n) {
    const auto sd = empty();
    sd->set(std::string(n, 'k'), Tensor::of<float>({1}));
    const std::string bytes = io::save_memory(*sd);
    cr_assert(header_of(bytes).size() % 8 == 0);
    cr_assert(bytes.size() == 8 + header_of(bytes).size() + 4);
    cr_assert(io::load_memory(as_bytes(bytes))->count() == 1);
  }
}

Test(safetensors_write, every_dtype_comes_back_bit_for_bit) {
  const Setting setting;
  std::mt19937_64 random(1);
  const auto sd = empty();
  for (const DType dtype : kWritten) {
    const Tensor tensor = Tensor::empty(Shape({3, 5, 7}), dtype);
    auto* bytes = static_cast<std::uint8_t*>(tensor.raw_data());
    for (std::int64_t i = 0; i < 105 * dtype_size(dtype); ++i) {
      bytes[i] = static_cast<std::uint8_t>(dtype == DType::kBool ? random() % 2 : random());
    }
    sd->set(std::string(dtype_name(dtype)), tensor);
  }
  const auto back = again(*sd);
  cr_assert(back->count() == sd->count());
  for (std::int64_t i = 0; i < sd->count(); ++i) {
    const Tensor was = sd->value(i).as_tensor();
    const Tensor is = back->tensor(sd->key(i));
    cr_assert(is.dtype() == was.dtype() && is.sizes() == was.sizes(), "%s", sd->key(i).c_str());
    cr_assert(bytes_of(is) == bytes_of(was), "%s", sd->key(i).c_str());
  }
}

Test(safetensors_write, nan_payloads_infinities_zeros_and_denormals_survive) {
  const Setting setting;
  const std::vector<std::uint32_t> bits = {0x7fc00001, 0xffc12345, 0x7f800001, 0x7f800000,
                                           0xff800000, 0x80000000, 0x00000001, 0x807fffff};
  const std::vector<std::uint64_t> wide = {0x7ff0000000000001, 0xfff8dead0000beef,
                                           0x8000000000000000, 1};
  const std::int64_t n[] = {8};
  const std::int64_t m[] = {4};
  const auto sd = empty();
  sd->set("f", Tensor::from_data(bits.data(), n, DType::kFloat32));
  sd->set("d", Tensor::from_data(wide.data(), m, DType::kFloat64));
  const auto back = again(*sd);
  cr_assert(std::memcmp(back->tensor("f").raw_data(), bits.data(), 32) == 0);
  cr_assert(std::memcmp(back->tensor("d").raw_data(), wide.data(), 32) == 0);
}

Test(safetensors_write, scalars_empty_tensors_and_odd_names_survive) {
  const Setting setting;
  const auto sd = empty();
  const std::vector<std::string> names = {
      "",           " ",      "a.b/c", "q\"\\", "nl\n\t\x01\x7f", "\u00e9", "e\u0301", "\U0001f511",
      "__metadata", "format", "..",    "a b"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    sd->set(names[i], Tensor::scalar(static_cast<double>(i), DType::kFloat32));
  }
  sd->set("z", Tensor::zeros(Shape({2, 0, 3}), DType::kBFloat16));
  sd->set("rank8", Tensor::ones(Shape({1, 2, 1, 2, 1, 2, 1, 2}), DType::kInt8));
  const auto back = again(*sd);
  cr_assert(back->count() == sd->count());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Tensor t = back->tensor(names[i]);
    cr_assert(t.ndim() == 0 && t.item() == static_cast<double>(i), "%zu", i);
  }
  cr_assert(back->tensor("z").sizes() == Shape({2, 0, 3}));
  cr_assert(back->tensor("rank8").sizes() == Shape({1, 2, 1, 2, 1, 2, 1, 2}));
}

Test(safetensors_write, views_are_written_row_major) {
  const Setting setting;
  const Tensor base = Tensor::of<float>({0, 1, 2, 3, 4, 5}, {2, 3});
  const auto sd = empty();
  sd->set("transposed", base.as_strided(Shape({3, 2}), Strides({1, 3}), 0));
  sd->set("expanded", base.as_strided(Shape({2, 2}), Strides({0, 1}), 1));
  sd->set("row", base.as_strided(Shape({3}), Strides({1}), 3));
  const auto back = again(*sd);
  const auto floats = [&](const char* key) {
    const Tensor t = back->tensor(key);
    return std::vector<float>(t.data<float>(), t.data<float>() + t.numel());
  };
  cr_assert(floats("transposed") == std::vector<float>({0, 3, 1, 4, 2, 5}));
  cr_assert(floats("expanded") == std::vector<float>({1, 2, 1, 2}));
  cr_assert(floats("row") == std::vector<float>({3, 4, 5}));
}

Test(safetensors_write, tied_tensors_are_written_once_with_their_alias) {
  const Setting setting;
  const Tensor weight = Tensor::of<float>({1, 2, 3, 4}, {2, 2});
  const auto sd = empty();
  sd->set("emb.weight", weight);
  sd->set("dec.weight", weight.detach());  // another object over the same memory
  sd->set("third", weight);
  // Shares memory but not the elements: a tensor of its own.
  sd->set("flat", weight.as_strided(Shape({4}), Strides({1}), 0));
  sd->set("first_row", weight.as_strided(Shape({2}), Strides({1}), 0));
  const auto back = again(*sd);
  cr_assert(back->find("emb.weight") == nullptr && back->find("third") == nullptr);
  cr_assert(back->count() == 3);
  assert_same(back->file_metadata().find("emb.weight")->as_string(), "dec.weight");
  assert_same(back->file_metadata().find("third")->as_string(), "dec.weight");
  // The notes stay with the file's content; a name that is an entry again loses its note.
  cr_assert(io::save_memory(*again(*back)) == io::save_memory(*back));
  back->set("third", Tensor::of<float>({9}));
  const auto changed = again(*back);
  cr_assert(changed->find("third") != nullptr && not(changed->file_metadata().has("third")));
  assert_same(changed->file_metadata().find("emb.weight")->as_string(), "dec.weight");
}

Test(safetensors_write, a_tie_whose_name_is_taken_in_the_metadata_is_written_twice) {
  const Setting setting;
  const Tensor weight = Tensor::of<float>({1, 2});
  const auto sd = empty();
  sd->set("a", weight);
  sd->set("format", weight);
  const auto back = again(*sd);
  cr_assert(back->find("a") != nullptr && back->find("format") != nullptr);
  assert_same(back->file_metadata().find("format")->as_string(), "pt");
}

Test(safetensors_write, equal_input_gives_equal_bytes_whatever_the_order) {
  const Setting setting;
  const auto one = empty();
  const auto two = empty();
  for (int i = 0; i < 40; ++i) {
    const Tensor t = Tensor::full(Shape({i % 3}), i, i % 2 != 0 ? DType::kFloat16 : DType::kInt32);
    one->set(concat("k", i), t);
    one->file_metadata().set(concat("m", i), "v");
  }
  for (int i = 40; i-- > 0;) {
    two->set(concat("k", i), one->tensor(concat("k", i)).clone());
    two->file_metadata().set(concat("m", i), "v");
  }
  cr_assert(io::save_memory(*one) == io::save_memory(*two));
}

Test(safetensors_write, module_versions_survive) {
  const Setting setting;
  const auto sd = empty();
  const auto version = [](int number) {
    Ref<Dict> dict = make<Dict>(Context::current());
    dict->set("version", number);
    return dict;
  };
  sd->set_metadata(make<Dict>(Context::current()));
  sd->metadata()->set("", version(1));
  sd->metadata()->set("bn \"1\"", version(2));
  const auto back = again(*sd);
  cr_assert(back->metadata() != nullptr && back->metadata()->count() == 2);
  cr_assert(back->metadata()->find("bn \"1\"")->as_dict().find("version")->as_int() == 2);
  cr_assert(not(back->file_metadata().has("tenon.state_metadata")));
}

Test(safetensors_write, metadata_that_contains_itself_is_cut_off) {
  const Setting setting;
  const auto sd = empty();
  sd->set_metadata(make<Dict>(Context::current()));
  sd->metadata()->set("x", 1);
  sd->metadata()->set("self", sd->metadata());
  const auto back = again(*sd);
  cr_assert(back->metadata()->find("x")->as_int() == 1);
  sd->metadata()->clear();
}

Test(safetensors_write, refuses_what_the_format_cannot_hold_and_names_it) {
  const Setting setting;
  const Tensor one = Tensor::of<float>({1});
  const auto with = [&](std::string_view key, Value value) {
    const auto sd = empty();
    sd->set(key, std::move(value));
    return sd;
  };
  assert_has(refusal(ErrorCode::kUnsupported, *with("__metadata__", one)), "bad_name: save: ");
  assert_has(refusal(ErrorCode::kUnsupported, *with("a\0b"sv, one)), "\"a\\u0000b\"");
  assert_has(refusal(ErrorCode::kValue, *with("\xff", one)), "bad_utf8: save: ");
  assert_has(refusal(ErrorCode::kUnsupported, *with("bn._extra_state", 3)),
             "\"bn._extra_state\" is a int");
  assert_has(refusal(ErrorCode::kUnsupported, *with("none", Value())), "\"none\" is a none");
  assert_has(
      refusal(ErrorCode::kUnsupported, *with("c", Tensor::empty(Shape({1}), DType::kComplex128))),
      "unsupported_dtype: save: \"c\": safetensors has no dtype for complex128");
  const Tensor blank = one.clone();
  blank.impl().uninitialized = true;
  assert_has(refusal(ErrorCode::kRuntime, *with("w", blank)), "\"w\" has no values yet");
  const auto sd = with("a", one);
  sd->file_metadata().set("number", 3);
  assert_has(refusal(ErrorCode::kValue, *sd), "file metadata \"number\" is a int, not a text");
  sd->file_metadata().set("number", "\xff");
  assert_has(refusal(ErrorCode::kValue, *sd), "bad_utf8");
}

Test(safetensors_write, a_refusal_or_a_failure_leaves_the_old_file) {
  const Setting setting;
  const Folder folder;
  const auto sd = empty();
  sd->set("a", Tensor::of<float>({1}));
  io::save(*sd, folder / "m");
  const std::string old = contents(folder / "m");
  sd->set("extra", 3);
  error_of(ErrorCode::kUnsupported, [&] { io::save(*sd, folder / "m"); });
  cr_assert(contents(folder / "m") == old && folder.count() == 1u);
  sd->remove("extra");
  error_of(ErrorCode::kIo, [&] { io::save(*sd, folder / "no/such/folder"); });
  error_of(ErrorCode::kIo, [&] { io::save(*sd, folder.path); });
  cr_assert(contents(folder / "m") == old && folder.count() == 1u);
  cr_assert(io::save_memory(*sd) == old);
}

Test(safetensors_write, a_file_that_is_being_read_may_be_replaced) {
  const Setting setting;
  const Folder folder;
  const auto sd = empty();
  sd->set("a", Tensor::of<float>({1}));
  io::save(*sd, folder / "m");
  const auto loaded = io::load(folder / "m");
  loaded->set("b", Tensor::of<float>({2}));
  io::save(*loaded, folder / "m");
  cr_assert(io::load(folder / "m")->count() == 2);
  cr_assert(loaded->tensor("a").item() == 1);
}
