// Registration of hooks on modules and on contexts.
#include "src/nn/hooks.h"

#include <memory>

#include "src/nn/module_system.h"
#include "tenon/nn/module.h"

namespace tenon::nn {
namespace {

void check_hook(const char* what, const Context& context, const Ref<Callback>& hook) {
  if (!hook)
    fail(ErrorCode::kValue, what, ": the hook is null");
  check_context(what, context, *hook);
}

HookHandle add_context_hook(Context& context, HookStage stage, Ref<Callback> hook,
                            std::int32_t flags) {
  check_hook("register hook", context, hook);
  ModuleSystem& system = ModuleSystem::of(context);
  return HookHandle(context,
                    system.add_hook(system.context_hooks(), stage, std::move(hook), flags));
}

}  // namespace

void HookSnapshot::take(HookTables& tables, HookStage stage) noexcept {
  tables.lock.lock();
  HookList* list = tables.lists[static_cast<int>(stage)];
  if (list != nullptr) {
    const HookEntry& first = list->entries.front();
    if (list->entries.size() == 1 && first.callback->enter()) {
      lone_ = first.callback.get();
      lone_flags_ = first.flags;
    } else {
      list->refs.fetch_add(1, std::memory_order_relaxed);
      list_ = list;
    }
  }
  tables.lock.unlock();
}

HookTables& Module::own_hook_tables() {
  HookTables* tables = hooks_.load(std::memory_order_acquire);
  if (tables == nullptr) {
    auto made = std::make_unique<HookTables>(attention_);
    if (hooks_.compare_exchange_strong(tables, made.get(), std::memory_order_acq_rel))
      tables = made.release();
  }
  return *tables;
}

HookHandle add_hook(Module& module, HookStage stage, Ref<Callback> hook, std::int32_t flags) {
  Context& context = module.context();
  check_hook("register hook", context, hook);
  HookTables& tables = module.own_hook_tables();
  return HookHandle(context, module.system_->add_hook(tables, stage, std::move(hook), flags));
}

HookHandle Module::register_forward_pre_hook(Ref<Callback> hook, std::int32_t flags) {
  return add_hook(*this, HookStage::kForwardPre, std::move(hook), flags);
}
HookHandle Module::register_forward_hook(Ref<Callback> hook, std::int32_t flags) {
  return add_hook(*this, HookStage::kForwardPost, std::move(hook), flags);
}
HookHandle Module::register_state_dict_pre_hook(Ref<Callback> hook) {
  return add_hook(*this, HookStage::kStateDictPre, std::move(hook), 0);
}
HookHandle Module::register_state_dict_post_hook(Ref<Callback> hook) {
  return add_hook(*this, HookStage::kStateDictPost, std::move(hook), 0);
}
HookHandle Module::register_load_state_dict_pre_hook(Ref<Callback> hook) {
  return add_hook(*this, HookStage::kLoadPre, std::move(hook), 0);
}
HookHandle Module::register_load_state_dict_post_hook(Ref<Callback> hook) {
  return add_hook(*this, HookStage::kLoadPost, std::move(hook), 0);
}

HookHandle Module::on_forward(std::function<Value(Module&, const Value&, const Value&)> hook,
                              std::int32_t flags) {
  return register_forward_hook(callback([hook = std::move(hook)](Call& call) {
                                 Value out = hook(*call.module(), call.get(CallSlot::kArgs),
                                                  call.get(CallSlot::kOutput));
                                 if (!out.is_none())
                                   call.set(CallSlot::kOutput, std::move(out));
                               }),
                               flags);
}

HookHandle register_module_forward_pre_hook(Context& context, Ref<Callback> hook) {
  return add_context_hook(context, HookStage::kForwardPre, std::move(hook), 0);
}
HookHandle register_module_forward_hook(Context& context, Ref<Callback> hook, std::int32_t flags) {
  return add_context_hook(context, HookStage::kForwardPost, std::move(hook), flags & ~kHookPrepend);
}
HookHandle register_module_parameter_registration_hook(Context& context, Ref<Callback> hook) {
  return add_context_hook(context, HookStage::kRegisterParameter, std::move(hook), 0);
}
HookHandle register_module_buffer_registration_hook(Context& context, Ref<Callback> hook) {
  return add_context_hook(context, HookStage::kRegisterBuffer, std::move(hook), 0);
}
HookHandle register_module_module_registration_hook(Context& context, Ref<Callback> hook) {
  return add_context_hook(context, HookStage::kRegisterModule, std::move(hook), 0);
}

void remove_hook(Context& context, std::int64_t id) {
  if (ContextExtension* system = context.extension(Context::Slot::kModules))
    static_cast<ModuleSystem*>(system)->remove_hook(id);
}

}  // namespace tenon::nn
