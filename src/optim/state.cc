// State dicts of optimizers, in PyTorch's layout.
#include <string>

#include "tenon/optim/optimizer.h"

namespace tenon::optim {
namespace {

const Value& entry_of(std::string_view owner, const Dict& dict, std::string_view key) {
  const Value* found = dict.find(key);
  if (found == nullptr)
    fail(ErrorCode::kKey, owner, ": the state dict has no '", key, "'");
  return *found;
}

/// A copy: containers anew, tensors with memory of their own.
Value copy_of(const Value& value, DType dtype) {
  if (value.is_tensor())
    return Value(value.as_tensor().detach().to(dtype).clone());
  if (!value.is_sequence())
    return value;
  std::vector<Value> items;
  for (const Value& item : value.as_sequence().items)
    items.push_back(copy_of(item, dtype));
  return value.kind() == ValueKind::kList ? Value::list(std::move(items))
                                          : Value::tuple(std::move(items));
}

}  // namespace

Value Optimizer::state_dict() const {
  const Ref<Dict> state = tenon::make<Dict>(context());
  std::vector<Value> groups;
  for (const Group& group : groups_) {
    std::vector<Value> ids;
    for (const Entry& entry : group.entries) {
      ids.emplace_back(entry.id);
      Ref<Dict> one =
          entry.state->values ? entry.state->values->copy() : tenon::make<Dict>(context());
      for (std::size_t i = 0; i < slots().size(); ++i) {
        if (entry.state->slots[i].defined())
          one->set(info_.state[i].name, Value(entry.state->slots[i]));
      }
      if (one->count() != 0)
        state->set(std::to_string(entry.id), Value(one));
    }
    const Ref<Dict> saved = group.dict->copy();
    saved->remove("params");
    saved->set("params", Value::list(std::move(ids)));
    groups.emplace_back(saved);
  }
  const Value all = Value::dict();
  all.as_dict().set("state", Value(state));
  all.as_dict().set("param_groups", Value::list(std::move(groups)));
  return all;
}

void Optimizer::load_state_dict(const Value& state_dict) {
  if (!state_dict.is_dict()) {
    fail(ErrorCode::kType, info_.name, ": a state dict is a dict, got ",
         value_kind_name(state_dict.kind()));
  }
  const Dict& states = entry_of(info_.name, state_dict.as_dict(), "state").as_dict();
  const Value& groups = entry_of(info_.name, state_dict.as_dict(), "param_groups");
  if (groups.as_sequence().items.size() != groups_.size()) {
    fail(ErrorCode::kValue, info_.name, ": the state dict has ", groups.count(),
         " groups, the optimizer ", groups_.size());
  }
  // Everything is built before anything is changed.
  std::vector<Ref<Dict>> dicts;
  std::vector<State> loaded(states_.size());
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Dict& saved = groups.at(static_cast<std::int64_t>(g)).as_dict();
    const Value& ids = entry_of(info_.name, saved, "params");
    const std::vector<Entry>& entries = groups_[g].entries;
    if (ids.as_sequence().items.size() != entries.size()) {
      fail(ErrorCode::kValue, info_.name, ": group ", g, " of the state dict has ", ids.count(),
           " parameters, the optimizer's ", entries.size());
    }
    Ref<Dict> dict = tenon::make<Dict>(context());
    dict->set("params", *groups_[g].dict->find("params"));
    for (const Dict::Entry& entry : saved.entries()) {
      if (entry.key != "params")
        dict->set(entry.key, entry.value);
    }
    // Options that are younger than the file.
    for (const Dict::Entry& entry : defaults_->entries()) {
      if (!dict->has(entry.key))
        dict->set(entry.key, entry.value);
    }
    begin_group(*dict);
    dicts.push_back(std::move(dict));
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const Value& id = ids.at(static_cast<std::int64_t>(i));
      const Value* one = states.find(std::to_string(id.as_int()));
      if (one != nullptr) {
        State& into = loaded[static_cast<std::size_t>(entries[i].id)];
        into.values = load_state(one->as_dict(), entries[i], into);
      }
    }
  }
  for (std::size_t g = 0; g < groups_.size(); ++g)
    groups_[g].dict = std::move(dicts[g]);
  for (std::size_t i = 0; i < states_.size(); ++i)
    *states_[i] = std::move(loaded[i]);
}

/// Fills the slots; what is no slot's comes back as a dict, or null.
Ref<Dict> Optimizer::load_state(const Dict& saved, const Entry& entry, State& into) const {
  Ref<Dict> values;
  State shapes;
  make_state(entry.param, shapes);
  for (const Dict::Entry& item : saved.entries()) {
    std::size_t slot = 0;
    while (slot < info_.state.size() && info_.state[slot].name != item.key)
      ++slot;
    if (slot == info_.state.size())
      fail(ErrorCode::kKey, info_.name, ": the state of parameter ", entry.id, " has '", item.key,
           "', which the class does not know");
    const StateInfo::Kind kind = info_.state[slot].kind;
    if (kind == StateInfo::Kind::kValue) {
      if (!values)
        values = tenon::make<Dict>(context());
      values->set(item.key, copy_of(item.value, entry.param.dtype()));
      continue;
    }
    if (item.value.is_none())
      continue;
    // Older files count steps in an int.
    const bool is_step = kind == StateInfo::Kind::kStep;
    Tensor tensor = item.value.is_tensor() ? item.value.as_tensor().detach()
                                           : Tensor::scalar(item.value.as_float(), DType::kFloat32);
    const Shape wanted = kind == StateInfo::Kind::kLike ? entry.param.sizes()
                         : kind == StateInfo::Kind::kOther
                             ? shapes.slots[slot].defined() ? shapes.slots[slot].sizes() : Shape{0}
                             : Shape{};
    if (!(tensor.sizes() == wanted)) {
      fail(ErrorCode::kValue, info_.name, ": ", item.key, " of parameter ", entry.id, " is ",
           tensor.sizes(), ", must be ", wanted);
    }
    const DType dtype = is_step ? DType::kFloat32 : entry.param.dtype();
    into.slots[slot] = tensor.dtype() == dtype ? tensor.clone() : tensor.to(dtype);
  }
  return values;
}

}  // namespace tenon::optim
