/**
 * @file grad.h
 * @brief Gradients: what a thread records, backward, hooks on tensors.
 *
 * While recording is on (it is at first), an op on a tensor that requires gradients leaves its
 * history in the result; tenon_tensor_backward walks it back and adds to the gradients of the
 * leaves, which tenon_tensor_grad gives.
 */
#ifndef TENON_C_GRAD_H_
#define TENON_C_GRAD_H_

#include "tenon_c/call.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a thread records in a context. */
enum {
  TENON_GRAD_OFF = 0,      /**< Nothing: torch.no_grad. */
  TENON_GRAD_ON = 1,       /**< The default. */
  TENON_GRAD_INFERENCE = 2 /**< Nothing, and results never take part in gradients later. */
};

/** @brief Sets what this thread records in the context, a TENON_GRAD_ mode, and gives the former
 *  mode. A thread remembers at most eight contexts in which it does not record.
 *  Errors: VALUE (no such mode). MT-SAFE. */
TENON_API tenon_status tenon_grad_mode_set(tenon_context *context, int32_t mode, int32_t *out_flag);

/** @brief What this thread records in the context; -1 on misuse.
 *  MT-SAFE. */
TENON_API int32_t tenon_grad_mode_get(tenon_context *context);

/** @brief Adds the gradients of `tensor` to those of the leaves it was computed from. `grad` NULL:
 * 1, for a one-element tensor. Options: `retain_graph` and `create_graph` (bools), `inputs` (tuple
 * of tensors: only they get gradients). Errors: RUNTIME (no history; what it saved is gone or was
 * changed in place; shapes), or what a hook returned. MT-EXCLUSIVE on the tensors it leads to. */
TENON_API tenon_status tenon_tensor_backward(tenon_tensor *tensor, tenon_tensor *grad,
                                             tenon_value *options);

/** @brief The gradients of `outputs` with respect to `inputs`, in their order; nobody's own
 * gradient changes. Options: `grad_outputs` (tuple, an entry may be none), `retain_graph`,
 * `create_graph`, `allow_unused` (bools; with it an input that the outputs do not depend on has a
 * NULL tensor in the list). Out: owned. Errors: as tenon_tensor_backward; RUNTIME (an input that is
 * not reached). MT-EXCLUSIVE on the tensors it leads to. */
TENON_API tenon_status tenon_grad(tenon_context *context, tenon_tensor *const *outputs,
                                  int64_t output_count, tenon_tensor *const *inputs,
                                  int64_t input_count, tenon_value *options, tenon_list **out_list);

/** @brief Runs when the gradient of the tensor, as it is now, has been computed (TENON_CALL_GRAD).
 *  Removed by tenon_hook_remove. Takes fn, user_data, destroy.
 *  Errors: RUNTIME (the tensor requires no gradients). MT-SAFE. */
TENON_API tenon_status tenon_tensor_register_hook(tenon_tensor *tensor, tenon_callback fn,
                                                  void *user_data, tenon_destroy_fn destroy,
                                                  int64_t *out_hook_id);

/** @brief Runs after each change of a leaf's gradient by backward (TENON_CALL_GRAD_ACCUMULATED).
 *  Removed by tenon_hook_remove. Takes fn, user_data, destroy.
 *  Errors: RUNTIME (no leaf, or it requires no gradients). MT-SAFE. */
TENON_API tenon_status tenon_tensor_register_post_accumulate_hook(tenon_tensor *tensor,
                                                                  tenon_callback fn,
                                                                  void *user_data,
                                                                  tenon_destroy_fn destroy,
                                                                  int64_t *out_hook_id);

/** @brief Makes backward keep the gradient of a computed tensor as it does for leaves.
 *  Errors: RUNTIME (the tensor requires no gradients). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_tensor_retain_grad(tenon_tensor *tensor);

/** @brief 1 if backward keeps the gradient of this computed tensor, else 0; -1 on misuse.
 *  MT-READ. */
TENON_API int32_t tenon_tensor_retains_grad(tenon_tensor *tensor);

/** @brief 1 if the tensor is no recorded result, else 0; -1 on misuse, and for a view made without
 *  recording whose memory was written since. MT-READ. */
TENON_API int32_t tenon_tensor_is_leaf(tenon_tensor *tensor);

/** @brief 1 if the tensor is a view of another one, through which gradients flow, else 0; -1 on
 *  misuse. MT-READ. */
TENON_API int32_t tenon_tensor_is_view(tenon_tensor *tensor);

/** @brief How often the tensor's memory was written in place, through any view; -1 on misuse.
 *  MT-READ. */
TENON_API int64_t tenon_tensor_version(tenon_tensor *tensor);

/** @brief Where the first element lies in the tensor's memory, in elements; -1 on misuse.
 *  MT-READ. */
TENON_API int64_t tenon_tensor_offset(tenon_tensor *tensor);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_GRAD_H_ */
