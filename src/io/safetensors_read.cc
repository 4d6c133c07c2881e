#include "src/io/safetensors.h"
#include "tenon/context.h"
#include "tenon/error.h"

namespace tenon::io {
namespace {

/// One byte an element: 0, or 1 for everything else, which C++ and our kernels rely on.
void normalise_bools(std::uint8_t* data, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i)
    data[i] = data[i] != 0 ? 1 : 0;
}

Tensor read_tensor(const Source& source, Context& context, const FileHeader& header,
                   const FileTensor& entry) {
  const Tensor tensor = Tensor::empty_in(context, entry.shape, entry.dtype->dtype);
  const std::int64_t bytes = static_cast<std::int64_t>(entry.end - entry.begin);
  if (bytes == 0)
    return tensor;
  // The file's data have no alignment; the tensor's memory has.
  source.read(header.data_start + static_cast<std::int64_t>(entry.begin), tensor.raw_data(), bytes);
  if (entry.dtype->dtype == DType::kBool) {
    normalise_bools(static_cast<std::uint8_t*>(tensor.raw_data()), bytes);
  }
  return tensor;
}

}  // namespace

Ref<nn::StateDict> read_safetensors(const Source& source, const ReadOptions& options) {
  Context& context = Context::current();
  const FileHeader header = read_header(source, options);
  Ref<nn::StateDict> state_dict = make<nn::StateDict>(context);
  for (const auto& [key, value] : header.metadata) {
    if (key == kStateMetadataKey) {
      state_dict->set_metadata(
          parse_state_metadata(value, concat(source.name(), ": ", kStateMetadataKey)));
    } else {
      state_dict->file_metadata().set(key, value);
    }
  }
  for (const FileTensor& entry : header.tensors) {
    if (entry.dtype->supported) {
      state_dict->set(entry.name, read_tensor(source, context, header, entry));
      continue;
    }
    // The tensors beside it are good; whoever wants this one gets an error that names it.
    context.log(1, concat(source.name(), ": tensor ", entry.name, ": ", entry.dtype->name,
                          " is not supported: its entry holds no tensor"));
    state_dict->set(entry.name, Value::object(ValueKind::kOpaque,
                                              make<OpaqueObject>(context, nullptr, nullptr).get()));
  }
  return state_dict;
}

}  // namespace tenon::io
