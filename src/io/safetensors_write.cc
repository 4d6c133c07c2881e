#include <algorithm>
#include <map>

#include "src/io/json.h"
#include "src/io/safetensors.h"
#include "tenon/error.h"

namespace tenon::io {
namespace {

// What the reference reader refuses to read.
constexpr std::size_t kMaxHeaderBytes = 100'000'000;

std::string quoted(std::string_view name) {
  std::string text;
  append_json_string(text, name);
  return text;
}

/// The format and every reader of it want UTF-8; ours also refuses NUL, which C cannot carry.
void check_name(const char* what, std::string_view name) {
  if (find_bad_utf8(name) != std::string_view::npos) {
    throw Error(ErrorCode::kValue, concat("save: ", what, " ", quoted(name), " is not UTF-8"))
        .with_reason("bad_utf8");
  }
  if (name.find('\0') != std::string_view::npos) {
    throw Error(ErrorCode::kUnsupported,
                concat("save: ", what, " ", quoted(name), " holds a NUL character"))
        .with_reason("bad_name");
  }
}

/// Same elements in the same order: one of the names can stand for the other.
struct SameElements {
  bool operator()(const TensorImpl* a, const TensorImpl* b) const {
    if (a->storage.get() != b->storage.get())
      return a->storage.get() < b->storage.get();
    if (a->offset != b->offset)
      return a->offset < b->offset;
    if (a->dtype != b->dtype)
      return a->dtype < b->dtype;
    if (!(a->sizes == b->sizes))
      return less(a->sizes, b->sizes);
    return less(a->strides, b->strides);
  }
  static bool less(const Dims& a, const Dims& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  }
};

std::map<std::string, std::string> texts_of(const nn::StateDict& state_dict) {
  std::map<std::string, std::string> texts;
  for (const Dict::Entry& entry : state_dict.file_metadata().entries()) {
    if (entry.value.kind() != ValueKind::kString) {
      fail(ErrorCode::kValue, "save: file metadata ", quoted(entry.key), " is a ",
           value_kind_name(entry.value.kind()), ", not a text");
    }
    texts.emplace(entry.key, entry.value.as_string());
  }
  texts.emplace("format", "pt");  // transformers refuses files without it
  if (state_dict.metadata()) {
    texts.insert_or_assign(std::string(kStateMetadataKey),
                           state_metadata_text(*state_dict.metadata()));
  }
  return texts;
}

}  // namespace

FileLayout::FileLayout(const nn::StateDict& state_dict) {
  std::map<std::string, std::string> texts = texts_of(state_dict);

  std::vector<const Dict::Entry*> entries;
  for (const Dict::Entry& entry : state_dict.items().entries())
    entries.push_back(&entry);
  std::sort(entries.begin(), entries.end(),
            [](const Dict::Entry* a, const Dict::Entry* b) { return a->key < b->key; });
  for (const Dict::Entry* entry : entries) {
    // Where an earlier file's alias has become an entry again, its note is out of date.
    const auto note = texts.find(entry->key);
    if (note != texts.end() && state_dict.find(note->second) != nullptr)
      texts.erase(note);
  }

  std::map<const TensorImpl*, const std::string*, SameElements> kept;
  for (const Dict::Entry* entry : entries) {
    check_name("key", entry->key);
    if (entry->key == "__metadata__") {
      throw Error(ErrorCode::kUnsupported,
                  "save: a tensor cannot be called __metadata__ in a safetensors file")
          .with_reason("bad_name");
    }
    if (!entry->value.is_tensor()) {
      fail(ErrorCode::kUnsupported, "save: ", quoted(entry->key), " is a ",
           value_kind_name(entry->value.kind()),
           "; a safetensors file holds tensors only (extra state: remove it or save it beside)");
    }
    const Tensor tensor = entry->value.as_tensor();
    const FileDType* dtype = find_file_dtype(tensor.dtype());
    if (dtype == nullptr) {
      throw Error(ErrorCode::kUnsupported, concat("save: ", quoted(entry->key),
                                                  ": safetensors has "
                                                  "no dtype for ",
                                                  dtype_name(tensor.dtype())))
          .with_reason("unsupported_dtype");
    }
    if (tensor.is_uninitialized()) {
      fail(ErrorCode::kRuntime, "save: ", quoted(entry->key), " has no values yet");
    }
    // Names in order, so the first of a tie is the one that safetensors' save_model keeps. Empty
    // tensors share nothing. A metadata text of that name already: then it is written twice.
    if (tensor.numel() > 0) {
      const auto [place, is_new] = kept.emplace(&tensor.impl(), &entry->key);
      if (!is_new && texts.emplace(entry->key, *place->second).second)
        continue;
    }
    items_.push_back({entry->key, tensor, dtype});
  }
  // Widest dtype first, so that every tensor is aligned.
  std::stable_sort(items_.begin(), items_.end(),
                   [](const Item& a, const Item& b) { return a.dtype > b.dtype; });

  header_ = "{\"__metadata__\":{";
  bool first = true;
  for (const auto& [key, value] : texts) {
    check_name("file metadata", key);
    if (find_bad_utf8(value) != std::string::npos) {
      throw Error(ErrorCode::kValue,
                  concat("save: the text of file metadata ", quoted(key), " is not UTF-8"))
          .with_reason("bad_utf8");
    }
    if (!first)
      header_ += ',';
    first = false;
    append_json_string(header_, key);
    header_ += ':';
    append_json_string(header_, value);
  }
  header_ += '}';
  for (const Item& item : items_) {
    const std::int64_t begin = data_bytes_;
    data_bytes_ += item.tensor.numel() * dtype_size(item.tensor.dtype());
    header_ += ',';
    append_json_string(header_, item.name);
    header_ += concat(":{\"dtype\":\"", item.dtype->name, "\",\"shape\":[");
    for (std::size_t i = 0; i < item.tensor.sizes().size(); ++i) {
      if (i > 0)
        header_ += ',';
      TextPart(item.tensor.sizes()[i]).append_to(header_);
    }
    header_ += concat("],\"data_offsets\":[", begin, ',', data_bytes_, "]}");
  }
  header_ += '}';
  header_.append((8 - header_.size() % 8) % 8, ' ');
  if (header_.size() > kMaxHeaderBytes) {
    throw Error(ErrorCode::kUnsupported, concat("save: the header has ", header_.size(),
                                                " bytes; readers take at most ", kMaxHeaderBytes))
        .with_reason("header_too_large");
  }
  const std::uint64_t length = header_.size();
  header_.insert(0, reinterpret_cast<const char*>(&length), 8);
}

std::int64_t FileLayout::bytes() const noexcept {
  return static_cast<std::int64_t>(header_.size()) + data_bytes_;
}

void FileLayout::write(Sink& sink) const {
  sink.write(header_.data(), static_cast<std::int64_t>(header_.size()));
  for (const Item& item : items_) {
    const Tensor dense = item.tensor.contiguous();
    sink.write(dense.raw_data(), dense.numel() * dtype_size(dense.dtype()));
  }
}

}  // namespace tenon::io
