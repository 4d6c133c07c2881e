/// Files: state dicts as safetensors, and whole models (text + weights).
///
/// What a safetensors file holds beside tensors, and where it is here:
/// - `__metadata__` is the state dict's file_metadata(), text by text, both ways. Ours among it:
/// - `tenon.module`: the model's text (nn::text), for load_module().
/// - `tenon.state_metadata`: StateDict::metadata() (module versions) as JSON,
///   `{"": {"version": 1}, "bn": {"version": 2}}`. Reading moves it to metadata(); without it
///   metadata() is null, as for files of other writers.
/// - aliases: of names that are one and the same tensor only the first in alphabetical order is
///   stored, and the text `name: stored name` notes each of the others, as safetensors' save_model
///   does. Reading leaves them in file_metadata(); load_state_dict() does not miss a name that
///   belongs to a parameter which it has loaded under another.
#ifndef TENON_IO_H_
#define TENON_IO_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tenon/nn/module.h"
#include "tenon/nn/state_dict.h"

namespace tenon::io {

struct ReadOptions {
  std::int64_t max_header_bytes = 100'000'000;  ///< safetensors' own limit.
};

/// Reads a file, told by its content, never by its name. Today: safetensors; other known formats
/// are kUnsupported naming what the file is. Throws kIo (cannot open or read), kCorrupt with a
/// reason word ("bad_offsets" …), kUnsupported with "unsupported_dtype" …; nothing of a tensor's
/// size is allocated before the whole header has been checked against the file's size. Entries come
/// in the order of their data. Storage-only dtypes are carried; bytes of a BOOL other than 0 become
/// 1; an F4 or F6 tensor becomes an entry of kind opaque, so that those beside it are usable.
Ref<nn::StateDict> load(std::string_view path, const ReadOptions& options = {});
/// Same, from memory.
Ref<nn::StateDict> load_memory(std::span<const std::uint8_t> bytes,
                               const ReadOptions& options = {});

/// Writes safetensors in the layout of the reference writer, atomically (a temporary file beside
/// it, then rename): on any error a file of that name is as before. A replaced file passes its
/// permissions on. Deterministic: equal input gives equal bytes. Throws kUnsupported naming the key
/// for entries that are no tensors, for complex128 and for names that the format or C cannot hold,
/// kRuntime for a tensor without values, kIo.
void save(const nn::StateDict& state_dict, std::string_view path);
/// Same bytes, to memory.
std::string save_memory(const nn::StateDict& state_dict);

struct ModelOptions {
  /// A file with the tree's text; empty: the text is the file's "tenon.module".
  std::string text_path;
  bool train = false;        ///< Default: eval mode, no parameter requires grad.
  bool strict_text = false;  ///< Assumptions of the parser are errors.
};
/// Builds the model that a file describes (`__metadata__["tenon.module"]`, or text beside it) and
/// loads its weights, strictly. Parameters that the file notes as aliases of one tensor are one
/// parameter again. `report` may be null; it takes the parser's and the loader's lists.
/// Throws what load(), nn::parse() and load_state_dict() throw, and kValue if there is no text.
Ref<nn::Module> load_module(std::string_view path, const ModelOptions& options = {},
                            nn::LoadReport* report = nullptr);
/// Writes weights and text into one file that load_module reads. Throws what save() throws.
void save_module(const nn::Module& module, std::string_view path);

}  // namespace tenon::io

#endif  // TENON_IO_H_
