/**
 * @file optim.h
 * @brief Optimizers, schedulers of learning rates, clipping of gradients.
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

/** @brief A scheduler of PyTorch's name, "StepLR", "OneCycleLR" …, which takes its first step and
 *  changes "lr" in the groups. `options` NULL or a dict, as PyTorch's constructor. Out: owned.
 *  Errors: KEY (unknown class; a group without "initial_lr" where last_epoch is given), TYPE
 *  (unknown, missing or wrongly typed option; a class that needs a function), VALUE. MT-EXCLUSIVE.
 */
TENON_API tenon_status tenon_scheduler_create(tenon_optimizer *optimizer, const char *type_name,
                                              tenon_value *options,
                                              tenon_scheduler **out_scheduler);

/** @brief As tenon_scheduler_create, with a function: lr_lambda of LambdaLR and MultiplicativeLR,
 *  scale_fn of CyclicLR. It is called as TENON_CALL_SCHEDULE. Takes fn, user_data, destroy. Out:
 *  owned.
 *  MT-EXCLUSIVE. */
TENON_API tenon_status tenon_scheduler_create_with(tenon_optimizer *optimizer,
                                                   const char *type_name, tenon_value *options,
                                                   tenon_callback fn, void *user_data,
                                                   tenon_destroy_fn destroy,
                                                   tenon_scheduler **out_scheduler);

/** @brief SequentialLR or ChainedScheduler over `schedulers`, which belong to the optimizer.
 * `options` NULL or a dict (milestones). Out: owned. Errors: as tenon_scheduler_create; VALUE (a
 * scheduler of another optimizer). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_scheduler_create_of(tenon_optimizer *optimizer, const char *type_name,
                                                 tenon_scheduler *const *schedulers,
                                                 int64_t scheduler_count, tenon_value *options,
                                                 tenon_scheduler **out_scheduler);

/** @brief The next epoch (or iteration).
 *  Errors: TYPE (ReduceLROnPlateau wants a metric), VALUE (OneCycleLR is over); what its function
 *  fails with. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_scheduler_step(tenon_scheduler *scheduler);

/** @brief A step with the metric of ReduceLROnPlateau; for the other classes `number` is the epoch
 * to go to, which may have a fraction for CosineAnnealingWarmRestarts. Errors: as
 * tenon_scheduler_step. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_scheduler_step_with(tenon_scheduler *scheduler, double number);

/** @brief The learning rate of each group, a list. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_scheduler_last_lr(tenon_scheduler *scheduler, tenon_value **out_value);

/** @brief A dict of the scheduler's numbers under PyTorch's names; its function is not in it. Out:
 *  owned.
 *  MT-READ. */
TENON_API tenon_status tenon_scheduler_state_dict(tenon_scheduler *scheduler,
                                                  tenon_value **out_value);

/** @brief Takes over the entries of a state dict.
 *  Errors: TYPE (no dict), VALUE (another number of schedulers inside). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_scheduler_load_state_dict(tenon_scheduler *scheduler,
                                                       tenon_value *state);

/** @brief One more reference. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_scheduler_retain(tenon_scheduler *scheduler);

/** @brief Gives one reference back. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_scheduler_release(tenon_scheduler *scheduler);

/** @brief Scales the gradients of `params` (a tensor, a module, a list of tensors) so that their
 * norm of order `norm_type` (2; infinity for the largest element) is at most `max_norm`. `strict`:
 * a norm that is not finite is an error. Out: the norm before, owned. Errors: RUNTIME, TYPE.
 * MT-EXCLUSIVE. */
TENON_API tenon_status tenon_clip_grad_norm(tenon_value *params, double max_norm, double norm_type,
                                            int32_t strict, tenon_tensor **out_tensor);

/** @brief Clamps the gradients of `params` to [-clip_value, clip_value].
 *  Errors: RUNTIME (there is no gradient), TYPE. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_clip_grad_value(tenon_value *params, double clip_value);

/** @brief The norm of a tensor or a list of tensors together, as tenon_clip_grad_norm takes it of
 *  gradients. Out: owned.
 *  Errors: RUNTIME, TYPE. MT-READ. */
TENON_API tenon_status tenon_total_norm(tenon_value *items, double norm_type, int32_t strict,
                                        tenon_tensor **out_tensor);

/** @brief Scales the gradients of `params` as tenon_clip_grad_norm does, with a norm that is known.
 *  Errors: VALUE (more than one number), TYPE. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_clip_grads_with_norm(tenon_value *params, double max_norm,
                                                  tenon_tensor *norm);

/** @brief An AveragedModel: a deep copy of `module` whose parameters are averages, and whose call
 * is the copy's. `options` NULL or a dict: use_buffers (bool, false: buffers follow the model),
 * ema_decay (float: exponential average), swa_multi (bool, false: the mean as get_swa_multi_avg_fn
 * rounds it); else the mean of all. Out: owned. Errors: as tenon_module_deepcopy; VALUE, TYPE
 * (options). MT-READ. */
TENON_API tenon_status tenon_averaged_model_create(tenon_module *module, tenon_value *options,
                                                   tenon_module **out_module);

/** @brief The same with the host's average, called as TENON_CALL_AVERAGE for each tensor from the
 * second update on. Takes fn, user_data, destroy. Out: owned. MT-READ. */
TENON_API tenon_status tenon_averaged_model_create_with(tenon_module *module, tenon_value *options,
                                                        tenon_callback fn, void *user_data,
                                                        tenon_destroy_fn destroy,
                                                        tenon_module **out_module);

/** @brief Takes the tensors of `child`, the model in training, into the averages of `module`.
 *  Errors: TYPE (no AveragedModel), VALUE (another number of tensors); what its function fails
 * with. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_update_average(tenon_module *module, tenon_module *child);

/** @brief Running statistics of all batch norms anew, over `items`, a list of inputs: each a
 * tensor, or a tuple or list that begins with one. Errors: TYPE; what the calls fail with.
 * MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_update_bn(tenon_module *module, tenon_value *items);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_OPTIM_H_ */
