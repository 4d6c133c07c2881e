/// The algorithms: their options, state and step. Declared here, listed in optimizer_list.h.
#ifndef TENON_SRC_OPTIM_ALGORITHMS_H_
#define TENON_SRC_OPTIM_ALGORITHMS_H_

#include "src/optim/algorithm.h"
#include "tenon/optim/adam.h"
#include "tenon/optim/adaptive.h"
#include "tenon/optim/lbfgs.h"
#include "tenon/optim/matrix.h"
#include "tenon/optim/sgd.h"

namespace tenon::optim {

inline constexpr StateInfo kStep{"step", StateInfo::Kind::kStep};
constexpr StateInfo like(std::string_view name) {
  return {name, StateInfo::Kind::kLike};
}
constexpr StateInfo scalar(std::string_view name) {
  return {name, StateInfo::Kind::kScalar};
}
constexpr StateInfo value(std::string_view name) {
  return {name, StateInfo::Kind::kValue};
}
constexpr StateInfo other(std::string_view name) {
  return {name, StateInfo::Kind::kOther};
}

struct Adadelta {
  using Options = AdadeltaOptions;
  static constexpr std::string_view kName = "Adadelta";
  static constexpr std::string_view kDoc = "Zeiler, 2012: steps scaled by the size of past steps.";
  static constexpr StateInfo kState[] = {kStep, like("square_avg"), like("acc_delta")};
  static std::uint32_t needed(const Options&) noexcept { return 7; }
  template <class T>
  static void update(const Options& o, const Typed<T>& p);
};

struct Adafactor {
  using Options = AdafactorOptions;
  static constexpr std::string_view kName = "Adafactor";
  static constexpr std::string_view kDoc =
      "Shazeer, Stern, 2018: second moments kept by rows and columns.";
  static constexpr StateInfo kState[] = {kStep, other("row_var"), other("col_var"),
                                         other("variance")};
  static std::uint32_t needed(const Options&) noexcept { return 15; }
  static void make_state(const Tensor& param, Tensor* state);
  template <class T>
  static void update(const Options& o, const Typed<T>& p);
};

struct Adagrad {
  using Options = AdagradOptions;
  static constexpr std::string_view kName = "Adagrad";
  static constexpr std::string_view kDoc =
      "Duchi, Hazan, Singer, 2011: divides by the root of all squares so far.";
  static constexpr StateInfo kState[] = {kStep, like("sum")};
  static std::uint32_t needed(const Options&) noexcept { return 3; }
  /// State is there before the first step.
  static void fill_new(const Options& o, Tensor* state);
  template <class T>
  static void update(const Options& o, const Typed<T>& p);
};

struct Adam {
  using Options = AdamOptions;
  static constexpr std::string_view kName = "Adam";
  static constexpr std::string_view kDoc = "Kingma, Ba, 2015; with AMSGrad on request.";
  static constexpr StateInfo kState[] = {kStep, like("exp_avg"), like("exp_avg_sq"),
                                         like("max_exp_avg_sq")};
  static std::uint32_t needed(const Options& o) noexcept { return o.amsgrad ? 15 : 7; }
  template <class T>
  static void update(const Options& o, const Typed<T>& p);
};

struct AdamW : Adam {
  using Options = AdamWOptions;
  static constexpr std::string_view kName = "AdamW";
  static constexpr std::string_view kDoc = "Adam whose weight decay shrinks the parameter itself.";
};

struct Adamax {
  using Options = AdamaxOptions;
  static constexpr std::string_view kName = "Adamax";
  static constexpr std::string_view kDoc =
      "Adam with the largest gradient in place of the mean square.";
  static constexpr StateInfo kState[] = {kStep, like("exp_avg"), like("exp_inf")};
  static std::uint32_t needed(const Options&) noexcept { return 7; }
  template <class T>
  static void update(const Options& o, const Typed<T>& p);
};

struct ASGD {
  using Options = ASGDOptions;
  static constexpr std::string_view kName = "ASGD";
  static constexpr std::string_view kDoc =
      "Polyak, Juditsky, 1992: gradient descent that also averages.";
  static constexpr StateInfo kState[] = {kStep, scalar("eta"), scalar("mu"), like("ax")};
  static std::uint32_t needed(const Options&) noexcept { return 15; }
  template <class T>
  static void update(const Options& o, const Typed<T>& p);
};

struct LBFGS {
  using Options = LBFGSOptions;
  static constexpr std::string_view kName = "LBFGS";
  static constexpr std::string_view kDoc =
      "Liu, Nocedal, 1989: quasi-Newton steps, line search on request.";
  static constexpr StateInfo kState[] = {
      value("func_evals"), value("n_iter"),         value("al"),       value("d"),
      value("t"),          value("old_dirs"),       value("old_stps"), value("ro"),
      value("H_diag"),     value("prev_flat_grad"), value("prev_loss")};
  static std::uint32_t needed(const Options&) noexcept { return 0; }
  static void check(Options& o);
  static Ref<Optimizer> make(Context& context, const Value& options);
  template <class T>
  static void update(const Options&, const Typed<T>&) {}
};

struct Muon {
  using Options = MuonOptions;
  static constexpr std::string_view kName = "Muon";
  static constexpr std::string_view kDoc = "Momentum whose matrix is made orthogonal.";
  static constexpr StateInfo kState[] = {like("momentum_buffer")};
  static std::uint32_t needed(const Options&) noexcept { return 1; }
  static void check(const Options& o);
  static void check_param(const Tensor& param);
  template <class T>
  static void update(const Options& o, const Typed<T>& p);
};

struct NAdam {
  using Options = NAdamOptions;
  static constexpr std::string_view kName = "NAdam";
  static constexpr std::string_view kDoc = "Dozat, 2016: Adam that looks ahead along its momentum.";
  static constexpr StateInfo kState[] = {kStep, scalar("mu_product"), like("exp_avg"),
                                         like("exp_avg_sq")};
  static std::uint32_t needed(const Options&) noexcept { return 15; }
  template <class T>
  static void update(const Options& o, const Typed<T>& p);
};

struct RAdam {
  using Options = RAdamOptions;
  static constexpr std::string_view kName = "RAdam";
  static constexpr std::string_view kDoc =
      "Liu and others, 2020: Adam that waits for its variance.";
  static constexpr StateInfo kState[] = {kStep, like("exp_avg"), like("exp_avg_sq")};
  static std::uint32_t needed(const Options&) noexcept { return 7; }
  template <class T>
  static void update(const Options& o, const Typed<T>& p);
};

struct RMSprop {
  using Options = RMSpropOptions;
  static constexpr std::string_view kName = "RMSprop";
  static constexpr std::string_view kDoc = "Divides by the root of a running mean of squares.";
  static constexpr StateInfo kState[] = {kStep, like("square_avg"), like("momentum_buffer"),
                                         like("grad_avg")};
  static std::uint32_t needed(const Options& o) noexcept {
    return 3u | (o.momentum > 0 ? 4u : 0u) | (o.centered ? 8u : 0u);
  }
  template <class T>
  static void update(const Options& o, const Typed<T>& p);
};

struct Rprop {
  using Options = RpropOptions;
  static constexpr std::string_view kName = "Rprop";
  static constexpr std::string_view kDoc =
      "Riedmiller, Braun, 1993: steps by the sign of the gradient alone.";
  static constexpr StateInfo kState[] = {kStep, like("prev"), like("step_size")};
  static std::uint32_t needed(const Options&) noexcept { return 7; }
  static void check(const Options& o);
  template <class T>
  static void update(const Options& o, const Typed<T>& p);
};

struct SGD {
  using Options = SGDOptions;
  static constexpr std::string_view kName = "SGD";
  static constexpr std::string_view kDoc = "Gradient descent, with momentum or without.";
  static constexpr StateInfo kState[] = {like("momentum_buffer")};
  static std::uint32_t needed(const Options& o) noexcept { return o.momentum != 0 ? 1 : 0; }
  static void check(const Options& o);
  template <class T>
  static void update(const Options& o, const Typed<T>& p);
};

}  // namespace tenon::optim

#endif  // TENON_SRC_OPTIM_ALGORITHMS_H_
