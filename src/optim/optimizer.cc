#include "tenon/optim/optimizer.h"

#include <algorithm>

#include "src/optim/optimizer_list.h"

namespace tenon::optim {
namespace {

/// The items of "params": one tensor, or a list or tuple of tensors.
std::vector<Tensor> tensors_of(std::string_view owner, const Value& params) {
  if (params.is_tensor())
    return {params.as_tensor()};
  if (!params.is_sequence()) {
    fail(ErrorCode::kType, owner, ": parameters are a list of tensors or dicts, got ",
         value_kind_name(params.kind()));
  }
  std::vector<Tensor> tensors;
  for (const Value& item : params.as_sequence().items) {
    if (!item.is_tensor()) {
      fail(ErrorCode::kType, owner, ": a parameter is a ", value_kind_name(item.kind()),
           ", not a tensor");
    }
    tensors.push_back(item.as_tensor());
  }
  return tensors;
}

bool is_half(DType dtype) noexcept {
  return dtype == DType::kFloat16 || dtype == DType::kBFloat16;
}

/// A parameter, gradient or state as row-major memory of the dtype that is computed in; `kept`
/// holds what had to be copied.
void* dense(const Tensor& tensor, DType dtype, Tensor* kept) {
  if (tensor.dtype() == dtype && tensor.is_contiguous()) [[likely]]
    return tensor.raw_data();
  *kept = tensor.to(dtype).contiguous();
  return kept->raw_data();
}

}  // namespace

void read_options(const OptionTable& table, void* options, const Value& given) {
  if (!given.is_none()) {
    if (!given.is_dict()) {
      fail(ErrorCode::kType, table.owner, ": options are a dict, got ",
           value_kind_name(given.kind()));
    }
    for (const Dict::Entry& entry : given.as_dict().entries()) {
      const std::size_t index = table.find(entry.key);
      if (index == table.count)
        fail(ErrorCode::kType, table.owner, ": unknown option '", entry.key, "'");
      table.read(options, index, entry.value);
    }
  }
  table.check(options);
}

Ref<Dict> write_options(Context& context, const OptionTable& table, void* options) {
  Ref<Dict> defaults = tenon::make<Dict>(context);
  for (std::size_t i = 0; i < table.count; ++i)
    defaults->set(table.infos[i].name, table.write(options, i));
  return defaults;
}

Ref<Optimizer> create(std::string_view name, const Value& params, const Value& options) {
  const std::span<const OptimizerInfo> known = optimizers();
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const OptimizerInfo& info) { return info.name == name; });
  if (found == known.end()) {
    if (name == "SparseAdam")
      fail(ErrorCode::kUnsupported, "SparseAdam: sparse gradients are not offered; use Adam");
    fail(ErrorCode::kKey, "optimizer: unknown class '", name, "'");
  }
  if (params.is_dict() || !params.is_sequence())
    static_cast<void>(tensors_of(name, params.is_tensor() ? Value() : params));
  if (params.count() == 0)
    fail(ErrorCode::kValue, name, ": the list of parameters is empty");
  const Ref<Optimizer> optimizer = found->make(Context::current(), options);
  if (params.at(0).is_dict()) {
    for (const Value& group : params.as_sequence().items)
      optimizer->add_param_group(group);
  } else {
    const Ref<Dict> group = tenon::make<Dict>(Context::current());
    group->set("params", params);
    optimizer->add_param_group(Value(group));
  }
  return optimizer;
}

Value Optimizer::param_groups() const {
  std::vector<Value> dicts;
  for (const Group& group : groups_)
    dicts.emplace_back(group.dict);
  return Value::list(std::move(dicts));
}

Dict& Optimizer::group(std::int64_t index) const {
  if (index < 0 || index >= group_count())
    fail(ErrorCode::kIndex, info_.name, ": no group ", index, " of ", group_count());
  return *groups_[static_cast<std::size_t>(index)].dict;
}

void Optimizer::check_param(const Tensor& param) const {
  if (param.dtype() != DType::kFloat32 && param.dtype() != DType::kFloat64 &&
      !is_half(param.dtype())) {
    fail(ErrorCode::kUnsupported, info_.name, ": parameters of dtype ", dtype_name(param.dtype()),
         " are not offered");
  }
}

void Optimizer::make_state(const Tensor&, State&) const {}

void Optimizer::fill_new(State&) const {}

void Optimizer::added(Entry&) {}

void Optimizer::add_param_group(const Value& group) {
  if (!group.is_dict()) {
    fail(ErrorCode::kType, info_.name, ": a group is a dict, got ", value_kind_name(group.kind()));
  }
  const Dict& given = group.as_dict();
  const Value* params = given.find("params");
  if (params == nullptr)
    fail(ErrorCode::kKey, info_.name, ": a group has no 'params'");
  Group made;
  std::vector<std::unique_ptr<State>> states;
  std::vector<Value> items;
  for (const Tensor& param : tensors_of(info_.name, *params)) {
    check_context(info_.name, context(), param.impl());
    if (!param.is_leaf())
      fail(ErrorCode::kValue, info_.name, ": a parameter was computed; only leaves are optimized");
    check_param(param);
    for (const Group& other : groups_) {
      for (const Entry& entry : other.entries) {
        if (entry.param.is_same(param))
          fail(ErrorCode::kValue, info_.name, ": a parameter is in more than one group");
      }
    }
    const auto same = std::find_if(made.entries.begin(), made.entries.end(),
                                   [&](const Entry& entry) { return entry.param.is_same(param); });
    Entry entry{param, nullptr, 0};
    if (same != made.entries.end()) {
      entry = *same;
    } else {
      entry.id = static_cast<std::int64_t>(states_.size() + states.size());
      states.push_back(std::make_unique<State>());
      entry.state = states.back().get();
    }
    made.entries.push_back(entry);
    items.emplace_back(param);
  }
  made.dict = tenon::make<Dict>(context());
  made.dict->set("params", Value::list(std::move(items)));
  for (const Dict::Entry& entry : given.entries()) {
    if (entry.key != "params")
      made.dict->set(entry.key, entry.value);
  }
  for (const Dict::Entry& entry : defaults_->entries()) {
    if (!made.dict->has(entry.key))
      made.dict->set(entry.key, entry.value);
  }
  begin_group(*made.dict);  // refuses wrong types
  groups_.reserve(groups_.size() + 1);
  states_.reserve(states_.size() + states.size());
  for (Entry& entry : made.entries)
    added(entry);
  for (auto& state : states)
    states_.push_back(std::move(state));
  groups_.push_back(std::move(made));
}

void Optimizer::zero_grad(bool set_to_none) {
  for (const Group& group : groups_) {
    for (const Entry& entry : group.entries) {
      const Tensor grad = entry.param.grad();
      if (!grad.defined())
        continue;
      if (set_to_none) {
        entry.param.set_grad(Tensor());
      } else {
        grad.detach().zero_();
      }
    }
  }
}

std::uint32_t Optimizer::fill_state(const Entry& entry) {
  const std::uint32_t needed = needed_state();
  std::uint32_t made = 0;
  bool others = false, has_others = false;
  for (std::size_t i = 0; i < slots().size(); ++i) {
    if ((needed >> i & 1) == 0 || entry.state->slots[i].defined()) {
      has_others |=
          info_.state[i].kind == StateInfo::Kind::kOther && entry.state->slots[i].defined();
      continue;
    }
    Tensor& slot = entry.state->slots[i];
    switch (info_.state[i].kind) {
      case StateInfo::Kind::kStep:
      case StateInfo::Kind::kScalar:
        slot = Tensor::zeros_in(context(), {}, DType::kFloat32);
        break;
      case StateInfo::Kind::kLike:
        slot = Tensor::zeros_in(context(), entry.param.sizes(), entry.param.dtype());
        break;
      case StateInfo::Kind::kOther:
        others = true;
        continue;
      case StateInfo::Kind::kValue:
        break;
    }
    made |= 1u << i;
  }
  if (others && !has_others)
    make_state(entry.param, *entry.state);
  if (made != 0)
    fill_new(*entry.state);
  return made;
}

void Optimizer::step_entry(Entry& entry) {
  const Tensor grad = entry.param.grad();
  if (!grad.defined())
    return;
  if (!(grad.sizes() == entry.param.sizes())) {
    fail(ErrorCode::kRuntime, info_.name, ": the gradient is ", grad.sizes(), ", the parameter ",
         entry.param.sizes());
  }
  const DType dtype = is_half(entry.param.dtype()) ? DType::kFloat32 : entry.param.dtype();
  const std::uint32_t made = fill_state(entry);
  State& state = *entry.state;
  Item item{state, dtype == DType::kFloat64, false, made, entry.param.numel(), nullptr, nullptr, {},
            0,     entry.param.sizes()};
  Tensor copies[kMaxState + 2];
  entry.param.begin_write("optimizer step");
  item.param = dense(entry.param, dtype, &copies[kMaxState]);
  item.grad = dense(grad, dtype, &copies[kMaxState + 1]);
  for (std::size_t i = 0; i < slots().size(); ++i) {
    const Tensor& slot = state.slots[i];
    if (!slot.defined())
      continue;
    if (info_.state[i].kind == StateInfo::Kind::kStep) {
      float* const steps = slot.data<float>();
      *steps += 1;
      item.step = static_cast<double>(*steps);
      item.has_step = true;
    } else if (info_.state[i].kind != StateInfo::Kind::kScalar) {
      item.slots[i] = dense(slot, dtype, &copies[i]);
    }
  }
  update(item);
  if (copies[kMaxState].defined())
    entry.param.detach().copy_(copies[kMaxState]);
  for (std::size_t i = 0; i < slots().size(); ++i) {
    if (copies[i].defined())
      state.slots[i].copy_(copies[i]);
  }
}

Value Optimizer::step(const Closure& closure) {
  Value loss;
  if (closure)
    loss = closure();
  for (Group& group : groups_) {
    begin_group(*group.dict);
    for (Entry& entry : group.entries)
      step_entry(entry);
  }
  return loss;
}

std::span<const OptimizerInfo> optimizers() {
  return kOptimizers;
}

}  // namespace tenon::optim
