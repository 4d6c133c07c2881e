#include "tenon_c/state_dict.h"

#include "capi/handle.h"
#include "tenon/io.h"

using namespace tenon;
using namespace tenon::capi;

namespace {

nn::StateDict& look_at(tenon_state_dict* handle) {
  return *static_cast<nn::StateDict*>(checked(handle, Tag::kStateDict, "state_dict").object);
}

io::ReadOptions read_options(const Value& value) {
  const Options options(value, {"max_header_bytes"});
  io::ReadOptions read;
  read.max_header_bytes = options.integer("max_header_bytes", read.max_header_bytes);
  return read;
}

}  // namespace

tenon_status tenon_state_dict_create(tenon_context* context, tenon_state_dict** out_state_dict) {
  return guard(__func__, [&] {
    TENON_OUT(out_state_dict);
    Entry entry;
    *out_state_dict = give(make<nn::StateDict>(entry.context(context)));
  });
}

tenon_status tenon_state_dict_load(tenon_context* context, const char* path, tenon_value* options,
                                   tenon_state_dict** out_state_dict) {
  return guard(__func__, [&] {
    TENON_OUT(out_state_dict);
    Entry entry;
    entry.context(context);
    const io::ReadOptions read = read_options(entry.value_or_none(options, "options"));
    *out_state_dict = give(io::load(text_argument(path, "path"), read));
  });
}

tenon_status tenon_state_dict_load_memory(tenon_context* context, const void* data, int64_t bytes,
                                          tenon_value* options, tenon_state_dict** out_state_dict) {
  return guard(__func__, [&] {
    TENON_OUT(out_state_dict);
    Entry entry;
    entry.context(context);
    if (bytes < 0)
      refuse(ErrorCode::kValue, "bytes", "is negative");
    if (data == nullptr && bytes > 0)
      refuse(ErrorCode::kValue, "data", "is NULL");
    const io::ReadOptions read = read_options(entry.value_or_none(options, "options"));
    *out_state_dict = give(io::load_memory(
        {static_cast<const std::uint8_t*>(data), static_cast<std::size_t>(bytes)}, read));
  });
}

tenon_status tenon_state_dict_save(tenon_state_dict* state_dict, const char* path,
                                   tenon_value* options) {
  return guard(__func__, [&] {
    Entry entry;
    const Ref<nn::StateDict> source = entry.state_dict(state_dict);
    const Options none(entry.value_or_none(options, "options"), {});
    io::save(*source, text_argument(path, "path"));
  });
}

tenon_status tenon_state_dict_save_memory(tenon_state_dict* state_dict, tenon_value* options,
                                          tenon_string** out_string) {
  return guard(__func__, [&] {
    TENON_OUT(out_string);
    Entry entry;
    const Ref<nn::StateDict> source = entry.state_dict(state_dict);
    const Options none(entry.value_or_none(options, "options"), {});
    *out_string = give_text(io::save_memory(*source));
  });
}

int64_t tenon_state_dict_count(tenon_state_dict* state_dict) {
  return look(std::int64_t{-1}, [&] { return look_at(state_dict).count(); });
}

const char* tenon_state_dict_key(tenon_state_dict* state_dict, int64_t index) {
  return look(static_cast<const char*>(nullptr), [&] {
    const nn::StateDict& source = look_at(state_dict);
    return index < 0 || index >= source.count() ? nullptr : source.key(index).c_str();
  });
}

int32_t tenon_state_dict_has(tenon_state_dict* state_dict, const char* key) {
  return look(
      -1, [&] { return look_at(state_dict).find(text_argument(key, "key")) != nullptr ? 1 : 0; });
}

tenon_status tenon_state_dict_get(tenon_state_dict* state_dict, const char* key,
                                  tenon_value** out_value) {
  return guard(__func__, [&] {
    TENON_OUT(out_value);
    Entry entry;
    const Ref<nn::StateDict> source = entry.state_dict(state_dict);
    *out_value = give_value(source->get(text_argument(key, "key")));
  });
}

tenon_status tenon_state_dict_tensor(tenon_state_dict* state_dict, const char* key,
                                     tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    const Ref<nn::StateDict> source = entry.state_dict(state_dict);
    *out_tensor = give(source->tensor(text_argument(key, "key")));
  });
}

tenon_status tenon_state_dict_set(tenon_state_dict* state_dict, const char* key,
                                  tenon_value* value) {
  return guard(__func__, [&] {
    Entry entry;
    const Ref<nn::StateDict> target = entry.state_dict(state_dict);
    target->set(text_argument(key, "key"), entry.value_or_none(value));
  });
}

tenon_status tenon_state_dict_set_tensor(tenon_state_dict* state_dict, const char* key,
                                         tenon_tensor* tensor) {
  return guard(__func__, [&] {
    Entry entry;
    const Ref<nn::StateDict> target = entry.state_dict(state_dict);
    target->set(text_argument(key, "key"), Value(entry.tensor(tensor)));
  });
}

tenon_status tenon_state_dict_remove(tenon_state_dict* state_dict, const char* key) {
  return guard(__func__, [&] {
    Entry entry;
    const Ref<nn::StateDict> target = entry.state_dict(state_dict);
    const std::string_view name = text_argument(key, "key");
    if (!target->remove(name))
      fail(ErrorCode::kKey, "state dict: no key '", name, "'");
  });
}

tenon_status tenon_state_dict_strip_prefix(tenon_state_dict* state_dict, const char* prefix,
                                           int64_t* out_count) {
  return guard(__func__, [&] {
    if (out_count != nullptr)
      *out_count = 0;
    Entry entry;
    const Ref<nn::StateDict> target = entry.state_dict(state_dict);
    const std::int64_t changed = nn::strip_prefix(*target, text_argument(prefix, "prefix"));
    if (out_count != nullptr)
      *out_count = changed;
  });
}

tenon_status tenon_state_dict_metadata(tenon_state_dict* state_dict, tenon_value** out_value) {
  return guard(__func__, [&] {
    TENON_OUT(out_value);
    Entry entry;
    *out_value = give_value(Value(entry.state_dict(state_dict)->metadata()));
  });
}

tenon_status tenon_state_dict_set_metadata(tenon_state_dict* state_dict, tenon_value* value) {
  return guard(__func__, [&] {
    Entry entry;
    const Ref<nn::StateDict> target = entry.state_dict(state_dict);
    const Value metadata = entry.value_or_none(value);
    target->set_metadata(metadata.is_none() ? nullptr : Ref<Dict>(&metadata.as_dict()));
  });
}

tenon_status tenon_state_dict_file_metadata(tenon_state_dict* state_dict, tenon_value** out_value) {
  return guard(__func__, [&] {
    TENON_OUT(out_value);
    Entry entry;
    *out_value = give_value(Value(Ref<Dict>(&entry.state_dict(state_dict)->file_metadata())));
  });
}

tenon_status tenon_state_dict_copy(tenon_state_dict* state_dict,
                                   tenon_state_dict** out_state_dict) {
  return guard(__func__, [&] {
    TENON_OUT(out_state_dict);
    Entry entry;
    *out_state_dict = give(entry.state_dict(state_dict)->copy());
  });
}

tenon_status tenon_state_dict_clone(tenon_state_dict* state_dict,
                                    tenon_state_dict** out_state_dict) {
  return guard(__func__, [&] {
    TENON_OUT(out_state_dict);
    Entry entry;
    *out_state_dict = give(entry.state_dict(state_dict)->clone());
  });
}

void tenon_state_dict_retain(tenon_state_dict* state_dict) {
  retain_handle(state_dict, Tag::kStateDict);
}
void tenon_state_dict_release(tenon_state_dict* state_dict) {
  release_handle(state_dict, Tag::kStateDict);
}
