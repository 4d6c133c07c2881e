#include <algorithm>
#include <cstdio>
#include <vector>

#include "tenon/error.h"
#include "tenon/io.h"
#include "tools/tenon/command.h"
#include "tools/tenon/sha256.h"

namespace tenon::tool {
namespace {

void append_json(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      out += escape;
    } else {
      out += c;
    }
  }
  out += '"';
}

std::string json_of(std::string_view text) {
  std::string out;
  append_json(out, text);
  return out;
}

/// Dtypes that the format has and Tenon has not leave an entry without a tensor.
std::string dtype_of(const Value& value) {
  return value.is_tensor() ? std::string(dtype_name(value.as_tensor().dtype())) : "unsupported";
}

std::int64_t bytes_of(const Tensor& tensor) {
  return tensor.numel() * dtype_size(tensor.dtype());
}

std::string digest(const Tensor& tensor) {
  const Tensor dense = tensor.contiguous();
  return sha256_hex(dense.raw_data(), static_cast<std::size_t>(bytes_of(dense)));
}

struct Totals {
  std::int64_t tensors = 0;
  std::int64_t values = 0;
  std::int64_t bytes = 0;
};

Totals totals_of(const nn::StateDict& state_dict) {
  Totals totals;
  for (const Dict::Entry& entry : state_dict.items().entries()) {
    ++totals.tensors;
    if (!entry.value.is_tensor())
      continue;
    totals.values += entry.value.as_tensor().numel();
    totals.bytes += bytes_of(entry.value.as_tensor());
  }
  return totals;
}

void print_json(std::string_view file, const nn::StateDict& state_dict) {
  const Totals totals = totals_of(state_dict);
  std::string out = "{\n  \"file\": " + json_of(file) + ",\n  \"kind\": \"safetensors\"";
  out += concat(",\n  \"count\": ", totals.tensors, ",\n  \"values\": ", totals.values,
                ",\n  \"bytes\": ", totals.bytes, ",\n  \"metadata\": {");
  const char* separator = "\n";
  for (const Dict::Entry& entry : state_dict.file_metadata().entries()) {
    out += separator + ("    " + json_of(entry.key)) + ": " + json_of(entry.value.as_string());
    separator = ",\n";
  }
  out += state_dict.file_metadata().count() > 0 ? "\n  },\n" : "},\n";
  out += "  \"tensors\": [";
  separator = "\n";
  for (const Dict::Entry& entry : state_dict.items().entries()) {
    out += separator + ("    {\"name\": " + json_of(entry.key)) + ", \"dtype\": \"" +
           dtype_of(entry.value) + "\"";
    separator = ",\n";
    if (entry.value.is_tensor()) {
      const Tensor tensor = entry.value.as_tensor();
      out += ", \"shape\": [";
      for (std::size_t i = 0; i < tensor.sizes().size(); ++i) {
        out += concat(i > 0 ? ", " : "", tensor.sizes()[i]);
      }
      out += "], \"sha256\": \"" + digest(tensor) + "\"";
    }
    out += '}';
  }
  out += totals.tensors > 0 ? "\n  ]\n}\n" : "]\n}\n";
  std::fputs(out.c_str(), stdout);
}

/// Characters that a terminal shows: UTF-8 continuation bytes take no column of their own.
std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t used = columns(text);
  if (used < width)
    text.append(width - used, ' ');
  return text;
}

void print_table(const nn::StateDict& state_dict) {
  struct Row {
    std::string name;
    std::string dtype;
    std::string shape;
  };
  std::vector<Row> rows;
  std::size_t name_width = 0;
  std::size_t dtype_width = 0;
  for (const Dict::Entry& entry : state_dict.items().entries()) {
    const std::string shape =
        entry.value.is_tensor() ? to_string(entry.value.as_tensor().sizes()) : "";
    rows.push_back({printable(entry.key), dtype_of(entry.value), shape});
    name_width = std::max(name_width, columns(rows.back().name));
    dtype_width = std::max(dtype_width, rows.back().dtype.size());
  }
  for (const Row& row : rows) {
    std::string line = "  " + padded(row.name, std::min<std::size_t>(name_width, 60)) + "  " +
                       padded(row.dtype, dtype_width) + "  " + row.shape;
    line.erase(line.find_last_not_of(' ') + 1);
    std::puts(line.c_str());
  }
}

void print_text(std::string_view file, const nn::StateDict& state_dict) {
  const Totals totals = totals_of(state_dict);
  std::puts(concat(printable(file), ": safetensors, ", totals.tensors,
                   totals.tensors == 1 ? " tensor, " : " tensors, ", totals.values, " values, ",
                   totals.bytes, " bytes")
                .c_str());
  print_table(state_dict);
  const Dict& metadata = state_dict.file_metadata();
  if (metadata.count() > 0)
    std::puts("metadata:");
  for (const Dict::Entry& entry : metadata.entries()) {
    // A model's text has many lines; they stay lines.
    std::string_view text = entry.value.as_string();
    std::string shown;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      if (end < text.size() || !shown.empty())
        shown += "\n    ";
      shown += printable(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    std::puts(concat("  ", printable(entry.key), ": ", shown).c_str());
  }
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  append_json(out, text);
  out = out.substr(1, out.size() - 2);
  std::string plain;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i] == '\\' && i + 1 < out.size() && (out[i + 1] == '"' || out[i + 1] == '\\'))
      ++i;
    plain += out[i];
  }
  return plain;
}

int info(std::span<const std::string_view> arguments) {
  bool json = false;
  bool options_end = false;
  std::vector<std::string_view> files;
  for (const std::string_view argument : arguments) {
    if (!options_end && argument == "--json") {
      json = true;
    } else if (!options_end && argument == "--") {
      options_end = true;
    } else if (!options_end && argument.size() > 1 && argument.front() == '-') {
      throw UsageError{"info: no option " + printable(argument)};
    } else {
      files.push_back(argument);
    }
  }
  if (files.size() != 1)
    throw UsageError{"info: takes one file: tenon info [--json] FILE"};
  const Ref<nn::StateDict> state_dict = io::load(files.front());
  if (json) {
    print_json(files.front(), *state_dict);
  } else {
    print_text(files.front(), *state_dict);
  }
  return kDone;
}

}  // namespace tenon::tool
