/**
 * @file state_dict.h
 * @brief State dicts: ordered names to tensors (and extra state), files both ways.
 */
#ifndef TENON_C_STATE_DICT_H_
#define TENON_C_STATE_DICT_H_

#include "tenon_c/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @brief An empty state dict. Out: owned.
 *  MT-SAFE. */
TENON_API tenon_status tenon_state_dict_create(tenon_context *context,
                                               tenon_state_dict **out_state_dict);

/** @brief Reads a file, told by its content: safetensors. `options` NULL or a dict:
 * max_header_bytes (int). Out: owned. Errors: IO, CORRUPT (with a reason word), UNSUPPORTED
 * (another known format). MT-SAFE. */
TENON_API tenon_status tenon_state_dict_load(tenon_context *context, const char *path,
                                             tenon_value *options,
                                             tenon_state_dict **out_state_dict);

/** @brief As tenon_state_dict_load, from memory. Copies `data`. Out: owned.
 *  MT-SAFE. */
TENON_API tenon_status tenon_state_dict_load_memory(tenon_context *context, const void *data,
                                                    int64_t bytes, tenon_value *options,
                                                    tenon_state_dict **out_state_dict);

/** @brief Writes safetensors, atomically: a reader sees the old file or the new one. `options` NULL
 *  (none exist yet). Errors: IO, TYPE (an entry that is no tensor). MT-READ. */
TENON_API tenon_status tenon_state_dict_save(tenon_state_dict *state_dict, const char *path,
                                             tenon_value *options);

/** @brief The bytes that tenon_state_dict_save writes. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_state_dict_save_memory(tenon_state_dict *state_dict,
                                                    tenon_value *options,
                                                    tenon_string **out_string);

/** @brief Number of entries; -1 on misuse.
 *  MT-READ. */
TENON_API int64_t tenon_state_dict_count(tenon_state_dict *state_dict);

/** @brief An entry's key; NULL if there is none or on misuse. Borrows until the state dict changes.
 *  MT-READ. */
TENON_API const char *tenon_state_dict_key(tenon_state_dict *state_dict, int64_t index);

/** @brief 1 if there is such a key, else 0; -1 on misuse.
 *  MT-READ. */
TENON_API int32_t tenon_state_dict_has(tenon_state_dict *state_dict, const char *key);

/** @brief An entry. Out: owned.
 *  Errors: KEY. MT-READ. */
TENON_API tenon_status tenon_state_dict_get(tenon_state_dict *state_dict, const char *key,
                                            tenon_value **out_value);

/** @brief An entry's tensor. Out: owned.
 *  Errors: KEY, TYPE (no tensor). MT-READ. */
TENON_API tenon_status tenon_state_dict_tensor(tenon_state_dict *state_dict, const char *key,
                                               tenon_tensor **out_tensor);

/** @brief Sets an entry, in place or at the end. `value` NULL: none.
 *  MT-EXCLUSIVE. */
TENON_API tenon_status tenon_state_dict_set(tenon_state_dict *state_dict, const char *key,
                                            tenon_value *value);

/** @brief Sets an entry to a tensor.
 *  MT-EXCLUSIVE. */
TENON_API tenon_status tenon_state_dict_set_tensor(tenon_state_dict *state_dict, const char *key,
                                                   tenon_tensor *tensor);

/** @brief Removes an entry.
 *  Errors: KEY. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_state_dict_remove(tenon_state_dict *state_dict, const char *key);

/** @brief Keys that begin with `prefix` lose it. `out_count` (may be NULL): how many changed.
 *  MT-EXCLUSIVE. */
TENON_API tenon_status tenon_state_dict_strip_prefix(tenon_state_dict *state_dict,
                                                     const char *prefix, int64_t *out_count);

/** @brief Module path to dict ({"version": 1}), a dict that may be changed; none if the state dict
 *  carries no metadata. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_state_dict_metadata(tenon_state_dict *state_dict,
                                                 tenon_value **out_value);

/** @brief Replaces the metadata by a dict; `value` NULL or none: no metadata.
 *  Errors: TYPE. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_state_dict_set_metadata(tenon_state_dict *state_dict,
                                                     tenon_value *value);

/** @brief The text pairs of the file (safetensors' __metadata__), a dict that may be changed.
 *  Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_state_dict_file_metadata(tenon_state_dict *state_dict,
                                                      tenon_value **out_value);

/** @brief An own map over the same tensors. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_state_dict_copy(tenon_state_dict *state_dict,
                                             tenon_state_dict **out_state_dict);

/** @brief An own map with own copies of all tensors: a snapshot. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_state_dict_clone(tenon_state_dict *state_dict,
                                              tenon_state_dict **out_state_dict);

/** @brief One more reference. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_state_dict_retain(tenon_state_dict *state_dict);

/** @brief Gives one reference back. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_state_dict_release(tenon_state_dict *state_dict);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_STATE_DICT_H_ */
