#include "tenon_c/optim.h"

#include "capi/callback.h"
#include "capi/handle.h"
#include "tenon/nn/averaging.h"
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

std::vector<Tensor> tensors(const Value& params) {
  const Value list = tensors_of(params);
  if (list.is_tensor())
    return {list.as_tensor()};
  std::vector<Tensor> tensors;
  for (const Value& item : list.as_sequence().items)
    tensors.push_back(item.as_tensor());
  return tensors;
}

Ref<optim::Scheduler> held(Entry& entry, tenon_scheduler* handle, const char* name = "scheduler") {
  Cell& cell = checked(handle, Tag::kScheduler, name);
  return Ref<optim::Scheduler>(static_cast<optim::Scheduler*>(entry.enter(cell, name).object));
}

tenon_scheduler* give(Ref<optim::Scheduler> scheduler) {
  return reinterpret_cast<tenon_scheduler*>(adopt_handle(scheduler.detach(), Tag::kScheduler));
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

tenon_status tenon_scheduler_create(tenon_optimizer* optimizer, const char* type_name,
                                    tenon_value* options, tenon_scheduler** out_scheduler) {
  return guard(__func__, [&] {
    TENON_OUT(out_scheduler);
    Entry entry;
    const Ref<optim::Optimizer> target = held(entry, optimizer);
    const std::string_view name = text_argument(type_name, "type_name");
    *out_scheduler =
        give(optim::create_scheduler(name, target, entry.value_or_none(options, "options")));
  });
}

tenon_status tenon_scheduler_create_with(tenon_optimizer* optimizer, const char* type_name,
                                         tenon_value* options, tenon_callback fn, void* user_data,
                                         tenon_destroy_fn destroy,
                                         tenon_scheduler** out_scheduler) {
  HostData data(user_data, destroy);
  return guard(__func__, [&] {
    TENON_OUT(out_scheduler);
    Entry entry;
    const Ref<optim::Optimizer> target = held(entry, optimizer);
    const std::string_view name = text_argument(type_name, "type_name");
    const Value given = entry.value_or_none(options, "options");
    const Ref<HostCallback> callback = host_callback(target->context(), fn, std::move(data));
    const auto schedule = [callback](double epoch, std::int64_t group) {
      nn::Call call(nn::CallKind::kSchedule, nullptr);
      call.provide(nn::CallSlot::kArgs, Value::tuple({Value(epoch), Value(group)}));
      if (!callback->invoke(call) || !call.was_set(nn::CallSlot::kValue))
        fail(ErrorCode::kRuntime, "scheduler: the function gave no number");
      return call.get(nn::CallSlot::kValue).as_float();
    };
    *out_scheduler = give(optim::create_scheduler(name, target, given, schedule));
  });
}

tenon_status tenon_scheduler_create_of(tenon_optimizer* optimizer, const char* type_name,
                                       tenon_scheduler* const* schedulers, int64_t scheduler_count,
                                       tenon_value* options, tenon_scheduler** out_scheduler) {
  return guard(__func__, [&] {
    TENON_OUT(out_scheduler);
    Entry entry;
    const Ref<optim::Optimizer> target = held(entry, optimizer);
    const std::string_view name = text_argument(type_name, "type_name");
    if (scheduler_count < 0)
      refuse(ErrorCode::kValue, "scheduler_count", "is negative");
    if (schedulers == nullptr && scheduler_count > 0)
      refuse(ErrorCode::kValue, "schedulers", "is NULL");
    std::vector<Ref<optim::Scheduler>> inner;
    for (std::int64_t i = 0; i < scheduler_count; ++i)
      inner.push_back(held(entry, schedulers[i], "schedulers"));
    *out_scheduler = give(optim::create_scheduler(
        name, target, entry.value_or_none(options, "options"), {}, std::move(inner)));
  });
}

tenon_status tenon_scheduler_step(tenon_scheduler* scheduler) {
  return guard(__func__, [&] {
    Entry entry;
    held(entry, scheduler)->step();
  });
}

tenon_status tenon_scheduler_step_with(tenon_scheduler* scheduler, double number) {
  return guard(__func__, [&] {
    Entry entry;
    held(entry, scheduler)->step(number);
  });
}

tenon_status tenon_scheduler_last_lr(tenon_scheduler* scheduler, tenon_value** out_value) {
  return guard(__func__, [&] {
    TENON_OUT(out_value);
    Entry entry;
    *out_value = give_value(held(entry, scheduler)->last_lr());
  });
}

tenon_status tenon_scheduler_state_dict(tenon_scheduler* scheduler, tenon_value** out_value) {
  return guard(__func__, [&] {
    TENON_OUT(out_value);
    Entry entry;
    *out_value = give_value(held(entry, scheduler)->state_dict());
  });
}

tenon_status tenon_scheduler_load_state_dict(tenon_scheduler* scheduler, tenon_value* state) {
  return guard(__func__, [&] {
    Entry entry;
    const Ref<optim::Scheduler> target = held(entry, scheduler);
    target->load_state_dict(entry.value(state, "state"));
  });
}

void tenon_scheduler_retain(tenon_scheduler* scheduler) {
  retain_handle(scheduler, Tag::kScheduler);
}
void tenon_scheduler_release(tenon_scheduler* scheduler) {
  release_handle(scheduler, Tag::kScheduler);
}

tenon_status tenon_clip_grad_norm(tenon_value* params, double max_norm, double norm_type,
                                  int32_t strict, tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    const std::vector<Tensor> given = tensors(entry.value(params, "params"));
    *out_tensor = capi::give(optim::clip_grad_norm(given, max_norm, norm_type, strict != 0));
  });
}

tenon_status tenon_clip_grad_value(tenon_value* params, double clip_value) {
  return guard(__func__, [&] {
    Entry entry;
    optim::clip_grad_value(tensors(entry.value(params, "params")), clip_value);
  });
}

tenon_status tenon_total_norm(tenon_value* items, double norm_type, int32_t strict,
                              tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    const std::vector<Tensor> given = tensors(entry.value(items, "items"));
    *out_tensor = capi::give(optim::total_norm(given, norm_type, strict != 0));
  });
}

tenon_status tenon_clip_grads_with_norm(tenon_value* params, double max_norm, tenon_tensor* norm) {
  return guard(__func__, [&] {
    Entry entry;
    const Tensor total = entry.tensor(norm, "norm");
    optim::clip_grads_with_norm(tensors(entry.value(params, "params")), max_norm, total);
  });
}

tenon_status tenon_averaged_model_create(tenon_module* module, tenon_value* options,
                                         tenon_module** out_module) {
  return guard(__func__, [&] {
    TENON_OUT(out_module);
    Entry entry;
    const Ref<nn::Module> model = entry.module(module);
    const Value given = entry.value_or_none(options, "options");
    const Options chosen(given, {"use_buffers", "ema_decay", "swa_multi"});
    const Value* decay =
        given.is_none() ? nullptr : std::as_const(given.as_dict()).find("ema_decay");
    *out_module = capi::give(Ref<nn::Module>(
        make<nn::AveragedModel>(*model,
                                decay != nullptr ? nn::ema_average(decay->as_float())
                                : chosen.flag("swa_multi", false) ? nn::swa_multi_average()
                                                                  : nn::mean_average(),
                                chosen.flag("use_buffers", false))));
  });
}

tenon_status tenon_averaged_model_create_with(tenon_module* module, tenon_value* options,
                                              tenon_callback fn, void* user_data,
                                              tenon_destroy_fn destroy, tenon_module** out_module) {
  HostData data(user_data, destroy);
  return guard(__func__, [&] {
    TENON_OUT(out_module);
    Entry entry;
    const Ref<nn::Module> model = entry.module(module);
    const Options chosen(entry.value_or_none(options, "options"), {"use_buffers"});
    const Ref<HostCallback> callback = host_callback(model->context(), fn, std::move(data));
    const auto average = [callback](const Tensor& mean, const Tensor& now, std::int64_t count) {
      nn::Call call(nn::CallKind::kAverage, nullptr);
      call.provide(nn::CallSlot::kArgs, Value::tuple({Value(mean), Value(now), Value(count)}));
      if (!callback->invoke(call) || !call.was_set(nn::CallSlot::kValue))
        fail(ErrorCode::kRuntime, "AveragedModel: the function gave no average");
      return call.get(nn::CallSlot::kValue).as_tensor();
    };
    *out_module = capi::give(Ref<nn::Module>(
        make<nn::AveragedModel>(*model, average, chosen.flag("use_buffers", false))));
  });
}

tenon_status tenon_module_update_average(tenon_module* module, tenon_module* child) {
  return guard(__func__, [&] {
    Entry entry;
    const Ref<nn::Module> target = entry.module(module);
    const Ref<nn::Module> model = entry.module(child, "child");
    auto* averaged = dynamic_cast<nn::AveragedModel*>(target.get());
    if (averaged == nullptr)
      fail(ErrorCode::kType, target->type_name(), ": an AveragedModel is needed");
    averaged->update_parameters(*model);
  });
}

tenon_status tenon_module_update_bn(tenon_module* module, tenon_value* items) {
  return guard(__func__, [&] {
    Entry entry;
    const Ref<nn::Module> model = entry.module(module);
    const Value inputs = entry.value(items, "items");
    nn::update_bn(*model, inputs.as_sequence().items);
  });
}
