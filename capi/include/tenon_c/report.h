/**
 * @file report.h
 * @brief What loading a state dict, or parsing a text, found: lists of lines by kind.
 */
#ifndef TENON_C_REPORT_H_
#define TENON_C_REPORT_H_

#include "tenon_c/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of lines. The numbers never change. */
enum {
  TENON_REPORT_MISSING = 0,    /**< Keys that the module has and the state dict has not. */
  TENON_REPORT_UNEXPECTED = 1, /**< Keys that the state dict has and the module has not. */
  TENON_REPORT_MISMATCHED = 2, /**< "size mismatch for ...". */
  TENON_REPORT_CAST = 3,       /**< Loaded with a change of dtype. */
  TENON_REPORT_TIED = 4,       /**< Names of one parameter whose entries differ. */
  TENON_REPORT_ASSUMED = 5     /**< What the parser assumed because print hides it. */
};

/** @brief An empty report, for tenon_module_parse_with and tenon_module_load_with. Out: owned.
 *  MT-SAFE. */
TENON_API tenon_status tenon_report_create(tenon_context *context, tenon_report **out_report);

/** @brief Number of lines of a kind; -1 on misuse.
 *  MT-READ. */
TENON_API int64_t tenon_report_count(tenon_report *report, int32_t kind);

/** @brief A line; NULL if there is none or on misuse. Borrows until the report changes.
 *  MT-READ. */
TENON_API const char *tenon_report_text(tenon_report *report, int32_t kind, int64_t index);

/** @brief Appends a line: what load hooks may do.
 *  Errors: VALUE (no such kind). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_report_add(tenon_report *report, int32_t kind, const char *text);

/** @brief Removes a line: what load hooks may do.
 *  Errors: VALUE (no such kind), INDEX. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_report_remove(tenon_report *report, int32_t kind, int64_t index);

/** @brief "<All keys matched successfully>", or PyTorch's listing of the keys. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_report_describe(tenon_report *report, tenon_string **out_string);

/** @brief One more reference. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_report_retain(tenon_report *report);

/** @brief Gives one reference back. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_report_release(tenon_report *report);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_REPORT_H_ */
