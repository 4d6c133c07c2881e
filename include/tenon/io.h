/// Files: state dicts as safetensors, and whole models (text + weights).
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

/// Reads a file, told by its content, never by its name. Today: safetensors; other known formats are
/// kUnsupported naming what the file is. Throws kIo (cannot open or read), kCorrupt with a reason
/// word (checkpoints.md: "bad_offsets" …). File metadata lands in file_metadata().
Ref<nn::StateDict> load(std::string_view path, const ReadOptions& options = {});
/// Same, from memory.
Ref<nn::StateDict> load_memory(std::span<const std::uint8_t> bytes, const ReadOptions& options = {});

/// Writes safetensors, atomically (a temporary file beside it, then rename). Tied tensors are
/// written once with an alias in the metadata. Deterministic: equal input gives equal bytes.
void save(const nn::StateDict& state_dict, std::string_view path);
/// Same bytes, to memory.
std::string save_memory(const nn::StateDict& state_dict);

struct ModelOptions {
  std::string text_path;     ///< The tree's text, if it is not in the file's "tenon.module".
  bool train = false;        ///< Default: eval mode, no parameter requires grad.
  bool strict_text = false;  ///< Assumptions of the parser are errors.
};
/// Builds the model that a file describes (`__metadata__["tenon.module"]`, or text beside it) and
/// loads its weights, strictly. `report` may be null.
Ref<nn::Module> load_module(std::string_view path, const ModelOptions& options = {},
                            nn::LoadReport* report = nullptr);
/// Writes weights and text into one file that load_module reads.
void save_module(const nn::Module& module, std::string_view path);

}  // namespace tenon::io

#endif  // TENON_IO_H_
