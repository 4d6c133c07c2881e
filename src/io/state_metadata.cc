#include "src/io/json.h"
#include "src/io/safetensors.h"
#include "tenon/context.h"
#include "tenon/error.h"

namespace tenon::io {
namespace {

// Versions stand two levels deep; a dict that contains itself ends here.
constexpr int kMaxLevels = 8;

/// False, and nothing appended, for what JSON or the reader below does not carry.
// NOLINTNEXTLINE(misc-no-recursion): at most kMaxLevels deep.
bool append_value(std::string& out, const Value& value, int level) {
  switch (value.kind()) {
    case ValueKind::kNone:
      out += "null";
      return true;
    case ValueKind::kBool:
      out += value.as_bool() ? "true" : "false";
      return true;
    case ValueKind::kInt:
      TextPart(value.as_int()).append_to(out);
      return true;
    case ValueKind::kString:
      append_json_string(out, value.as_string());
      return true;
    case ValueKind::kDict:
      break;
    default:
      return false;
  }
  if (level == kMaxLevels)
    return false;
  out += '{';
  bool first = true;
  for (const Dict::Entry& entry : value.as_dict().entries()) {
    const std::size_t mark = out.size();
    if (!first)
      out += ',';
    append_json_string(out, entry.key);
    out += ':';
    if (append_value(out, entry.value, level + 1)) {
      first = false;
    } else {
      out.resize(mark);
    }
  }
  out += '}';
  return true;
}

Value parse_value(JsonReader& reader, std::string_view what);

// NOLINTNEXTLINE(misc-no-recursion): at most JsonReader::kMaxDepth deep.
Ref<Dict> parse_dict(JsonReader& reader, std::string_view what) {
  Ref<Dict> dict = make<Dict>(Context::current());
  std::string key;
  reader.begin_object();
  while (reader.next_key(&key)) {
    if (dict->has(key)) {
      throw Error(ErrorCode::kCorrupt, concat(what, ": ", key, " is given twice"))
          .with_reason("duplicate_key");
    }
    std::string name = std::move(key);
    dict->set(name, parse_value(reader, what));
  }
  return dict;
}

// NOLINTNEXTLINE(misc-no-recursion): at most JsonReader::kMaxDepth deep.
Value parse_value(JsonReader& reader, std::string_view what) {
  switch (reader.peek()) {
    case JsonReader::Kind::kNull:
      reader.read_null();
      return {};
    case JsonReader::Kind::kBool:
      return reader.read_bool();
    case JsonReader::Kind::kObject:
      return parse_dict(reader, what);
    case JsonReader::Kind::kString: {
      std::string text;
      reader.read_string(&text);
      return text;
    }
    case JsonReader::Kind::kNumber: {
      std::int64_t number = 0;
      if (reader.read_int(&number))
        return number;
      break;
    }
    case JsonReader::Kind::kArray:
      break;
  }
  throw Error(ErrorCode::kCorrupt,
              concat(what,
                     ": holds something other than objects, texts, integers, true, false "
                     "and null"))
      .with_reason("bad_header");
}

}  // namespace

std::string state_metadata_text(const Dict& metadata) {
  std::string out;
  append_value(out, Value::object(ValueKind::kDict, const_cast<Dict*>(&metadata)), 0);
  return out;
}

Ref<Dict> parse_state_metadata(std::string_view text, std::string_view what) {
  JsonReader::check(text, what);
  JsonReader reader(text, what);
  if (reader.peek() != JsonReader::Kind::kObject) {
    throw Error(ErrorCode::kCorrupt, concat(what, ": is no object")).with_reason("bad_header");
  }
  return parse_dict(reader, what);
}

}  // namespace tenon::io
