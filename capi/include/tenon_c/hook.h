/**
 * @file hook.h
 * @brief Hooks: register with fn, user_data, destroy and flags, get an id, remove by id.
 *
 * A call runs the hooks that were registered when it began; one removed meanwhile is skipped.
 * Hooks may be added and removed at any time, also inside themselves. Flags that a kind of hook
 * does not list are TENON_E_VALUE. `out_hook_id` may be NULL.
 */
#ifndef TENON_C_HOOK_H_
#define TENON_C_HOOK_H_

#include "tenon_c/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Flags of registration. */
enum {
  TENON_HOOK_PREPEND = 1,    /**< Before the hooks registered so far. */
  TENON_HOOK_ALWAYS_CALL = 2 /**< Forward hooks: also when the call fails. */
};

/** @brief Runs before forward (TENON_CALL_FORWARD_PRE). Flags: PREPEND. Takes fn, user_data,
 * destroy. MT-SAFE. */
TENON_API tenon_status tenon_module_register_forward_pre_hook(tenon_module *module, int32_t flags,
                                                              tenon_callback fn, void *user_data,
                                                              tenon_destroy_fn destroy,
                                                              int64_t *out_hook_id);

/** @brief Runs after forward (TENON_CALL_FORWARD_POST). Flags: PREPEND, ALWAYS_CALL. Takes fn,
 *  user_data, destroy.
 *  MT-SAFE. */
TENON_API tenon_status tenon_module_register_forward_hook(tenon_module *module, int32_t flags,
                                                          tenon_callback fn, void *user_data,
                                                          tenon_destroy_fn destroy,
                                                          int64_t *out_hook_id);

/** @brief Runs before a module's part of state_dict (TENON_CALL_STATE_DICT_PRE). No flags. Takes
 * fn, user_data, destroy. MT-SAFE. */
TENON_API tenon_status tenon_module_register_state_dict_pre_hook(tenon_module *module,
                                                                 int32_t flags, tenon_callback fn,
                                                                 void *user_data,
                                                                 tenon_destroy_fn destroy,
                                                                 int64_t *out_hook_id);

/** @brief Runs after a module's part of state_dict (TENON_CALL_STATE_DICT_POST). No flags. Takes
 * fn, user_data, destroy. MT-SAFE. */
TENON_API tenon_status tenon_module_register_state_dict_post_hook(tenon_module *module,
                                                                  int32_t flags, tenon_callback fn,
                                                                  void *user_data,
                                                                  tenon_destroy_fn destroy,
                                                                  int64_t *out_hook_id);

/** @brief Runs before a module's entries are loaded (TENON_CALL_LOAD_PRE). No flags. Takes fn,
 *  user_data, destroy.
 *  MT-SAFE. */
TENON_API tenon_status tenon_module_register_load_state_dict_pre_hook(
    tenon_module *module, int32_t flags, tenon_callback fn, void *user_data,
    tenon_destroy_fn destroy, int64_t *out_hook_id);

/** @brief Runs after a module's entries were loaded (TENON_CALL_LOAD_POST). No flags. Takes fn,
 *  user_data, destroy.
 *  MT-SAFE. */
TENON_API tenon_status tenon_module_register_load_state_dict_post_hook(
    tenon_module *module, int32_t flags, tenon_callback fn, void *user_data,
    tenon_destroy_fn destroy, int64_t *out_hook_id);

/** @brief Runs before the forward of every module of the context. No flags. Takes fn, user_data,
 *  destroy.
 *  MT-SAFE. */
TENON_API tenon_status tenon_context_register_forward_pre_hook(tenon_context *context,
                                                               int32_t flags, tenon_callback fn,
                                                               void *user_data,
                                                               tenon_destroy_fn destroy,
                                                               int64_t *out_hook_id);

/** @brief Runs after the forward of every module of the context. Flags: ALWAYS_CALL. Takes fn,
 *  user_data, destroy.
 *  MT-SAFE. */
TENON_API tenon_status tenon_context_register_forward_hook(tenon_context *context, int32_t flags,
                                                           tenon_callback fn, void *user_data,
                                                           tenon_destroy_fn destroy,
                                                           int64_t *out_hook_id);

/** @brief Runs when any module registers a parameter (TENON_CALL_REGISTER_PARAMETER). No flags.
 * Takes fn, user_data, destroy. MT-SAFE. */
TENON_API tenon_status tenon_context_register_parameter_registration_hook(
    tenon_context *context, int32_t flags, tenon_callback fn, void *user_data,
    tenon_destroy_fn destroy, int64_t *out_hook_id);

/** @brief Runs when any module registers a buffer (TENON_CALL_REGISTER_BUFFER). No flags. Takes fn,
 *  user_data, destroy.
 *  MT-SAFE. */
TENON_API tenon_status tenon_context_register_buffer_registration_hook(
    tenon_context *context, int32_t flags, tenon_callback fn, void *user_data,
    tenon_destroy_fn destroy, int64_t *out_hook_id);

/** @brief Runs when any module adds a child (TENON_CALL_REGISTER_MODULE). No flags. Takes fn,
 *  user_data, destroy.
 *  MT-SAFE. */
TENON_API tenon_status tenon_context_register_module_registration_hook(
    tenon_context *context, int32_t flags, tenon_callback fn, void *user_data,
    tenon_destroy_fn destroy, int64_t *out_hook_id);

/** @brief Removes a hook of the context or of one of its modules. Unknown ids and ids removed
 * before are TENON_OK. MT-SAFE. */
TENON_API tenon_status tenon_hook_remove(tenon_context *context, int64_t hook_id);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_HOOK_H_ */
