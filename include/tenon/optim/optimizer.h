/// Optimizers: parameter groups, steps, state dicts in PyTorch's layout.
#ifndef TENON_OPTIM_OPTIMIZER_H_
#define TENON_OPTIM_OPTIMIZER_H_

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "tenon/optim/options.h"
#include "tenon/value.h"

namespace tenon::optim {

class Optimizer;

/// What an optimizer keeps for each parameter, in the order of its state dict.
struct StateInfo {
  enum class Kind : std::uint8_t {
    kStep,    ///< 0-dim float32: steps taken.
    kScalar,  ///< 0-dim float32 of another meaning.
    kLike,    ///< Size and dtype of the parameter.
    kOther,   ///< The algorithm's own size, dtype of the parameter.
    kValue,   ///< No tensor: numbers and lists that the algorithm reads and writes itself.
  };
  std::string_view name;
  Kind kind;
};

/// One class of optimizers.
struct OptimizerInfo {
  std::string_view name;
  std::string_view doc;
  OptionTable options;
  std::span<const StateInfo> state;
  /// Makes one without parameters; `options` are this class's.
  Ref<Optimizer> (*make)(Context& context, const Value& options);
};

/// All optimizers, sorted by name.
std::span<const OptimizerInfo> optimizers();

/// Computes the loss anew, with fresh gradients in the parameters: what LBFGS calls several times.
/// Returns the loss: a number or a one-element tensor.
using Closure = std::function<Value()>;

/// Makes an optimizer by name. `params`: a list of tensors, or of dicts, each a group: {"params":
/// [tensors], option: value …}. `options`: dict or none; what a group does not say. Throws kKey for
/// an unknown name, kUnsupported for SparseAdam, kType for wrongly typed or unknown options and
/// parameters, kValue for impossible ones.
Ref<Optimizer> create(std::string_view name, const Value& params, const Value& options = Value());

/// Base of all optimizers.
///
/// Parameters are float32 or float64; float16 and bfloat16 are computed in float32 and rounded once
/// a step. A parameter without gradient is passed over. Steps write parameters in place, and count
/// as writes (TensorImpl's version); they record nothing for autograd and allocate nothing after a
/// parameter's first step, if it and its gradient are dense.
class Optimizer : public Object {
 public:
  static constexpr int kMaxState = 5;

  const OptimizerInfo& info() const noexcept { return info_; }
  /// The groups' dicts: options as spelled, and what schedulers and users add. Changes count at the
  /// next step; "params" is for reading.
  Value param_groups() const;
  std::int64_t group_count() const noexcept { return static_cast<std::int64_t>(groups_.size()); }
  /// Throws kIndex.
  Dict& group(std::int64_t index) const;
  /// Whether the class has such an option ("momentum", "betas").
  bool has_option(std::string_view name) const noexcept {
    return info_.options.find(name) < info_.options.count;
  }
  /// A dict with "params" (tensor or list of tensors); what it does not say is taken from the
  /// options of the optimizer. Throws as create().
  virtual void add_param_group(const Value& group);

  /// One step. `closure` may be empty, except for LBFGS; its loss is returned, else none.
  virtual Value step(const Closure& closure = {});
  /// Drops all gradients, or fills them with zeros.
  void zero_grad(bool set_to_none = true);

  /// {"state": {"0": {"step": tensor, …}, …}, "param_groups": [{…, "params": [0, …]}, …]}.
  /// Shares the tensors of the optimizer, as PyTorch's.
  Value state_dict() const;
  /// Copies. State takes the dtype of its parameter. Throws kKey, kType, kValue, and then nothing
  /// has changed.
  void load_state_dict(const Value& state_dict);

 protected:
  /// The state of one parameter; slots as in info().state.
  struct State {
    std::array<Tensor, kMaxState> slots;
    Ref<Dict> values;  ///< LBFGS's.
  };
  struct Entry {
    Tensor param;
    State* state;
    std::int64_t id;  ///< Its number in state dicts.
  };
  struct Group {
    Ref<Dict> dict;
    std::vector<Entry> entries;
  };
  /// One parameter at work: row-major memory of one dtype, float or double.
  struct Item {
    State& state;
    bool is_double;
    bool has_step;
    std::uint32_t made;  ///< Bit i: slot i was made, as zeros, for this step.
    std::int64_t count;
    void* param;
    const void* grad;
    void* slots[kMaxState];  ///< Null for those that are not there.
    double step;             ///< Steps taken, with this one.
    const Shape& sizes;
  };

  Optimizer(Context& context, const OptimizerInfo& info) noexcept : Object(context), info_(info) {}

  /// Reads the group's options for the calls that follow.
  virtual void begin_group(const Dict& group) = 0;
  /// Bit i: slot i of the state is needed under the options read last.
  virtual std::uint32_t needed_state() const noexcept = 0;
  /// Makes the slots of kind kOther for a new parameter.
  virtual void make_state(const Tensor& param, State& state) const;
  /// Slots that were just made, as zeros, get their first values.
  virtual void fill_new(State& state) const;
  virtual void update(const Item& item) = 0;
  /// Refuses a parameter that the algorithm cannot work with.
  virtual void check_param(const Tensor& param) const;
  /// For those that keep state before the first step.
  virtual void added(Entry& entry);

  std::uint32_t fill_state(const Entry& entry);
  /// The states that are tensors in slots: all, or none.
  std::span<const StateInfo> slots() const noexcept {
    return info_.state[0].kind == StateInfo::Kind::kValue ? std::span<const StateInfo>()
                                                          : info_.state;
  }

  const OptimizerInfo& info_;
  Ref<Dict> defaults_;
  std::vector<Group> groups_;
  std::vector<std::unique_ptr<State>> states_;

 private:
  friend Ref<Optimizer> create(std::string_view, const Value&, const Value&);
  void step_entry(Entry& entry);
  Ref<Dict> load_state(const Dict& saved, const Entry& entry, State& into) const;
};

}  // namespace tenon::optim

#endif  // TENON_OPTIM_OPTIMIZER_H_
