/// What a file is, by its content and never by its name.
#ifndef TENON_SRC_IO_SNIFF_H_
#define TENON_SRC_IO_SNIFF_H_

#include "src/io/source.h"

namespace tenon::io {

enum class FileKind {
  kSafetensors,  ///< Also whatever no other rule recognises: its reader says what is wrong.
  kTorchZip,
  kTorchScript,
  kTorchExport,
  kNpz,
  kZip,
  kBrokenZip,
  kTorchLegacy,
  kPickle,
  kTar,
  kTorchPreview,
  kGguf,
  kNpy,
  kHdf5,
  kOnnx,
  kGitLfsPointer,
  kMarkup,
  kGzip,
  k7z,
  kXz,
  kBzip2,
  kZstd,
  kJson,
};

/// Reads the first bytes (of a zip archive also its directory). Throws only what `source` throws.
FileKind sniff(const Source& source);

/// Throws kUnsupported (kCorrupt for a zip without its end) saying what the file is and, where
/// there is one, the way out. `kind` is not kSafetensors.
[[noreturn]] void fail_for_kind(const Source& source, FileKind kind);

}  // namespace tenon::io

#endif  // TENON_SRC_IO_SNIFF_H_
