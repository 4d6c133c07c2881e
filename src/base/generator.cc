#include "tenon/generator.h"

#include <algorithm>
#include <bit>

#include "tenon/error.h"

namespace tenon {

void Generator::manual_seed(std::uint64_t seed) noexcept {
  seed_ = seed;
  state_[0] = static_cast<std::uint32_t>(seed);
  for (std::uint32_t j = 1; j < 624; ++j) {
    state_[j] = 1812433253u * (state_[j - 1] ^ (state_[j - 1] >> 30)) + j;
  }
  left_ = 1;
  next_ = 0;
  has_pending_normal = false;
  pending_normal = 0;
}

void Generator::renew() noexcept {
  const auto twist = [](std::uint32_t u, std::uint32_t v) {
    const std::uint32_t mixed = (u & 0x80000000u) | (v & 0x7fffffffu);
    return (mixed >> 1) ^ ((v & 1u) != 0 ? 0x9908b0dfu : 0u);
  };
  for (std::size_t i = 0; i < 227; ++i) {
    state_[i] = state_[i + 397] ^ twist(state_[i], state_[i + 1]);
  }
  for (std::size_t i = 227; i < 623; ++i) {
    state_[i] = state_[i - 227] ^ twist(state_[i], state_[i + 1]);
  }
  state_[623] = state_[396] ^ twist(state_[623], state_[0]);
  left_ = 624;
  next_ = 0;
}

std::uint32_t Generator::random32() noexcept {
  if (--left_ == 0)
    renew();
  std::uint32_t y = state_[next_++];
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

std::uint64_t Generator::random64() noexcept {
  const std::uint64_t high = random32();
  return high << 32 | random32();
}

// ---- state ------------------------------------------------------------------------------------

namespace {

// The layout of torch.get_rng_state(): see the offsets. What lies between is zero.
constexpr std::size_t kSeedAt = 0;       // u64
constexpr std::size_t kLeftAt = 8;       // i32
constexpr std::size_t kSeededAt = 12;    // i32, always 1
constexpr std::size_t kNextAt = 16;      // u64
constexpr std::size_t kWordsAt = 24;     // 624 x u64
constexpr std::size_t kNormalAt = 5024;  // f64
constexpr std::size_t kValidAt = 5040;   // i32

void put(std::span<std::uint8_t> out, std::size_t at, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i)
    out[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
}

std::uint64_t take(std::span<const std::uint8_t> in, std::size_t at, std::size_t bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i)
    value |= static_cast<std::uint64_t>(in[at + i]) << (8 * i);
  return value;
}

void require_state_size(std::size_t size) {
  if (size != static_cast<std::size_t>(Generator::kStateBytes)) {
    fail(ErrorCode::kValue, "generator: a state has ", Generator::kStateBytes, " bytes, got ",
         size);
  }
}

}  // namespace

void Generator::get_state(std::span<std::uint8_t> out) const {
  require_state_size(out.size());
  std::fill(out.begin(), out.end(), std::uint8_t{0});
  put(out, kSeedAt, seed_, 8);
  put(out, kLeftAt, static_cast<std::uint32_t>(left_), 4);
  put(out, kSeededAt, 1, 4);
  put(out, kNextAt, next_, 8);
  for (std::size_t i = 0; i < state_.size(); ++i)
    put(out, kWordsAt + 8 * i, state_[i], 8);
  if (has_pending_normal) {
    put(out, kNormalAt, std::bit_cast<std::uint64_t>(pending_normal), 8);
    put(out, kValidAt, 1, 4);
  }
}

void Generator::set_state(std::span<const std::uint8_t> state) {
  require_state_size(state.size());
  const std::uint64_t left = take(state, kLeftAt, 4);
  const std::uint64_t next = take(state, kNextAt, 8);
  if (take(state, kSeededAt, 4) != 1 || left < 1 || left > 624 || next > 624 ||
      (left > 1 && left + next != 625)) {
    fail(ErrorCode::kValue, "generator: no state of an mt19937: ", left, " draws left, next is ",
         next);
  }
  for (std::size_t i = 0; i < state_.size(); ++i) {
    if (take(state, kWordsAt + 8 * i, 8) > 0xffffffffu) {
      fail(ErrorCode::kValue, "generator: state word ", i, " has more than 32 bits");
    }
  }
  seed_ = take(state, kSeedAt, 8);
  left_ = static_cast<std::int32_t>(left);
  next_ = static_cast<std::uint32_t>(next);
  for (std::size_t i = 0; i < state_.size(); ++i) {
    state_[i] = static_cast<std::uint32_t>(take(state, kWordsAt + 8 * i, 8));
  }
  has_pending_normal = take(state, kValidAt, 4) != 0;
  pending_normal = has_pending_normal ? std::bit_cast<double>(take(state, kNormalAt, 8)) : 0;
}

}  // namespace tenon
