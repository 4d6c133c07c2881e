/**
 * @file op.h
 * @brief Ops by name: ask for the number once, call by number.
 */
#ifndef TENON_C_OP_H_
#define TENON_C_OP_H_

#include "tenon_c/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @brief The number of an op by torch's name ("softmax", "add"). Numbers hold for this process
 * only. Errors: KEY (no such op). MT-SAFE. */
TENON_API tenon_status tenon_op_id(const char *name, int32_t *out_op);

/** @brief How many ops there are; numbers are 0 … count - 1.
 *  MT-SAFE. */
TENON_API int32_t tenon_op_count(void);

/** @brief An op's name; NULL if there is no such op. Borrows from the library.
 *  MT-SAFE. */
TENON_API const char *tenon_op_name(int32_t op);

/** @brief Calls an op. Tensors and options go by position in `args` (an entry NULL: none) or by
 *  their keyword names in the dict `options` (may be NULL). Out: owned.
 *  Errors: TYPE (arguments that do not fit), and what the op refuses. MT-READ. */
TENON_API tenon_status tenon_op_call(tenon_context *context, int32_t op, tenon_value *const *args,
                                     int64_t arg_count, tenon_value *options,
                                     tenon_value **out_value);

/** @brief Calls an op of one tensor that gives one. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_op1(tenon_context *context, int32_t op, tenon_tensor *x,
                                 tenon_tensor **out_tensor);

/** @brief Calls an op of two tensors that gives one. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_op2(tenon_context *context, int32_t op, tenon_tensor *a,
                                 tenon_tensor *b, tenon_tensor **out_tensor);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_OP_H_ */
