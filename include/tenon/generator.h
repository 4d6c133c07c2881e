/// Generator: PyTorch's CPU random engine, bit for bit.
#ifndef TENON_GENERATOR_H_
#define TENON_GENERATOR_H_

#include <array>
#include <cstdint>
#include <mutex>
#include <span>

namespace tenon {

/// mt19937 as PyTorch seeds and draws from it; one per context. Threads take turns by Use; single
/// draws do not look.
class Generator {
 public:
  /// Bytes of a saved state: torch.get_rng_state()'s layout, little endian.
  static constexpr std::int64_t kStateBytes = 5056;

  /// Has the generator for a whole tensor: what threads draw at the same time comes in some order,
  /// a tensor at a time. A thread may hold it several times.
  class Use {
   public:
    explicit Use(Generator& generator) : lock_(generator.mutex_) {}

   private:
    const std::lock_guard<std::recursive_mutex> lock_;
  };

  explicit Generator(std::uint64_t seed = 0) noexcept { manual_seed(seed); }

  /// Starts the sequence of `seed` (its low 32 bits) and forgets a pending normal.
  void manual_seed(std::uint64_t seed) noexcept;
  std::uint64_t initial_seed() const noexcept { return seed_; }
  /// One 32-bit draw.
  std::uint32_t random32() noexcept;
  /// Two draws: (first << 32) | second.
  std::uint64_t random64() noexcept;

  /// Writes kStateBytes bytes; throws kValue if `out` has another size.
  void get_state(std::span<std::uint8_t> out) const;
  /// Continues from a saved state; throws kValue on a wrong size or impossible content.
  void set_state(std::span<const std::uint8_t> state);

  /// The pending second half of a pair of normals (part of the state).
  bool has_pending_normal = false;
  double pending_normal = 0;

 private:
  void renew() noexcept;

  std::recursive_mutex mutex_;
  std::uint64_t seed_ = 0;
  std::int32_t left_ = 1;
  std::uint32_t next_ = 0;
  std::array<std::uint32_t, 624> state_{};
};

}  // namespace tenon

#endif  // TENON_GENERATOR_H_
