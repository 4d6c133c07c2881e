#include "tenon/io.h"

#include "src/base/os_file.h"
#include "src/io/safetensors.h"
#include "src/io/sniff.h"
#include "tenon/context.h"
#include "tenon/error.h"

namespace tenon::io {
namespace {

Ref<nn::StateDict> load_source(const Source& source, const ReadOptions& options) {
  const FileKind kind = sniff(source);
  if (kind != FileKind::kSafetensors)
    fail_for_kind(source, kind);
  return read_safetensors(source, options);
}

class FileSink final : public Sink {
 public:
  explicit FileSink(os::OutputFile& file) : file_(file) {}
  void write(const void* data, std::int64_t bytes) override { file_.write(data, bytes); }

 private:
  os::OutputFile& file_;
};

class TextSink final : public Sink {
 public:
  explicit TextSink(std::string& text) : text_(text) {}
  void write(const void* data, std::int64_t bytes) override {
    text_.append(static_cast<const char*>(data), static_cast<std::size_t>(bytes));
  }

 private:
  std::string& text_;
};

}  // namespace

Ref<nn::StateDict> load(std::string_view path, const ReadOptions& options) {
  return load_source(FileSource(path), options);
}

Ref<nn::StateDict> load_memory(std::span<const std::uint8_t> bytes, const ReadOptions& options) {
  return load_source(MemorySource(bytes, "memory"), options);
}

void save(const nn::StateDict& state_dict, std::string_view path) {
  const ContextScope scope(state_dict.context());
  const FileLayout layout(state_dict);
  os::OutputFile file(path);
  FileSink sink(file);
  layout.write(sink);
  file.commit();
}

std::string save_memory(const nn::StateDict& state_dict) {
  const ContextScope scope(state_dict.context());
  const FileLayout layout(state_dict);
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(layout.bytes()));
  TextSink sink(bytes);
  layout.write(sink);
  return bytes;
}

}  // namespace tenon::io
