#include "tenon_c/optim.h"

#include "capi/callback.h"
#include "capi/handle.h"
#include "tenon/optim.h"

using namespace tenon;
using namespace tenon::capi;

namespace {

Ref<optim::Optimizer> held(Entry& entry, tenon_optimizer* handle) {
  Cell& cell = checked(handle, Tag::kOptimizer, "optimizer");
  return Ref<optim::Optimizer>(
      static_cast<optim::Optimizer*>(entry.enter(cell, "optimizer").object));
}

tenon_optimizer* give(Ref<optim::Optimizer> optimizer) {
  return reinterpret_cast<tenon_optimizer*>(adopt_handle(optimizer.detach(), Tag::kOptimizer));
}

/// A module stands for its parameters.
Value tensors_of(const Value& params) {
  if (params.kind() != ValueKind::kModule)
    return params;
  std::vector<Value> items;
  for (const auto& [name, tensor] : nn::as_module(params)->named_parameters())
    items.emplace_back(tensor);
  return Value::list(std::move(items));
}

/// Runs a body on the optimizer.
template <class Body>
tenon_status with(const char* function, tenon_optimizer* optimizer, Body&& body) {
  return guard(function, [&] {
    Entry entry;
    const Ref<optim::Optimizer> target = held(entry, optimizer);
    body(entry, *target);
  });
}

}  // namespace

tenon_status tenon_optimizer_create(tenon_context* context, const char* type_name,
                                    tenon_value* params, tenon_value* options,
                                    tenon_optimizer** out_optimizer) {
  return guard(__func__, [&] {
    TENON_OUT(out_optimizer);
    Entry entry;
    entry.context(context);
    const std::string_view name = text_argument(type_name, "type_name");
    const Value given = tensors_of(entry.value(params, "params"));
    *out_optimizer = give(optim::create(name, given, entry.value_or_none(options, "options")));
  });
}

const char* tenon_optimizer_type_name(tenon_optimizer* optimizer) {
  return look(static_cast<const char*>(nullptr), [&] {
    Cell& cell = checked(optimizer, Tag::kOptimizer, "optimizer");
    return static_cast<optim::Optimizer*>(cell.object)->info().name.data();
  });
}

tenon_status tenon_optimizer_step(tenon_optimizer* optimizer) {
  return with(__func__, optimizer, [](Entry&, optim::Optimizer& target) { target.step(); });
}

tenon_status tenon_optimizer_step_closure(tenon_optimizer* optimizer, tenon_callback fn,
                                          void* user_data, tenon_destroy_fn destroy,
                                          tenon_value** out_value) {
  HostData data(user_data, destroy);
  return guard(__func__, [&] {
    TENON_OUT(out_value);
    Entry entry;
    const Ref<optim::Optimizer> target = held(entry, optimizer);
    const Ref<HostCallback> callback = host_callback(target->context(), fn, std::move(data));
    *out_value = give_value(target->step([&] {
      nn::Call call(nn::CallKind::kClosure, nullptr);
      if (!callback->invoke(call) || !call.was_set(nn::CallSlot::kValue))
        fail(ErrorCode::kRuntime, target->info().name, ": the closure gave no loss");
      return call.take(nn::CallSlot::kValue);
    }));
  });
}

tenon_status tenon_optimizer_zero_grad(tenon_optimizer* optimizer, int32_t set_to_none) {
  return with(__func__, optimizer,
              [&](Entry&, optim::Optimizer& target) { target.zero_grad(set_to_none != 0); });
}

tenon_status tenon_optimizer_add_param_group(tenon_optimizer* optimizer, tenon_value* group) {
  return with(__func__, optimizer, [&](Entry& entry, optim::Optimizer& target) {
    Value given = entry.value(group, "group");
    const Value* params = given.is_dict() ? std::as_const(given.as_dict()).find("params") : nullptr;
    if (params != nullptr && params->kind() == ValueKind::kModule) {
      const Ref<Dict> own = given.as_dict().copy();
      own->set("params", tensors_of(*params));
      given = Value(own);
    }
    target.add_param_group(given);
  });
}

tenon_status tenon_optimizer_param_groups(tenon_optimizer* optimizer, tenon_value** out_value) {
  return guard(__func__, [&] {
    TENON_OUT(out_value);
    Entry entry;
    *out_value = give_value(held(entry, optimizer)->param_groups());
  });
}

tenon_status tenon_optimizer_state_dict(tenon_optimizer* optimizer, tenon_value** out_value) {
  return guard(__func__, [&] {
    TENON_OUT(out_value);
    Entry entry;
    *out_value = give_value(held(entry, optimizer)->state_dict());
  });
}

tenon_status tenon_optimizer_load_state_dict(tenon_optimizer* optimizer, tenon_value* state) {
  return with(__func__, optimizer, [&](Entry& entry, optim::Optimizer& target) {
    target.load_state_dict(entry.value(state, "state"));
  });
}

void tenon_optimizer_retain(tenon_optimizer* optimizer) {
  retain_handle(optimizer, Tag::kOptimizer);
}
void tenon_optimizer_release(tenon_optimizer* optimizer) {
  release_handle(optimizer, Tag::kOptimizer);
}
