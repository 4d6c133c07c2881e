/**
 * @file error.h
 * @brief Status codes and the thread's error record.
 *
 * A failing call leaves its code, text, path and payload in a record of its thread. The outermost
 * fallible call clears the record when it begins, and it is clear after a success. Calls made
 * inside a callback may write it. Accessors and release functions leave it alone, so cleaning up
 * before reading the text is safe.
 */
#ifndef TENON_C_ERROR_H_
#define TENON_C_ERROR_H_

#include "tenon_c/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Status codes. The numbers never change; TYPE … ASSERTION are Python's kinds of exceptions. */
enum {
  TENON_OK = 0,
  TENON_E_TYPE = 1,
  TENON_E_KEY = 2,
  TENON_E_VALUE = 3,
  TENON_E_ATTRIBUTE = 4,
  TENON_E_INDEX = 5,
  TENON_E_RUNTIME = 6,
  TENON_E_NOT_IMPLEMENTED = 7,
  TENON_E_ASSERTION = 8,
  TENON_E_NOMEM = 9,          /**< An allocation failed; objects are as before. */
  TENON_E_BAD_HANDLE = 10,    /**< A handle that was released, or is none of ours. */
  TENON_E_WRONG_CONTEXT = 11, /**< Objects of two contexts in one call. */
  TENON_E_UNSUPPORTED = 12,   /**< Known but not offered; from a callback: take the default. */
  TENON_E_VERSION = 13,       /**< A struct_size or ABI version that this library does not know. */
  TENON_E_IO = 14,            /**< A file could not be opened, read or written. */
  TENON_E_CORRUPT = 15,       /**< A file breaks its format; tenon_error_reason says which rule. */
  TENON_E_BUSY = 16,          /**< In use by a running call. */
  TENON_E_CALLBACK = 17,      /**< A callback failed without a kind of its own. */
  TENON_E_CANCELLED = 18,
  TENON_E_INTERNAL = 19 /**< A broken promise of ours; please report it. */
};

/** @brief Text of this thread's last failure; "" if there is none. Borrows until the next fallible
 *  call of this thread.
 *  MT-SAFE. */
TENON_API const char *tenon_error_message(void);

/** @brief Path of the module in which the last failure happened, "layers.0"; "" at the root,
 * outside a call, or if there is none. Borrows until the next fallible call of this thread.
 *  MT-SAFE. */
TENON_API const char *tenon_error_path(void);

/** @brief Code of the last failure; TENON_OK if there is none.
 *  MT-SAFE. */
TENON_API tenon_status tenon_error_code(void);

/** @brief A fixed word for some faults of files ("bad_offsets"); "" if there is none. Borrows from
 *  the library.
 *  MT-SAFE. */
TENON_API const char *tenon_error_reason(void);

/** @brief Writes the record: what a callback does before it returns `code`. Copies `text` (NULL:
 *  the code's name). Takes `payload`, a host's own exception object: `payload_destroy(payload)`
 * runs once unless somebody takes it. Returns `code`. MT-SAFE. */
TENON_API tenon_status tenon_error_set(tenon_status code, const char *text, void *payload,
                                       tenon_destroy_fn payload_destroy);

/** @brief Gives the last failure's payload away if it was set with this `payload_destroy`: so a
 *  binding knows its own exceptions from those of another. NULL if there is none or it is
 * another's. MT-SAFE. */
TENON_API void *tenon_error_take_payload(tenon_destroy_fn payload_destroy);

/** @brief Empties the record and destroys its payload. Worth calling before a thread ends.
 *  MT-SAFE. */
TENON_API void tenon_error_clear(void);

/** @brief The code's name, "KeyError" or "BAD_HANDLE". Borrows from the library.
 *  MT-SAFE. */
TENON_API const char *tenon_status_name(tenon_status code);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_ERROR_H_ */
