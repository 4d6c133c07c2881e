/**
 * @file call.h
 * @brief The record that every callback receives.
 *
 * A callback reads slots and sets those its kind lists after "->". Not set: unchanged. Set to none:
 * replaced by none. It returns TENON_OK; TENON_E_UNSUPPORTED, with the error record untouched, for
 * "take the default"; or an error code, best written with `return tenon_error_set(...)`. The code
 * of a call that failed inside the callback may be returned as it is: text and payload go along.
 */
#ifndef TENON_C_CALL_H_
#define TENON_C_CALL_H_

#include "tenon_c/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Why the callback runs. New kinds are appended; answer UNSUPPORTED to those you do not know. */
enum {
  TENON_CALL_FORWARD = 1,             /**< A custom module's forward: ARGS, KWARGS -> OUTPUT. */
  TENON_CALL_FORWARD_PRE = 2,         /**< ARGS, KWARGS -> ARGS, KWARGS. */
  TENON_CALL_FORWARD_POST = 3,        /**< ARGS, KWARGS, OUTPUT -> OUTPUT. */
  TENON_CALL_BACKWARD_PRE = 4,        /**< GRAD_OUTPUT -> GRAD_OUTPUT. */
  TENON_CALL_BACKWARD = 5,            /**< GRAD_INPUT, GRAD_OUTPUT -> GRAD_INPUT. */
  TENON_CALL_STATE_DICT_PRE = 6,      /**< PREFIX, keep-vars in VALUE. */
  TENON_CALL_STATE_DICT_POST = 7,     /**< STATE_DICT, PREFIX, METADATA. */
  TENON_CALL_LOAD_PRE = 8,            /**< STATE_DICT, PREFIX, METADATA, STRICT, REPORT. */
  TENON_CALL_LOAD_POST = 9,           /**< REPORT. */
  TENON_CALL_REGISTER_PARAMETER = 10, /**< NAME, VALUE -> VALUE. */
  TENON_CALL_REGISTER_BUFFER = 11,    /**< NAME, VALUE -> VALUE. */
  TENON_CALL_REGISTER_MODULE = 12,    /**< NAME, VALUE -> VALUE. */
  TENON_CALL_APPLY = 13,              /**< The module alone. */
  TENON_CALL_EXTRA_REPR = 14,         /**< -> VALUE, a string. */
  TENON_CALL_GET_EXTRA_STATE = 15,    /**< -> VALUE. */
  TENON_CALL_SET_EXTRA_STATE = 16,    /**< VALUE. */
  TENON_CALL_CLONE = 17,              /**< -> VALUE, a module or true: tenon_module_deepcopy. */
  TENON_CALL_CREATE = 18,             /**< ARGS, KWARGS, NAME -> VALUE, a module. */
  TENON_CALL_FUNCTION_FORWARD = 19,
  TENON_CALL_FUNCTION_BACKWARD = 20,
  /** Does the custom module answer the kind in VALUE (an int)? -> VALUE, a bool. Asked for
   *  SET_EXTRA_STATE only; without an answer, whether GET_EXTRA_STATE is answered decides. */
  TENON_CALL_ANSWERS = 21,
  TENON_CALL_CLOSURE = 22,  /**< An optimizer wants the loss and fresh gradients -> VALUE. */
  TENON_CALL_SCHEDULE = 23, /**< A scheduler's function: ARGS (epoch, group) -> VALUE, a number. */
  /** An averaged model's function: ARGS (average, model's tensor, number averaged) -> VALUE, a
     tensor. */
  TENON_CALL_AVERAGE = 24
};

/** What the record holds. New slots are appended. */
enum {
  TENON_SLOT_MODULE = 0,
  TENON_SLOT_ARGS = 1,   /**< Tuple of positional arguments. */
  TENON_SLOT_KWARGS = 2, /**< Dict of keyword arguments. */
  TENON_SLOT_OUTPUT = 3,
  TENON_SLOT_GRAD_INPUT = 4,
  TENON_SLOT_GRAD_OUTPUT = 5,
  TENON_SLOT_NAME = 6,
  TENON_SLOT_VALUE = 7,
  TENON_SLOT_STATE_DICT = 8, /**< Read it with tenon_call_state_dict. */
  TENON_SLOT_PREFIX = 9,
  TENON_SLOT_METADATA = 10,
  TENON_SLOT_REPORT = 11, /**< Read it with tenon_call_report. */
  TENON_SLOT_STRICT = 12
};

/** @brief A TENON_CALL_ kind; -1 on misuse.
 *  MT-EXCLUSIVE. */
TENON_API int32_t tenon_call_kind(tenon_call *call);

/** @brief The call's context. Out: owned.
 *  MT-EXCLUSIVE. */
TENON_API tenon_status tenon_call_context(tenon_call *call, tenon_context **out_context);

/** @brief The module the callback is about, owned; NULL with TENON_OK for TENON_CALL_CREATE.
 *  MT-EXCLUSIVE. */
TENON_API tenon_status tenon_call_module(tenon_call *call, tenon_module **out_module);

/** @brief That module's path within the running call, "" at its root; NULL on misuse or when there
 * is no memory for it. Borrows from the call.
 *  MT-EXCLUSIVE. */
TENON_API const char *tenon_call_path(tenon_call *call);

/** @brief The text in TENON_SLOT_NAME; NULL if there is none. Borrows from the call.
 *  MT-EXCLUSIVE. */
TENON_API const char *tenon_call_name(tenon_call *call);

/** @brief A slot's value, owned; a value of kind none if the slot is empty.
 *  Errors: INDEX (no such slot). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_call_get(tenon_call *call, int32_t slot, tenon_value **out_value);

/** @brief Sets a slot. `value` NULL: none.
 *  Errors: INDEX (no such slot). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_call_set(tenon_call *call, int32_t slot, tenon_value *value);

/** @brief How many tensors a slot has: one, or the top-level tensors of a tuple or list; -1 on
 *  misuse.
 *  MT-EXCLUSIVE. */
TENON_API int64_t tenon_call_tensor_count(tenon_call *call, int32_t slot);

/** @brief The index-th of a slot's tensors. Out: owned.
 *  Errors: INDEX. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_call_tensor(tenon_call *call, int32_t slot, int64_t index,
                                         tenon_tensor **out_tensor);

/** @brief Sets a slot to a tensor (ARGS: to a tuple of it). `tensor` NULL: none.
 *  Errors: INDEX (no such slot). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_call_set_tensor(tenon_call *call, int32_t slot, tenon_tensor *tensor);

/** @brief The state dict of a state-dict or load hook. Changes to it count. Out: owned.
 *  Errors: TYPE (this kind has none). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_call_state_dict(tenon_call *call, tenon_state_dict **out_state_dict);

/** @brief The report of a load hook. Changes to it count. Out: owned.
 *  Errors: TYPE (this kind has none). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_call_report(tenon_call *call, tenon_report **out_report);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_CALL_H_ */
