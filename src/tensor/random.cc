#include "tenon/random.h"

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
  for (std::size_t i = 0; i < 624; ++i) {
    state_[i] = state_[(i + 397) % 624] ^ twist(state_[i], state_[(i + 1) % 624]);
  }
  left_ = 624;
  next_ = 0;
}

std::uint32_t Generator::random32() noexcept {
  if (--left_ == 0) renew();
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

}  // namespace tenon
