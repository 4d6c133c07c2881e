#include "tenon_c/hook.h"

#include "capi/callback.h"
#include "capi/handle.h"

using namespace tenon;
using namespace tenon::capi;

static_assert(TENON_HOOK_PREPEND == static_cast<int>(nn::kHookPrepend));
static_assert(TENON_HOOK_ALWAYS_CALL == static_cast<int>(nn::kHookAlwaysCall));

namespace {

/// What a host gives to register a hook.
struct HookArguments {
  std::int32_t flags;
  tenon_callback fn;
  void* user_data;
  tenon_destroy_fn destroy;
  std::int64_t* out_hook_id;
};

void give_id(const HookArguments& hook, const nn::HookHandle& handle) noexcept {
  if (hook.out_hook_id != nullptr)
    *hook.out_hook_id = handle.id();
}

/// Registers on a module: `add(module, callback)` gives the handle.
template <class Add>
tenon_status on_module(const char* function, tenon_module* module, std::int32_t known_flags,
                       const HookArguments& hook, Add&& add) {
  HostData data(hook.user_data, hook.destroy);
  return guard(function, [&] {
    if (hook.out_hook_id != nullptr)
      *hook.out_hook_id = 0;
    Entry entry;
    const Ref<nn::Module> target = entry.module(module);
    check_flags(hook.flags, known_flags);
    give_id(hook, add(*target, host_callback(target->context(), hook.fn, std::move(data))));
  });
}

/// Registers on a context: `add(context, callback)` gives the handle.
template <class Add>
tenon_status on_context(const char* function, tenon_context* context, std::int32_t known_flags,
                        const HookArguments& hook, Add&& add) {
  HostData data(hook.user_data, hook.destroy);
  return guard(function, [&] {
    if (hook.out_hook_id != nullptr)
      *hook.out_hook_id = 0;
    Entry entry;
    Context& target = entry.context(context);
    check_flags(hook.flags, known_flags);
    give_id(hook, add(target, host_callback(target, hook.fn, std::move(data))));
  });
}

}  // namespace

tenon_status tenon_module_register_forward_pre_hook(tenon_module* module, int32_t flags,
                                                    tenon_callback fn, void* user_data,
                                                    tenon_destroy_fn destroy,
                                                    int64_t* out_hook_id) {
  return on_module(__func__, module, TENON_HOOK_PREPEND,
                   {flags, fn, user_data, destroy, out_hook_id},
                   [&](nn::Module& target, Ref<HostCallback> callback) {
                     return target.register_forward_pre_hook(std::move(callback), flags);
                   });
}

tenon_status tenon_module_register_forward_hook(tenon_module* module, int32_t flags,
                                                tenon_callback fn, void* user_data,
                                                tenon_destroy_fn destroy, int64_t* out_hook_id) {
  return on_module(__func__, module, TENON_HOOK_PREPEND | TENON_HOOK_ALWAYS_CALL,
                   {flags, fn, user_data, destroy, out_hook_id},
                   [&](nn::Module& target, Ref<HostCallback> callback) {
                     return target.register_forward_hook(std::move(callback), flags);
                   });
}

tenon_status tenon_module_register_state_dict_pre_hook(tenon_module* module, int32_t flags,
                                                       tenon_callback fn, void* user_data,
                                                       tenon_destroy_fn destroy,
                                                       int64_t* out_hook_id) {
  return on_module(__func__, module, 0, {flags, fn, user_data, destroy, out_hook_id},
                   [](nn::Module& target, Ref<HostCallback> callback) {
                     return target.register_state_dict_pre_hook(std::move(callback));
                   });
}

tenon_status tenon_module_register_state_dict_post_hook(tenon_module* module, int32_t flags,
                                                        tenon_callback fn, void* user_data,
                                                        tenon_destroy_fn destroy,
                                                        int64_t* out_hook_id) {
  return on_module(__func__, module, 0, {flags, fn, user_data, destroy, out_hook_id},
                   [](nn::Module& target, Ref<HostCallback> callback) {
                     return target.register_state_dict_post_hook(std::move(callback));
                   });
}

tenon_status tenon_module_register_load_state_dict_pre_hook(tenon_module* module, int32_t flags,
                                                            tenon_callback fn, void* user_data,
                                                            tenon_destroy_fn destroy,
                                                            int64_t* out_hook_id) {
  return on_module(__func__, module, 0, {flags, fn, user_data, destroy, out_hook_id},
                   [](nn::Module& target, Ref<HostCallback> callback) {
                     return target.register_load_state_dict_pre_hook(std::move(callback));
                   });
}

tenon_status tenon_module_register_load_state_dict_post_hook(tenon_module* module, int32_t flags,
                                                             tenon_callback fn, void* user_data,
                                                             tenon_destroy_fn destroy,
                                                             int64_t* out_hook_id) {
  return on_module(__func__, module, 0, {flags, fn, user_data, destroy, out_hook_id},
                   [](nn::Module& target, Ref<HostCallback> callback) {
                     return target.register_load_state_dict_post_hook(std::move(callback));
                   });
}

tenon_status tenon_context_register_forward_pre_hook(tenon_context* context, int32_t flags,
                                                     tenon_callback fn, void* user_data,
                                                     tenon_destroy_fn destroy,
                                                     int64_t* out_hook_id) {
  return on_context(__func__, context, 0, {flags, fn, user_data, destroy, out_hook_id},
                    [](Context& target, Ref<HostCallback> callback) {
                      return nn::register_module_forward_pre_hook(target, std::move(callback));
                    });
}

tenon_status tenon_context_register_forward_hook(tenon_context* context, int32_t flags,
                                                 tenon_callback fn, void* user_data,
                                                 tenon_destroy_fn destroy, int64_t* out_hook_id) {
  return on_context(__func__, context, TENON_HOOK_ALWAYS_CALL,
                    {flags, fn, user_data, destroy, out_hook_id},
                    [&](Context& target, Ref<HostCallback> callback) {
                      return nn::register_module_forward_hook(target, std::move(callback), flags);
                    });
}

tenon_status tenon_context_register_parameter_registration_hook(tenon_context* context,
                                                                int32_t flags, tenon_callback fn,
                                                                void* user_data,
                                                                tenon_destroy_fn destroy,
                                                                int64_t* out_hook_id) {
  return on_context(__func__, context, 0, {flags, fn, user_data, destroy, out_hook_id},
                    [](Context& target, Ref<HostCallback> callback) {
                      return nn::register_module_parameter_registration_hook(target,
                                                                             std::move(callback));
                    });
}

tenon_status tenon_context_register_buffer_registration_hook(tenon_context* context, int32_t flags,
                                                             tenon_callback fn, void* user_data,
                                                             tenon_destroy_fn destroy,
                                                             int64_t* out_hook_id) {
  return on_context(__func__, context, 0, {flags, fn, user_data, destroy, out_hook_id},
                    [](Context& target, Ref<HostCallback> callback) {
                      return nn::register_module_buffer_registration_hook(target,
                                                                          std::move(callback));
                    });
}

tenon_status tenon_context_register_module_registration_hook(tenon_context* context, int32_t flags,
                                                             tenon_callback fn, void* user_data,
                                                             tenon_destroy_fn destroy,
                                                             int64_t* out_hook_id) {
  return on_context(__func__, context, 0, {flags, fn, user_data, destroy, out_hook_id},
                    [](Context& target, Ref<HostCallback> callback) {
                      return nn::register_module_module_registration_hook(target,
                                                                          std::move(callback));
                    });
}

tenon_status tenon_hook_remove(tenon_context* context, int64_t hook_id) {
  return guard(__func__, [&] {
    Entry entry;
    nn::remove_hook(entry.any_context(context), hook_id);
  });
}
