/**
 * @file model.h
 * @brief Whole models as text and weights: parse, text, load, save.
 */
#ifndef TENON_C_MODEL_H_
#define TENON_C_MODEL_H_

#include "tenon_c/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @brief Builds the tree that print(model) wrote. Parameters have no values until they are loaded
 * or tenon_module_initialize draws them. Out: owned. Errors: VALUE, naming line, layer and path.
 * MT-SAFE. */
TENON_API tenon_status tenon_module_parse(tenon_context *context, const char *text,
                                          tenon_module **out_module);

/** @brief As tenon_module_parse. `state_dict` (may be NULL) shows what print hides: shapes and
 * keys. `options` NULL or a dict: strict (bool, false: assumptions are errors). `report` (may be
 * NULL) gets the TENON_REPORT_ASSUMED lines. Out: owned. MT-SAFE. */
TENON_API tenon_status tenon_module_parse_with(tenon_context *context, const char *text,
                                               tenon_state_dict *state_dict, tenon_value *options,
                                               tenon_report *report, tenon_module **out_module);

/** @brief Like tenon_module_describe, and every option that is not at its default is written:
 *  parsing this text gives an equal tree. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_module_text(tenon_module *module, tenon_string **out_string);

/** @brief Builds the model a file describes and loads its weights: safetensors with the tree's text
 *  under "tenon.module". Options that the text hides take their defaults; tenon_module_load_with
 *  reports them. `options` NULL or a dict: text_path (string: the text's file), train
 * (bool, false: eval mode and no gradients), strict_text (bool, false). Out: owned. Errors: IO,
 * CORRUPT, VALUE (the text), RUNTIME (the weights do not fit). MT-SAFE. */
TENON_API tenon_status tenon_module_load(tenon_context *context, const char *path,
                                         tenon_value *options, tenon_module **out_module);

/** @brief As tenon_module_load; `report` (may be NULL) gets what parser and loader found. Out:
 * owned. MT-SAFE. */
TENON_API tenon_status tenon_module_load_with(tenon_context *context, const char *path,
                                              tenon_value *options, tenon_report *report,
                                              tenon_module **out_module);

/** @brief Writes weights and text into one file that tenon_module_load reads, atomically. `options`
 *  NULL (none exist yet).
 *  Errors: IO. MT-READ. */
TENON_API tenon_status tenon_module_save(tenon_module *module, const char *path,
                                         tenon_value *options);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_MODEL_H_ */
