// Replays random/random.json: numbers that PyTorch 2.15 drew after a seed, bit for bit. What is
// composed of draws that the library does not offer yet is listed by kind, not counted.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <stdexcept>

#include "tenon/nn/init.h"
#include "tenon/ops/dropout.h"
#include "tests/support/fixture.h"

namespace {

using tenon::Context;
using tenon::Dims;
using tenon::DType;
using tenon::Generator;
using tenon::Shape;
using tenon::Tensor;
using tenon::test::Fixture;
using tenon::test::Json;
using tenon::test::Report;

constexpr tenon::test::Tolerance kExact{0, 0};

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == at) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

DType dtype_in(const std::string& name) {
  for (const char* word : {"bfloat16", "float16", "float32", "float64"}) {
    if (name.find(word) == std::string::npos)
      continue;
    DType dtype{};
    tenon::dtype_from_name(word, &dtype);
    return dtype;
  }
  throw std::runtime_error("no dtype in " + name);
}

Tensor rand(const Shape& sizes, DType dtype, Generator& g) {
  Tensor t = Tensor::empty(sizes, dtype);
  tenon::uniform_(t, 0, 1, g);
  return t;
}

Tensor randn(const Shape& sizes, DType dtype, Generator& g) {
  Tensor t = Tensor::empty(sizes, dtype);
  tenon::normal_(t, 0, 1, g);
  return t;
}

/// The last seed-free part of "uniform_/17_2.0_5.0_float32_s0": {"17", "2.0", "5.0", "float32"}.
std::vector<std::string> parameters(const std::string& name) {
  std::vector<std::string> parts = split(name.substr(name.find('/') + 1), '_');
  if (parts.back().size() > 1 && parts.back()[0] == 's')
    parts.pop_back();
  return parts;
}

/// init/<function>_<k=v>_<sizes>_<dtype>, with the function's own underscores.
bool initialize(const std::string& name, Generator& g, Tensor* out) {
  namespace init = tenon::nn::init;
  std::vector<std::string> words = split(name.substr(name.find('/') + 1), '_');
  const DType dtype = dtype_in(words.back());
  words.pop_back();
  Shape sizes;
  for (const std::string& size : split(words.back(), 'x'))
    sizes.push_back(std::stoll(size));
  words.pop_back();
  std::string function;
  std::map<std::string, std::string> options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t at = words[i].find('=');
    if (at == std::string::npos) {
      // "fan_out" is one value.
      if (!options.empty() && words[i] == "out") {
        options["mode"] += "_out";
      } else if (!words[i].empty()) {
        function += words[i] + "_";
      }
    } else {
      options[words[i].substr(0, at)] = words[i].substr(at + 1);
    }
  }
  const auto number = [&](const char* key, double usual) {
    return options.count(key) > 0 ? std::stod(options[key]) : usual;
  };
  const auto mode = options.count("mode") > 0 && options["mode"] == "fan_out"
                        ? init::FanMode::kFanOut
                        : init::FanMode::kFanIn;
  const std::string nonlinearity =
      options.count("nonlinearity") > 0 ? options["nonlinearity"] : "leaky_relu";
  const Tensor t = Tensor::empty(sizes, dtype);
  *out = t;
  if (function == "uniform_")
    return init::uniform_(t, number("a", 0), number("b", 1), &g), true;
  if (function == "normal_")
    return init::normal_(t, number("mean", 0), number("std", 1), &g), true;
  if (function == "constant_")
    return init::constant_(t, number("val", 0)), true;
  if (function == "ones_")
    return init::ones_(t), true;
  if (function == "zeros_")
    return init::zeros_(t), true;
  if (function == "xavier_uniform_")
    return init::xavier_uniform_(t, number("gain", 1), &g), true;
  if (function == "xavier_normal_")
    return init::xavier_normal_(t, number("gain", 1), &g), true;
  if (function == "kaiming_uniform_") {
    return init::kaiming_uniform_(t, number("a", 0), mode, nonlinearity, &g), true;
  }
  if (function == "kaiming_normal_") {
    return init::kaiming_normal_(t, number("a", 0), mode, nonlinearity, &g), true;
  }
  return false;
}

std::vector<Tensor> engine_words(const std::string& kind, Generator& g) {
  const std::int64_t count = kind == "raw64" ? 16 : 32;
  Tensor t = Tensor::empty(Shape{count}, kind == "raw31" ? DType::kInt32 : DType::kInt64);
  for (std::int64_t i = 0; i < count; ++i) {
    if (kind == "raw31") {
      t.data<std::int32_t>()[i] = static_cast<std::int32_t>(g.random32() & 0x7fffffffu);
    } else {
      const std::uint64_t word = g.random64();
      const std::uint64_t value = kind == "raw64"   ? word
                                  : kind == "raw32" ? word % (std::uint64_t{1} << 32)
                                                    : word % ((std::uint64_t{1} << 32) - 1);
      t.data<std::int64_t>()[i] = static_cast<std::int64_t>(value);
    }
  }
  return {t};
}

std::vector<Tensor> dropped(const std::string& kind, const std::vector<std::string>& p, DType dtype,
                            Generator& g) {
  const bool edge = kind == "dropout_edge";
  const Shape sizes = edge ? Shape{p[0] == "empty" ? 0 : 7} : Shape{2, 33};
  const Tensor ones = Tensor::ones(sizes, dtype);
  if (!edge) {
    const bool inplace = p[0].rfind("inplace", 0) == 0;
    const double rate = std::stod(inplace ? p[0].substr(7) : p[0]);
    return {inplace ? tenon::dropout_(ones, rate, true, g) : tenon::dropout(ones, rate, true, g)};
  }
  const double rate = p[0] == "p0" ? 0 : p[0] == "p1" ? 1 : 0.5;
  const Tensor out = tenon::dropout(ones, rate, p[0] != "eval", g);
  return {out, rand(Shape{2}, DType::kFloat32, g)};
}

/// What the case's words draw; empty if the library has no such function.
std::vector<Tensor> draw(const std::string& name, Generator& g) {
  const std::string kind = name.substr(0, name.find('/'));
  const std::vector<std::string> p = parameters(name);
  if (kind.rfind("raw", 0) == 0)
    return engine_words(kind, g);
  if (kind == "deep") {
    const Tensor all = rand(Shape{1300}, DType::kFloat32, g);
    return {all.as_strided(Shape{40}, Shape{1}, 1260)};
  }
  if (kind == "init") {
    Tensor t;
    if (!initialize(name, g, &t))
      return {};
    return {t, rand(Shape{2}, DType::kFloat32, g)};
  }
  if (kind == "rand")
    return {rand(Shape{std::stoll(p[0])}, dtype_in(name), g)};
  if (kind == "uniform_" && p[0] == "bound") {
    const Tensor t = Tensor::empty(Shape{1 << 23});
    tenon::uniform_(t, 2, 5, g);
    Tensor counts = Tensor::zeros(Shape{2}, DType::kInt64);
    for (std::int64_t i = 0; i < t.numel(); ++i) {
      const float x = t.data<float>()[i];
      if (x >= 5)
        ++counts.data<std::int64_t>()[0];
      if (x == 2)
        ++counts.data<std::int64_t>()[1];
    }
    return {counts};
  }
  if (kind == "uniform_") {
    const Tensor t = Tensor::empty(Shape{std::stoll(p[0])}, dtype_in(name));
    tenon::uniform_(t, std::stod(p[1]), std::stod(p[2]), g);
    return {t};
  }
  if (kind == "randn" && p[0] == "strided") {
    const Tensor t =
        Tensor::empty(Shape{6, 4}, dtype_in(name)).as_strided(Shape{4, 6}, Shape{1, 4}, 0);
    tenon::normal_(t, 0, 1, g);
    return {t};
  }
  if (kind == "randn" && p[0] == "kept") {
    const DType dtype = dtype_in(name);
    std::vector<Tensor> out;
    for (const std::int64_t n : {3, 20, 2})
      out.push_back(randn(Shape{n}, dtype, g));
    out.push_back(rand(Shape{2}, dtype, g));
    for (int i = 0; i < 2; ++i)
      out.push_back(randn(Shape{1}, dtype, g));
    return out;
  }
  if (kind == "randn")
    return {randn(Shape{std::stoll(p[0])}, dtype_in(name), g)};
  if (kind == "normal_") {
    const Tensor t = Tensor::empty(Shape{std::stoll(p[0])}, dtype_in(name));
    tenon::normal_(t, 1.5, 0.25, g);
    return {t};
  }
  if (kind == "bernoulli_") {
    const Tensor t = Tensor::empty(Shape{40}, dtype_in(name));
    tenon::bernoulli_(t, std::stod(p[0]), g);
    return {t};
  }
  if (kind == "dropout" || kind == "dropout_edge")
    return dropped(kind, p, dtype_in(name), g);
  return {};
}

/// Seeds are recorded as decimal texts between -2^63 and 2^64 - 1.
std::uint64_t seed_of(const std::string& text) {
  return text[0] == '-' ? static_cast<std::uint64_t>(std::stoll(text)) : std::stoull(text);
}

void run_cases(const Fixture& fixture, Report& report) {
  std::map<std::string, int> not_offered;
  for (const Json& c : fixture.cases()) {
    const std::string& name = c["name"].as_string();
    const std::string kind = name.substr(0, name.find('/'));
    if (kind == "default")
      continue;  // tests/nn/layers/fixture_init.cc
    try {
      Generator generator(static_cast<std::uint64_t>(c["seed"].as_int()));
      const std::vector<Tensor> drawn = draw(name, generator);
      if (drawn.empty()) {
        ++not_offered[kind == "init" ? name.substr(0, name.find('_') + 1) : kind];
        continue;
      }
      std::string text;
      for (std::size_t i = 0; i < drawn.size() && text.empty(); ++i) {
        const Json& wanted = c.has("value") ? c["value"] : c["values"][i][1];
        text = tenon::test::difference(drawn[i], tenon::test::to_tensor(wanted, fixture.tensors),
                                       kExact);
      }
      report.check(name, text);
    } catch (const std::exception& e) {
      report.fail(name, e.what());
    }
  }
  for (const auto& [kind, count] : not_offered) {
    std::printf("not offered yet: %s (%d cases)\n", kind.c_str(), count);
  }
}

void run_seeds(const Fixture& fixture, Report& report) {
  for (const Json& row : fixture.json["seeds"].items()) {
    if (row.has("raised"))
      continue;  // does not fit the parameter's type here
    const std::string& seed = row["seed"].as_string();
    Generator generator(seed_of(seed));
    const bool kept = generator.initial_seed() == std::stoull(row["initial_seed"].as_string());
    const Tensor t = Tensor::empty(Shape{1}, DType::kFloat64);
    tenon::uniform_(t, 0, 1, generator);
    const bool same = t.item() == row["first"].as_float();
    report.check("seed " + seed, kept && same ? "" : "initial_seed or first number differs");
  }
  for (const Json& row : fixture.json["gains"].items()) {
    const std::string& name = row[0].as_string();
    const double gain = row[1].is_null() ? tenon::nn::init::calculate_gain(name)
                                         : tenon::nn::init::calculate_gain(name, row[1].as_float());
    report.check("gain " + name, gain == row[2].as_float() ? "" : std::to_string(gain));
  }
}

void run_states(const Fixture& fixture, Report& report) {
  for (const Json& row : fixture.json["states"].items()) {
    const std::string& name = row["name"].as_string();
    const Tensor state = tenon::test::to_tensor(row["state"], fixture.tensors);
    const std::span<const std::uint8_t> bytes(state.data<std::uint8_t>(),
                                              static_cast<std::size_t>(state.numel()));
    Generator generator(999);
    generator.set_state(bytes);
    std::vector<std::uint8_t> again(bytes.size());
    generator.get_state(again);
    report.check(name + " written back",
                 std::memcmp(again.data(), bytes.data(), bytes.size()) == 0 ? "" : "other bytes");
    const std::vector<Tensor> drawn{randn(Shape{3}, DType::kFloat64, generator),
                                    rand(Shape{4}, DType::kFloat32, generator),
                                    randn(Shape{17}, DType::kFloat32, generator)};
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      report.check(
          name + " goes on",
          tenon::test::difference(
              drawn[i], tenon::test::to_tensor(row["values"][i], fixture.tensors), kExact));
    }
  }
}

}  // namespace

int main() {
  Context* const context = Context::create();
  int code = 0;
  {
    const tenon::ContextScope scope(*context);
    Report report;
    const Fixture fixture("random/random");
    run_seeds(fixture, report);
    run_states(fixture, report);
    run_cases(fixture, report);
    code = report.finish();
  }
  context->release();
  return code;
}
