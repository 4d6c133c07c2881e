/// From an algorithm to its class of optimizers.
#ifndef TENON_SRC_OPTIM_ALGORITHM_H_
#define TENON_SRC_OPTIM_ALGORITHM_H_

#include "tenon/optim/optimizer.h"

namespace tenon::optim {

/// One parameter at work, typed.
template <class T>
struct Typed {
  std::int64_t count;
  T* param;
  const T* grad;
  T* const* slots;
  Tensor* tensors;
  std::uint32_t made;
  double step;
  const Shape& sizes;

  T* slot(int index) const noexcept { return slots[index]; }
  bool is_new(int index) const noexcept { return (made >> index & 1) != 0; }
};

/// The gradient as an algorithm sees it: its sign turned by maximize, weight decay added.
template <class T>
struct Gradient {
  T sign;
  T decay;
  Gradient(bool maximize, double weight_decay) noexcept
      : sign(maximize ? -1 : 1), decay(static_cast<T>(weight_decay)) {}
  T operator()(T grad, T param) const noexcept {
    grad *= sign;
    return decay != 0 ? grad + decay * param : grad;
  }
};

/// a moved towards b by a weight, from the nearer end, as PyTorch's lerp.
template <class T>
inline T lerp(T a, T b, T weight) noexcept {
  return weight < T{0.5} ? a + weight * (b - a) : b - (b - a) * (1 - weight);
}

/// Reads the options of a new optimizer and checks them.
void read_options(const OptionTable& table, void* options, const Value& given);
/// All options as spelled.
Ref<Dict> write_options(Context& context, const OptionTable& table, void* options);

/// The optimizer of algorithm A, which has: Options, kName, kDoc, kState, needed(options), update.
template <class A>
class OptimizerOf : public Optimizer {
 public:
  using Options = typename A::Options;

  OptimizerOf(Context& context, const Value& given) : Optimizer(context, kInfo) {
    read_options(kInfo.options, &options_, given);
    if constexpr (requires { A::check(options_); })
      A::check(options_);
    defaults_ = write_options(context, kInfo.options, &options_);
  }

  static Ref<Optimizer> make_one(Context& context, const Value& given) {
    if constexpr (requires { A::make(context, given); }) {
      return A::make(context, given);
    } else {
      return tenon::make<OptimizerOf<A>>(context, given);
    }
  }

  static constexpr OptimizerInfo kInfo{
      A::kName, A::kDoc, OptionsOf<typename A::Options>::table(A::kName), A::kState, &make_one};

 protected:
  void begin_group(const Dict& group) override { kInfo.options.read_all(&options_, group); }
  std::uint32_t needed_state() const noexcept override { return A::needed(options_); }
  void make_state(const Tensor& param, State& state) const override {
    if constexpr (requires { A::make_state(param, state.slots.data()); })
      A::make_state(param, state.slots.data());
  }
  void check_param(const Tensor& param) const override {
    Optimizer::check_param(param);
    if constexpr (requires { A::check_param(param); })
      A::check_param(param);
  }
  void added(Entry& entry) override {
    if constexpr (requires { A::fill_new(options_, entry.state->slots.data()); })
      fill_state(entry);
  }
  void fill_new(State& state) const override {
    if constexpr (requires { A::fill_new(options_, state.slots.data()); })
      A::fill_new(options_, state.slots.data());
  }
  void update(const Item& item) override {
    if (item.is_double) {
      run<double>(item);
    } else {
      run<float>(item);
    }
  }

  Options options_;

 private:
  template <class T>
  void run(const Item& item) {
    T* slots[kMaxState];
    for (int i = 0; i < kMaxState; ++i)
      slots[i] = static_cast<T*>(item.slots[i]);
    A::template update<T>(
        options_,
        Typed<T>{item.count, static_cast<T*>(item.param), static_cast<const T*>(item.grad), slots,
                 item.state.slots.data(), item.made, item.step, item.sizes});
  }
};

}  // namespace tenon::optim

#endif  // TENON_SRC_OPTIM_ALGORITHM_H_
