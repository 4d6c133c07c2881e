/// The safetensors format: header in, header out, and the order of things.
///
/// Layout: u64 little-endian N; N bytes of JSON; the tensors' bytes, row-major, little-endian,
/// without gaps. https://huggingface.co/docs/safetensors
#ifndef TENON_SRC_IO_SAFETENSORS_H_
#define TENON_SRC_IO_SAFETENSORS_H_

#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "src/io/source.h"
#include "tenon/dtype.h"
#include "tenon/io.h"

namespace tenon::io {

static_assert(std::endian::native == std::endian::little,
              "safetensors data are little-endian and are copied as they are");

/// A key of `__metadata__` that is ours: the versions of state-dict metadata, as JSON.
inline constexpr std::string_view kStateMetadataKey = "tenon.state_metadata";
/// The model's text, as nn::text writes it.
inline constexpr std::string_view kModuleKey = "tenon.module";

/// A dtype of the format, in the order in which the reference writer ranks them.
struct FileDType {
  std::string_view name;
  int bits;
  bool supported;  ///< False: F4, F6. Then `dtype` means nothing.
  DType dtype;
};
/// Null if there is none of that name.
const FileDType* find_file_dtype(std::string_view name) noexcept;
/// Null for complex128, which the format lacks.
const FileDType* find_file_dtype(DType dtype) noexcept;

struct FileTensor {
  std::string name;
  const FileDType* dtype = nullptr;
  Shape shape;
  std::uint64_t begin = 0;  ///< Relative to the data's start.
  std::uint64_t end = 0;
};

/// What the front of a file says, all of it checked against the file's size.
struct FileHeader {
  std::vector<FileTensor> tensors;  ///< By offset, which is how they were written.
  std::vector<std::pair<std::string, std::string>> metadata;  ///< As in the file.
  std::int64_t data_start = 0;
};

/// Reads and checks the header. Throws kCorrupt or kUnsupported with a reason; nothing the size of
/// a tensor has been allocated by then.
FileHeader read_header(const Source& source, const ReadOptions& options);

Ref<nn::StateDict> read_safetensors(const Source& source, const ReadOptions& options);

/// What write_safetensors hands its bytes to.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void write(const void* data, std::int64_t bytes) = 0;
};

/// A state dict laid out as a file: made before anything is written, so that a refusal leaves no
/// trace.
class FileLayout {
 public:
  /// Throws kUnsupported or kValue naming the key that the format cannot hold.
  explicit FileLayout(const nn::StateDict& state_dict);
  std::int64_t bytes() const noexcept;
  void write(Sink& sink) const;

 private:
  struct Item {
    std::string name;
    Tensor tensor;
    const FileDType* dtype;
  };
  std::vector<Item> items_;
  std::string header_;  // length word included
  std::int64_t data_bytes_ = 0;
};

/// State-dict metadata as JSON text, and back. Kinds that JSON lacks are left out.
std::string state_metadata_text(const Dict& metadata);
/// Throws kCorrupt (bad_json, bad_header). `what` begins messages.
Ref<Dict> parse_state_metadata(std::string_view text, std::string_view what);

}  // namespace tenon::io

#endif  // TENON_SRC_IO_SAFETENSORS_H_
