/**
 * @file list.h
 * @brief Snapshots of named tensors and modules: what named_parameters and its kin give.
 */
#ifndef TENON_C_LIST_H_
#define TENON_C_LIST_H_

#include "tenon_c/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @brief Number of entries; -1 on misuse.
 *  MT-SAFE. */
TENON_API int64_t tenon_list_count(tenon_list *list);

/** @brief Name of an entry; NULL if there is none or on misuse. Borrows from the list.
 *  MT-SAFE. */
TENON_API const char *tenon_list_name(tenon_list *list, int64_t index);

/** @brief Position of a name; -1 if absent or on misuse.
 *  MT-SAFE. */
TENON_API int64_t tenon_list_find(tenon_list *list, const char *name);

/** @brief An entry's tensor, owned; NULL with TENON_OK for a None slot.
 *  Errors: INDEX, TYPE (a list of modules). MT-SAFE. */
TENON_API tenon_status tenon_list_tensor(tenon_list *list, int64_t index,
                                         tenon_tensor **out_tensor);

/** @brief An entry's module, owned; NULL with TENON_OK for a None slot.
 *  Errors: INDEX, TYPE (a list of tensors). MT-SAFE. */
TENON_API tenon_status tenon_list_module(tenon_list *list, int64_t index,
                                         tenon_module **out_module);

/** @brief The dtype of an entry's tensor; 0 if there is none or on misuse.
 *  MT-READ. */
TENON_API int32_t tenon_list_dtype(tenon_list *list, int64_t index);

/** @brief Number of dims of an entry's tensor; -1 if there is none or on misuse.
 *  MT-READ. */
TENON_API int32_t tenon_list_ndim(tenon_list *list, int64_t index);

/** @brief Size of a dim of an entry's tensor; -1 if there is none or on misuse.
 *  MT-READ. */
TENON_API int64_t tenon_list_dim(tenon_list *list, int64_t index, int32_t dim);

/** @brief Number of elements of an entry's tensor; -1 if there is none or on misuse.
 *  MT-READ. */
TENON_API int64_t tenon_list_numel(tenon_list *list, int64_t index);

/** @brief One more reference. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_list_retain(tenon_list *list);

/** @brief Gives one reference back. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_list_release(tenon_list *list);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_LIST_H_ */
