/**
 * @file container.h
 * @brief Children by position (Sequential, ModuleList) and by key (ModuleDict).
 *
 * A module of another class is TENON_E_TYPE. Negative positions count from the end.
 */
#ifndef TENON_C_CONTAINER_H_
#define TENON_C_CONTAINER_H_

#include "tenon_c/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @brief Number of children of a container; -1 on misuse or for another class.
 *  MT-READ. */
TENON_API int64_t tenon_module_count(tenon_module *module);

/** @brief Appends a child.
 *  Errors: TYPE. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_append(tenon_module *module, tenon_module *child);

/** @brief Appends several children.
 *  Errors: TYPE. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_extend(tenon_module *module, tenon_module *const *children,
                                           int64_t child_count);

/** @brief Inserts a child before a position.
 *  Errors: TYPE, INDEX (Sequential). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_insert(tenon_module *module, int64_t index,
                                           tenon_module *child);

/** @brief The child at a position. Out: owned.
 *  Errors: TYPE, INDEX. MT-READ. */
TENON_API tenon_status tenon_module_get_item(tenon_module *module, int64_t index,
                                             tenon_module **out_module);

/** @brief Replaces the child at a position.
 *  Errors: TYPE, INDEX. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_set_item(tenon_module *module, int64_t index,
                                             tenon_module *child);

/** @brief Removes the child at a position; those behind it move up.
 *  Errors: TYPE, INDEX. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_delete_item(tenon_module *module, int64_t index);

/** @brief Removes the child at a position (-1: the last) and hands it out. Out: owned.
 *  Errors: TYPE, INDEX. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_pop(tenon_module *module, int64_t index,
                                        tenon_module **out_module);

/** @brief A new container of the children at [begin, end) by `step`. Out: owned.
 *  Errors: TYPE, VALUE (step is zero). MT-READ. */
TENON_API tenon_status tenon_module_slice(tenon_module *module, int64_t begin, int64_t end,
                                          int64_t step, tenon_module **out_module);

/** @brief The child of a key. Out: owned.
 *  Errors: TYPE, KEY. MT-READ. */
TENON_API tenon_status tenon_module_get_key(tenon_module *module, const char *key,
                                            tenon_module **out_module);

/** @brief Sets the child of a key.
 *  Errors: TYPE, KEY (not a possible name). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_set_key(tenon_module *module, const char *key,
                                            tenon_module *child);

/** @brief Removes the child of a key.
 *  Errors: TYPE, KEY. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_delete_key(tenon_module *module, const char *key);

/** @brief Removes the child of a key and hands it out. Out: owned.
 *  Errors: TYPE, KEY. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_pop_key(tenon_module *module, const char *key,
                                            tenon_module **out_module);

/** @brief Keys and children of a container, also of equal ones. Out: owned.
 *  Errors: TYPE. MT-READ. */
TENON_API tenon_status tenon_module_keys(tenon_module *module, tenon_list **out_list);

/** @brief Sets all keys of `items`: a dict of modules, or a ModuleDict as a value.
 *  Errors: TYPE, KEY. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_update(tenon_module *module, tenon_value *items);

/** @brief Removes all children.
 *  Errors: TYPE. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_module_clear(tenon_module *module);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_CONTAINER_H_ */
