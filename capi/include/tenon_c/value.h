/**
 * @file value.h
 * @brief Values: none, bool, int, float, string, dtype, tensor, module, tuple, list, dict, opaque.
 *
 * Tuples never change; lists and dicts are shared by reference, as in Python. A list or dict cannot
 * be put into itself, directly or deeper, and containers nest at most 500 deep: VALUE.
 */
#ifndef TENON_C_VALUE_H_
#define TENON_C_VALUE_H_

#include "tenon_c/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of values. The numbers never change. */
enum {
  TENON_VALUE_NONE = 0,
  TENON_VALUE_BOOL = 1,
  TENON_VALUE_INT = 2,
  TENON_VALUE_FLOAT = 3,
  TENON_VALUE_STRING = 4,
  TENON_VALUE_DTYPE = 5,
  TENON_VALUE_TENSOR = 6,
  TENON_VALUE_MODULE = 7,
  TENON_VALUE_TUPLE = 8,
  TENON_VALUE_LIST = 9,
  TENON_VALUE_DICT = 10,
  TENON_VALUE_PACKED_SEQUENCE = 11,
  TENON_VALUE_OPAQUE = 12
};

/** @brief None. Out: owned.
 *  MT-SAFE. */
TENON_API tenon_status tenon_value_none(tenon_context *context, tenon_value **out_value);

/** @brief A bool. Out: owned.
 *  MT-SAFE. */
TENON_API tenon_status tenon_value_bool(tenon_context *context, int32_t flag,
                                        tenon_value **out_value);

/** @brief An int. Out: owned.
 *  MT-SAFE. */
TENON_API tenon_status tenon_value_int(tenon_context *context, int64_t integer,
                                       tenon_value **out_value);

/** @brief A float. Out: owned.
 *  MT-SAFE. */
TENON_API tenon_status tenon_value_float(tenon_context *context, double number,
                                         tenon_value **out_value);

/** @brief A string. Out: owned.
 *  MT-SAFE. */
TENON_API tenon_status tenon_value_string(tenon_context *context, const char *text,
                                          tenon_value **out_value);

/** @brief A dtype. Out: owned.
 *  Errors: VALUE (no such dtype). MT-SAFE. */
TENON_API tenon_status tenon_value_dtype(tenon_context *context, int32_t dtype,
                                         tenon_value **out_value);

/** @brief A tensor; none if `tensor` is NULL. Out: owned.
 *  MT-SAFE. */
TENON_API tenon_status tenon_value_tensor(tenon_context *context, tenon_tensor *tensor,
                                          tenon_value **out_value);

/** @brief A module; none if `module` is NULL. Out: owned.
 *  MT-SAFE. */
TENON_API tenon_status tenon_value_module(tenon_context *context, tenon_module *module,
                                          tenon_value **out_value);

/** @brief A host's own object. Takes user_data and destroy (may be NULL). Out: owned.
 *  MT-SAFE. */
TENON_API tenon_status tenon_value_opaque(tenon_context *context, void *user_data,
                                          tenon_destroy_fn destroy, tenon_value **out_value);

/** @brief A tuple of values. Out: owned.
 *  MT-SAFE. */
TENON_API tenon_status tenon_value_tuple(tenon_context *context, tenon_value *const *items,
                                         int64_t item_count, tenon_value **out_value);

/** @brief A list of values. Out: owned.
 *  MT-SAFE. */
TENON_API tenon_status tenon_value_list(tenon_context *context, tenon_value *const *items,
                                        int64_t item_count, tenon_value **out_value);

/** @brief An empty dict. Out: owned.
 *  MT-SAFE. */
TENON_API tenon_status tenon_value_dict(tenon_context *context, tenon_value **out_value);

/** @brief Sets an entry of a dict, in place or at the end. `item` NULL: none.
 *  Errors: TYPE (no dict). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_value_dict_set(tenon_value *value, const char *key, tenon_value *item);

/** @brief Sets an entry to a bool.
 *  Errors: TYPE (no dict). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_value_dict_set_bool(tenon_value *value, const char *key, int32_t flag);

/** @brief Sets an entry to an int.
 *  Errors: TYPE (no dict). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_value_dict_set_int(tenon_value *value, const char *key,
                                                int64_t integer);

/** @brief Sets an entry to a float.
 *  Errors: TYPE (no dict). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_value_dict_set_float(tenon_value *value, const char *key,
                                                  double number);

/** @brief Sets an entry to a string.
 *  Errors: TYPE (no dict). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_value_dict_set_string(tenon_value *value, const char *key,
                                                   const char *text);

/** @brief Sets an entry to a tensor. `tensor` NULL: none.
 *  Errors: TYPE (no dict). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_value_dict_set_tensor(tenon_value *value, const char *key,
                                                   tenon_tensor *tensor);

/** @brief Removes an entry of a dict.
 *  Errors: TYPE (no dict), KEY (absent). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_value_dict_remove(tenon_value *value, const char *key);

/** @brief Appends to a list. `item` NULL: none.
 *  Errors: TYPE (no list). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_value_list_append(tenon_value *value, tenon_value *item);

/** @brief A TENON_VALUE_ kind; -1 on misuse.
 *  MT-READ. */
TENON_API int32_t tenon_value_kind(tenon_value *value);

/** @brief The bool.
 *  Errors: TYPE. MT-READ. */
TENON_API tenon_status tenon_value_as_bool(tenon_value *value, int32_t *out_flag);

/** @brief The int; bools count as ints.
 *  Errors: TYPE. MT-READ. */
TENON_API tenon_status tenon_value_as_int(tenon_value *value, int64_t *out_integer);

/** @brief The float; ints and bools are converted.
 *  Errors: TYPE. MT-READ. */
TENON_API tenon_status tenon_value_as_float(tenon_value *value, double *out_number);

/** @brief The string. Out: owned.
 *  Errors: TYPE. MT-READ. */
TENON_API tenon_status tenon_value_as_string(tenon_value *value, tenon_string **out_string);

/** @brief The string's text; NULL if the value is none. Borrows from the value.
 *  MT-READ. */
TENON_API const char *tenon_value_string_data(tenon_value *value);

/** @brief The dtype.
 *  Errors: TYPE. MT-READ. */
TENON_API tenon_status tenon_value_as_dtype(tenon_value *value, int32_t *out_dtype);

/** @brief The tensor. Out: owned.
 *  Errors: TYPE. MT-READ. */
TENON_API tenon_status tenon_value_as_tensor(tenon_value *value, tenon_tensor **out_tensor);

/** @brief The module. Out: owned.
 *  Errors: TYPE. MT-READ. */
TENON_API tenon_status tenon_value_as_module(tenon_value *value, tenon_module **out_module);

/** @brief The host's object, if it was made with this `destroy`. Borrows from the value.
 *  Errors: TYPE (no opaque value, or another's). MT-READ. */
TENON_API tenon_status tenon_value_as_opaque(tenon_value *value, tenon_destroy_fn destroy,
                                             void **out_pointer);

/** @brief Items of a tuple or list, entries of a dict; 0 for other kinds; -1 on misuse.
 *  MT-READ. */
TENON_API int64_t tenon_value_count(tenon_value *value);

/** @brief An item of a tuple or list, or an entry of a dict, by position. Out: owned.
 *  Errors: INDEX, TYPE. MT-READ. */
TENON_API tenon_status tenon_value_at(tenon_value *value, int64_t index, tenon_value **out_value);

/** @brief The key of a dict's entry; NULL if there is none or on misuse. Borrows until the dict
 *  changes.
 *  MT-READ. */
TENON_API const char *tenon_value_key(tenon_value *value, int64_t index);

/** @brief An entry of a dict. Out: owned.
 *  Errors: KEY, TYPE. MT-READ. */
TENON_API tenon_status tenon_value_get(tenon_value *value, const char *key,
                                       tenon_value **out_value);

/** @brief 1 if the dict has that key, else 0; -1 on misuse.
 *  MT-READ. */
TENON_API int32_t tenon_value_has(tenon_value *value, const char *key);

/** @brief 1 if kind and content are equal (tensors, modules and opaque objects: the same one), else
 *  0; -1 on misuse.
 *  MT-READ. */
TENON_API int32_t tenon_value_equals(tenon_value *value, tenon_value *other);

/** @brief A deep copy of tensors, modules, tuples, lists, dicts and all they hold, by the rules of
 *  tenon_module_deepcopy: what was one object stays one object, so several modules are copied
 *  together in a tuple. Out: owned. Errors: as there. MT-READ. */
TENON_API tenon_status tenon_value_deepcopy(tenon_value *value, tenon_value **out_value);

/** @brief The value as Python writes it. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_value_text(tenon_value *value, tenon_string **out_string);

/** @brief One more reference. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_value_retain(tenon_value *value);

/** @brief Gives one reference back. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_value_release(tenon_value *value);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_VALUE_H_ */
