// Every safetensors file of fixtures/checkpoints against what its own library read from it: order
// and names of tensors, dtype, shape, sha256 of the bytes. Then written and read again.
#include <algorithm>
#include <cstring>
#include <span>

#include "tenon/context.h"
#include "tenon/error.h"
#include "tenon/io.h"
#include "tests/support/fixture.h"
#include "tools/tenon/sha256.h"

using namespace tenon;
using test::Json;

namespace {

std::string digest(const Tensor& tensor) {
  std::string bytes(static_cast<std::size_t>(tensor.numel() * dtype_size(tensor.dtype())), '\0');
  tensor.read(bytes.data(), static_cast<std::int64_t>(bytes.size()));
  return tool::sha256_hex(bytes.data(), bytes.size());
}

/// "" or how the tensor differs from its record.
std::string compare(const Value* value, const Json& golden) {
  if (value == nullptr)
    return "is not there";
  if (golden["layout"].is_string()) {  // F4, F6: no tensor for us, and no answer recorded
    return value->kind() == ValueKind::kOpaque ? "" : "should be opaque";
  }
  if (!value->is_tensor())
    return "is no tensor";
  const Tensor tensor = value->as_tensor();
  Shape shape;
  for (const Json& size : golden["shape"].items())
    shape.push_back(size.as_int());
  if (tensor.sizes() != shape)
    return concat("shape ", tensor.sizes(), ", golden ", shape);
  if (dtype_name(tensor.dtype()) != golden["dtype"].as_string()) {
    return concat("dtype ", dtype_name(tensor.dtype()));
  }
  return digest(tensor) == golden["sha256"].as_string() ? "" : "sha256 differs";
}

/// Names in the golden's order. Empty tensors share their offset, and the golden holds those in the
/// order of a hash table, so they are left out.
std::string order_of(const Json& golden) {
  std::string order;
  for (const auto& [name, tensor] : golden.members()) {
    bool empty = false;
    for (const Json& size : tensor["shape"].items())
      empty = empty || size.as_int() == 0;
    if (!empty)
      order += name + '\n';
  }
  return order;
}

std::string order_of(const nn::StateDict& state_dict) {
  std::string order;
  for (std::int64_t i = 0; i < state_dict.count(); ++i) {
    const Value& value = state_dict.value(i);
    if (!value.is_tensor() || value.as_tensor().numel() > 0)
      order += state_dict.key(i) + '\n';
  }
  return order;
}

void check_tensors(test::Report& report, const std::string& file, const nn::StateDict& state_dict,
                   const Json& golden) {
  for (const auto& member : golden.members()) {
    report.check(file + ": " + member.first, compare(state_dict.find(member.first), member.second));
  }
}

/// What a golden lists of a file.
enum class Lists { kTensorsInOrder, kTensors, kMore };

void check_file(test::Report& report, const std::string& path, const std::string& file,
                const Json& golden, Lists lists) {
  const bool whole = lists != Lists::kMore;
  const bool by_reference = path.find("/samples/") != std::string::npos;
  try {
    const Ref<nn::StateDict> state_dict = io::load(path);
    if (whole) {
      report.check(file + ": count", state_dict->count() == static_cast<std::int64_t>(golden.size())
                                         ? ""
                                         : std::to_string(state_dict->count()));
      if (lists == Lists::kTensorsInOrder) {
        report.check(file + ": order",
                     order_of(*state_dict) == order_of(golden) ? "" : order_of(*state_dict));
      }
      check_tensors(report, file, *state_dict, golden);
    } else {
      for (std::int64_t i = 0; i < state_dict->count(); ++i) {
        const std::string& key = state_dict->key(i);
        report.check(file + ": " + key, compare(&state_dict->value(i), golden[key]));
      }
    }
    bool all_tensors = true;
    for (std::int64_t i = 0; i < state_dict->count(); ++i) {
      all_tensors = all_tensors && state_dict->value(i).is_tensor();
    }
    if (!all_tensors)
      return;
    const std::string bytes = io::save_memory(*state_dict);
    // The reference writes more than one metadata text in any order, and none without "format".
    const Dict& metadata = state_dict->file_metadata();
    if (by_reference && metadata.count() == 1 && metadata.has("format")) {
      report.check(file + ": our bytes are the reference writer's",
                   bytes == test::read_file(path) ? "" : "they differ");
    }
    const Ref<nn::StateDict> again =
        io::load_memory({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    report.check(file + ": count when written and read again",
                 again->count() == state_dict->count() ? "" : std::to_string(again->count()));
    if (whole)
      check_tensors(report, file + " again", *again, golden);
  } catch (const Error& e) {
    report.fail(file, e.what());
  }
}

}  // namespace

int main() {
  test::Report report;
  Context* context = Context::create();
  {
    const ContextScope scope(*context);
    const std::string root = test::fixtures_dir() + "/checkpoints/";
    const Json samples = Json::load(root + "samples/golden.json");
    for (const auto& member : samples.members()) {
      if (!member.first.ends_with(".safetensors"))
        continue;
      check_file(report, root + "samples/" + member.first, member.first, member.second,
                 Lists::kTensorsInOrder);
    }
    const Json libraries = Json::load(root + "samples/libs/libs_libs.golden.json");
    for (const auto& member : libraries.members()) {
      const std::string base = root + "samples/libs/" + member.first;
      if (test::file_exists(base) && member.first.ends_with(".safetensors")) {
        check_file(report, base, member.first, member.second, Lists::kTensors);
      }
      for (const std::string& name :
           test::list_files("checkpoints/samples/libs/" + member.first, ".safetensors")) {
        check_file(report, base + "/" + name, member.first + "/" + name, member.second,
                   Lists::kMore);  // of all shards
      }
    }
    // Other projects' files, where they are present.
    for (const std::string& name : test::list_files("checkpoints/golden", ".json")) {
      const Json golden = Json::load(root + "golden/" + name);
      const std::string& file = golden["file"].as_string();
      if (!file.ends_with(".safetensors") || !test::file_exists(root + "real/" + file))
        continue;
      check_file(report, root + "real/" + file, file, golden["tensors"], Lists::kTensorsInOrder);
    }
  }
  report.check("nothing is left in memory",
               context->live_blocks() == 0 ? "" : std::to_string(context->live_blocks()));
  context->release();
  return report.finish();
}
