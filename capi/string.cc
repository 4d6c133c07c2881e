#include "tenon_c/string.h"

#include "capi/handle.h"

using namespace tenon;
using namespace tenon::capi;

const char* tenon_string_data(tenon_string* string) {
  return look(static_cast<const char*>(nullptr),
              [&] { return Entry().string(string)->text.c_str(); });
}

int64_t tenon_string_size(tenon_string* string) {
  return look(std::int64_t{-1},
              [&] { return static_cast<std::int64_t>(Entry().string(string)->text.size()); });
}

void tenon_string_retain(tenon_string* string) {
  retain_handle(string, Tag::kString);
}
void tenon_string_release(tenon_string* string) {
  release_handle(string, Tag::kString);
}
