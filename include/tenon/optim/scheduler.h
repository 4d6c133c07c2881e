/// Schedulers of learning rates, as torch.optim.lr_scheduler.
#ifndef TENON_OPTIM_SCHEDULER_H_
#define TENON_OPTIM_SCHEDULER_H_

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "tenon/optim/optimizer.h"

namespace tenon::optim {

/// The factor of a group at an epoch (LambdaLR, MultiplicativeLR), or the scale at a cycle or
/// iteration (CyclicLR's scale_fn; the group does not matter).
using Schedule = std::function<double(double epoch, std::int64_t group)>;

/// Changes "lr" (and, cycling, "momentum" or "betas") in the groups of an optimizer.
///
/// Its attributes are a dict with PyTorch's names, which is also its state dict.
class Scheduler : public Object {
 public:
  enum class Kind : std::uint8_t {
    kChainedScheduler,
    kConstantLR,
    kCosineAnnealingLR,
    kCosineAnnealingWarmRestarts,
    kCyclicLR,
    kExponentialLR,
    kLambdaLR,
    kLinearLR,
    kMultiStepLR,
    kMultiplicativeLR,
    kOneCycleLR,
    kPolynomialLR,
    kReduceLROnPlateau,
    kSWALR,
    kSequentialLR,
    kStepLR,
  };

  std::string_view type_name() const noexcept;
  const Ref<Optimizer>& optimizer() const noexcept { return optimizer_; }
  /// Next epoch. `number`: the metric of ReduceLROnPlateau (kType without); for the others the
  /// epoch to go to (fractions: CosineAnnealingWarmRestarts). Throws kValue past OneCycleLR's end.
  void step(std::optional<double> number = {});
  /// The learning rate of each group, as set by the last step.
  Value last_lr() const;
  /// Attributes by PyTorch's names; functions are not among them.
  Value state_dict() const;
  /// Throws kType; kValue for another number of schedulers inside.
  void load_state_dict(const Value& state_dict);

 private:
  friend Ref<Scheduler> create_scheduler(std::string_view, const Ref<Optimizer>&, const Value&,
                                         Schedule, std::vector<Ref<Scheduler>>);
  template <class T, class... Args>
  friend Ref<T> tenon::make(Args&&... args);
  Scheduler(Kind kind, Ref<Optimizer> optimizer, Schedule schedule,
            std::vector<Ref<Scheduler>> inner);

  [[noreturn]] void refuse(std::string_view option, const Value& value,
                           std::string_view wanted) const;
  const Value& get(std::string_view name) const;
  double number(std::string_view name) const { return number_of(get(name)); }
  static double number_of(const Value& value);
  double item(std::string_view list, std::int64_t index) const;
  void set(std::string_view name, Value value) { attributes_->set(name, std::move(value)); }
  Value per_group(std::string_view option, const Value& value) const;
  Value lrs(std::string_view key) const;
  double lr(std::int64_t group) const;
  void set_lr(std::int64_t group, double value);
  void set_momentum(std::int64_t group, double value);
  bool momentum_is_beta() const;

  void init(const Value& options);
  void init_cycle(const Dict& given);
  void init_one_cycle(const Dict& given);
  void init_plateau(const Dict& given);
  void init_groups(std::int64_t last_epoch);
  void init_sequence(const Dict& given);
  void initial_step();
  void undo();
  void update_lr(std::optional<double> epoch);
  double next_lr(std::int64_t group) const;
  std::optional<double> closed_lr(std::int64_t group) const;
  void step_cycle();
  void step_one_cycle();
  void step_plateau(double metric);
  void step_restarts(std::optional<double> epoch);
  void note_lrs();

  Kind kind_;
  Ref<Optimizer> optimizer_;
  Schedule schedule_;
  std::vector<Ref<Scheduler>> inner_;
  Ref<Dict> attributes_;
  std::vector<double> next_;  // of step_cycle, step_one_cycle
};

/// Makes a scheduler by name and takes its first step, as PyTorch's constructors. `options`: dict
/// or none. `schedule` is LambdaLR's and MultiplicativeLR's function, and CyclicLR's scale_fn if
/// given. `inner`: what SequentialLR and ChainedScheduler run, all of this optimizer. Throws kKey
/// for an unknown name, kType for unknown, missing and wrongly typed options, kValue for impossible
/// ones.
Ref<Scheduler> create_scheduler(std::string_view name, const Ref<Optimizer>& optimizer,
                                const Value& options = Value(), Schedule schedule = {},
                                std::vector<Ref<Scheduler>> inner = {});

}  // namespace tenon::optim

#endif  // TENON_OPTIM_SCHEDULER_H_
