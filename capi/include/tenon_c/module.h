/**
 * @file module.h
 * @brief Modules: make, register, look up, traverse, call, convert, save and restore state.
 *
 * A name is in at most one of a module's four tables: parameters, buffers, children, attributes. A
 * path is names joined by dots; "" is the module itself.
 */
#ifndef TENON_C_MODULE_H_
#define TENON_C_MODULE_H_

#include "tenon_c/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @brief A module of a built-in, registered or aliased class, with drawn parameters. `options`
 * NULL, a dict (by keyword), or a tuple or list (by position; for containers: the modules). Out:
 * owned. Errors: KEY (unknown class), TYPE (missing, unknown or wrongly typed option), VALUE.
 * MT-SAFE. */
TENON_API tenon_status tenon_module_create(tenon_context *context, const char *type_name,
                                           tenon_value *options, tenon_module **out_module);

/** @brief A module whose forward is the host's. The callback gets TENON_CALL_FORWARD, and may
 * answer EXTRA_REPR, GET_EXTRA_STATE, SET_EXTRA_STATE and CLONE (see tenon_module_deepcopy). Takes
 * fn, user_data, destroy. Out: owned. MT-SAFE. */
TENON_API tenon_status tenon_module_create_custom(tenon_context *context, const char *type_name,
                                                  tenon_callback fn, void *user_data,
                                                  tenon_destroy_fn destroy,
                                                  tenon_module **out_module);

/** @brief A copy that shares nothing that can change with the original: parameters, buffers,
 * children, attributes with all they hold, training flags, persistence. What was one object below
 * the module (a shared layer, a tied weight) is one object below the copy; buffers that share
 * memory still do. Gradients of parameters are not copied. Hooks run the same functions with the
 * same user_data, in the same order, under ids of their own; each destroy runs once, when the last
 * copy is gone. Opaque values are shared. Registration hooks do not run.
 *
 * A custom module is made by its callback, kind TENON_CALL_CLONE, with the original in
 * TENON_SLOT_MODULE. It sets TENON_SLOT_VALUE to a new module, or to true: then the copy shares fn
 * and user_data with the original. The tables of the new module are filled by the library, after
 * the callback and in every case; a callback that makes a bare tenon_module_create_custom with its
 * own user_data is done. What the new module has already under a name of the original's (its
 * constructor registered it, and the host holds it in a field) stays the same object and gets the
 * original's values, children included; the same goes for attributes, which stay as they are, and
 * for hooks, stage by stage. Callbacks run in the order of named_modules, parents first.
 *
 * Out: owned. Errors: UNSUPPORTED, naming the path, if a callback does not answer; TYPE or VALUE if
 * the answer is no new module; RUNTIME for a tensor, outside the parameters, that was computed;
 * what a callback fails with. All or nothing. MT-READ. */
TENON_API tenon_status tenon_module_deepcopy(tenon_module *module, tenon_module **out_module);

/** @brief The user_data of a custom module; NULL for others. Borrows from the module.
 *  MT-READ. */
TENON_API void *tenon_module_user_data(tenon_module *module);

/** @brief 1 if this is a custom module over `fn`, so that its user_data is the asker's; else 0; -1
 * on misuse. MT-READ. */
TENON_API int32_t tenon_module_has_callback(tenon_module *module, tenon_callback fn);

/** @brief One more reference. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_module_retain(tenon_module *module);

/** @brief Gives one reference back. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_module_release(tenon_module *module);

/** @brief The class name, "Linear"; NULL on misuse. Borrows from the module.
 *  MT-READ. */
TENON_API const char *tenon_module_type_name(tenon_module *module);

/** @brief The options a built-in layer was made with, a dict; none for others. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_module_options(tenon_module *module, tenon_value **out_value);

/** @brief print(module), as PyTorch. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_module_describe(tenon_module *module, tenon_string **out_string);

/* ---- registration ---- */

/** @brief Registers a parameter (tenon_tensor_parameter makes one). `tensor` NULL: a None slot.
 *  Errors: KEY (bad or taken name), TYPE (no parameter). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_register_parameter(tenon_module *module, const char *name,
                                                       tenon_tensor *tensor);

/** @brief Registers a buffer. `tensor` NULL: a None slot. `persistent` 0: not in the state dict.
 *  Errors: KEY (bad or taken name). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_register_buffer(tenon_module *module, const char *name,
                                                    tenon_tensor *tensor, int32_t persistent);

/** @brief Adds a child. `child` NULL: a None slot.
 *  Errors: KEY (bad or taken name), VALUE (`child` contains `module`). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_add_module(tenon_module *module, const char *name,
                                               tenon_module *child);

/** @brief Python's `module.name = value`: a parameter, buffer, child or plain value. `value` NULL:
 *  none. Errors: TYPE, KEY. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_set_attribute(tenon_module *module, const char *name,
                                                  tenon_value *value);

/** @brief Python's `module.name`. Out: owned.
 *  Errors: ATTRIBUTE (absent). MT-READ. */
TENON_API tenon_status tenon_module_get_attribute(tenon_module *module, const char *name,
                                                  tenon_value **out_value);

/** @brief Python's `del module.name`.
 *  Errors: ATTRIBUTE (absent). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_delete_attribute(tenon_module *module, const char *name);

/* ---- lookup ---- */

/** @brief A descendant. Out: owned.
 *  Errors: ATTRIBUTE. MT-READ. */
TENON_API tenon_status tenon_module_get_submodule(tenon_module *module, const char *path,
                                                  tenon_module **out_module);

/** @brief Puts a module in a descendant's place. `strict` 1: something must be there already.
 *  Errors: ATTRIBUTE, VALUE. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_set_submodule(tenon_module *module, const char *path,
                                                  tenon_module *child, int32_t strict);

/** @brief A parameter. Out: owned.
 *  Errors: ATTRIBUTE. MT-READ. */
TENON_API tenon_status tenon_module_get_parameter(tenon_module *module, const char *path,
                                                  tenon_tensor **out_tensor);

/** @brief A buffer, owned; NULL with TENON_OK for a None slot.
 *  Errors: ATTRIBUTE. MT-READ. */
TENON_API tenon_status tenon_module_get_buffer(tenon_module *module, const char *path,
                                               tenon_tensor **out_tensor);

/** @brief 1 if the path names a module, parameter, buffer or attribute, else 0; -1 on misuse.
 *  MT-READ. */
TENON_API int32_t tenon_module_has(tenon_module *module, const char *path);

/* ---- traversal: snapshots ---- */

/** @brief Parameters of the tree. `options` NULL or a dict: prefix (string, ""), recurse (bool,
 *  true), remove_duplicate (bool, true). Out: owned.
 *  Errors: TYPE (unknown or wrongly typed option). MT-READ. */
TENON_API tenon_status tenon_module_named_parameters(tenon_module *module, tenon_value *options,
                                                     tenon_list **out_list);

/** @brief Buffers of the tree. `options` as for tenon_module_named_parameters. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_module_named_buffers(tenon_module *module, tenon_value *options,
                                                  tenon_list **out_list);

/** @brief This module and all descendants. `options` NULL or a dict: prefix, remove_duplicate.
 *  Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_module_named_modules(tenon_module *module, tenon_value *options,
                                                  tenon_list **out_list);

/** @brief Children, each once. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_module_named_children(tenon_module *module, tenon_list **out_list);

/** @brief Runs the callback (TENON_CALL_APPLY) for each descendant, children first, then for this
 *  module. Takes fn, user_data, destroy; destroy runs before this returns. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_apply(tenon_module *module, tenon_callback fn, void *user_data,
                                          tenon_destroy_fn destroy);

/* ---- calling ---- */

/** @brief Pre-hooks, forward, hooks. `args` NULL, a tuple or list, or any other value as the only
 *  argument; `kwargs` NULL or a dict. Out: owned.
 *  MT-READ in eval mode. */
TENON_API tenon_status tenon_module_call(tenon_module *module, tenon_value *args,
                                         tenon_value *kwargs, tenon_value **out_value);

/** @brief As tenon_module_call, with one tensor in and one out. Out: owned.
 *  Errors: TYPE (the output is no tensor). MT-READ in eval mode. */
TENON_API tenon_status tenon_module_call1(tenon_module *module, tenon_tensor *x,
                                          tenon_tensor **out_tensor);

/** @brief As tenon_module_call1, from floats to floats. Copies both ways; `data` is row-major.
 *  `out_count` (may be NULL) gets the number of output elements, also when `capacity` is too small
 *  (VALUE). MT-READ in eval mode. */
TENON_API tenon_status tenon_module_call_f32(tenon_module *module, const float *data,
                                             const int64_t *shape, int32_t ndim, float *destination,
                                             int64_t capacity, int64_t *out_count);

/** @brief Forward without this module's hooks (its children's run): for super-calls only.
 *  Out: owned.
 *  MT-READ in eval mode. */
TENON_API tenon_status tenon_module_forward(tenon_module *module, tenon_value *args,
                                            tenon_value *kwargs, tenon_value **out_value);

/* ---- modes and conversion ---- */

/** @brief Sets training mode of this module and all descendants.
 *  MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_train(tenon_module *module, int32_t mode);

/** @brief tenon_module_train with mode 0.
 *  MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_eval(tenon_module *module);

/** @brief 1 in training mode, else 0; -1 on misuse.
 *  MT-READ. */
TENON_API int32_t tenon_module_is_training(tenon_module *module);

/** @brief Converts all floating and complex parameters and buffers; identities are kept.
 *  Errors: TYPE (an integer or bool dtype). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_to(tenon_module *module, int32_t dtype);

/** @brief tenon_module_to float16.
 *  MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_half(tenon_module *module);

/** @brief tenon_module_to bfloat16.
 *  MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_bfloat16(tenon_module *module);

/** @brief tenon_module_to float32.
 *  MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_float(tenon_module *module);

/** @brief tenon_module_to float64.
 *  MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_double(tenon_module *module);

/** @brief Says for all parameters whether gradients are wanted.
 *  MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_requires_grad(tenon_module *module, int32_t flag);

/** @brief Clears all gradients: to none (`set_to_none` 1) or to zeros.
 *  MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_zero_grad(tenon_module *module, int32_t set_to_none);

/** @brief Draws every parameter as PyTorch's constructors do, from the context's generator.
 *  MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_initialize(tenon_module *module);

/* ---- state ---- */

/** @brief The state dict. `options` NULL or a dict: prefix (string, ""), keep_vars (bool, false:
 * the very tensors instead of detached ones). Out: owned. MT-READ. */
TENON_API tenon_status tenon_module_state_dict(tenon_module *module, tenon_value *options,
                                               tenon_state_dict **out_state_dict);

/** @brief Loads a state dict: all of it or nothing. `options` NULL or a dict of bools: strict
 * (true), assign, partial (keep what was loaded before an error, as PyTorch), strict_dtype.
 * `out_report` (may be NULL): owned. Errors: RUNTIME (missing, unexpected or mismatched keys, all
 * in the text). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_load_state_dict(tenon_module *module,
                                                    tenon_state_dict *state_dict,
                                                    tenon_value *options,
                                                    tenon_report **out_report);

/** @brief The module's extra state. Out: owned.
 *  Errors: RUNTIME (the class has none). MT-READ. */
TENON_API tenon_status tenon_module_get_extra_state(tenon_module *module, tenon_value **out_value);

/** @brief Restores the module's extra state. `value` NULL: none.
 *  Errors: RUNTIME (the class has none). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_set_extra_state(tenon_module *module, tenon_value *value);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_MODULE_H_ */
