/**
 * @file optim.h
 * @brief Optimizers: groups of parameters, steps, state dicts in PyTorch's layout.
 *
 * Steps read each parameter's gradient (tenon_tensor_grad) and write the parameter in place; those
 * without gradient are passed over.
 */
#ifndef TENON_C_OPTIM_H_
#define TENON_C_OPTIM_H_

#include "tenon_c/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @brief An optimizer of PyTorch's name: "SGD", "Adam", "AdamW" … `params`: a tensor, a module
 * (all its parameters), a list of tensors, or a list of groups: dicts with "params" and options.
 * `options` NULL or a dict: what the groups do not say (lr, betas …). Out: owned. Errors: KEY
 * (unknown class), TYPE (unknown or wrongly typed option, a parameter that is no tensor), VALUE (an
 * impossible option, no parameters, a computed tensor, a parameter in two groups), UNSUPPORTED
 * (SparseAdam, dtypes). MT-SAFE. */
TENON_API tenon_status tenon_optimizer_create(tenon_context *context, const char *type_name,
                                              tenon_value *params, tenon_value *options,
                                              tenon_optimizer **out_optimizer);

/** @brief The class, "Adam"; NULL on misuse. Borrows from the library.
 *  MT-READ. */
TENON_API const char *tenon_optimizer_type_name(tenon_optimizer *optimizer);

/** @brief One step with the gradients that the parameters have. LBFGS wants
 * tenon_optimizer_step_closure.
 *  Errors: TYPE, KEY (an option of a group was replaced by nonsense), RUNTIME (a gradient of
 *  another shape). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_optimizer_step(tenon_optimizer *optimizer);

/** @brief One step, in which `fn` is called once (LBFGS: as often as it wants), as
 * TENON_CALL_CLOSURE, to compute the loss and all gradients anew. Takes fn, user_data, destroy;
 * destroy runs before this returns. Out: the first loss, owned.
 *  Errors: as tenon_optimizer_step; what `fn` fails with. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_optimizer_step_closure(tenon_optimizer *optimizer, tenon_callback fn,
                                                    void *user_data, tenon_destroy_fn destroy,
                                                    tenon_value **out_value);

/** @brief Drops all gradients of the parameters, or, `set_to_none` 0, fills them with zeros.
 *  MT-EXCLUSIVE. */
TENON_API tenon_status tenon_optimizer_zero_grad(tenon_optimizer *optimizer, int32_t set_to_none);

/** @brief One more group: a dict with "params" (a tensor, a module or a list of tensors) and
 * options; the others are the optimizer's. Errors: as tenon_optimizer_create. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_optimizer_add_param_group(tenon_optimizer *optimizer,
                                                       tenon_value *group);

/** @brief A list of the groups' dicts. Setting an option there ("lr") counts at the next step;
 *  "params" is for reading. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_optimizer_param_groups(tenon_optimizer *optimizer,
                                                    tenon_value **out_value);

/** @brief {"state": {"0": {"step": tensor …} …}, "param_groups": [{…, "params": [0 …]} …]}. The
 *  tensors are the optimizer's own: tenon_value_deepcopy for a snapshot. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_optimizer_state_dict(tenon_optimizer *optimizer,
                                                  tenon_value **out_value);

/** @brief Takes over a state dict, by copy; groups must agree in number and size.
 *  Errors: KEY, TYPE, VALUE; nothing has changed then. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_optimizer_load_state_dict(tenon_optimizer *optimizer,
                                                       tenon_value *state);

/** @brief One more reference. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_optimizer_retain(tenon_optimizer *optimizer);

/** @brief Gives one reference back. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_optimizer_release(tenon_optimizer *optimizer);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_OPTIM_H_ */
