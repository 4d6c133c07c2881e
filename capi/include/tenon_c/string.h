/**
 * @file string.h
 * @brief Text, or bytes, that the library made and the host owns.
 */
#ifndef TENON_C_STRING_H_
#define TENON_C_STRING_H_

#include "tenon_c/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @brief The text, with a terminating zero; NULL on misuse. Borrows from the string.
 *  MT-SAFE. */
TENON_API const char *tenon_string_data(tenon_string *string);

/** @brief Bytes without the terminating zero; -1 on misuse.
 *  MT-SAFE. */
TENON_API int64_t tenon_string_size(tenon_string *string);

/** @brief One more reference. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_string_retain(tenon_string *string);

/** @brief Gives one reference back. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_string_release(tenon_string *string);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_STRING_H_ */
