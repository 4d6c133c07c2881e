/**
 * @file base.h
 * @brief Scalar types, opaque handle types, element types, the version.
 */
#ifndef TENON_C_BASE_H_
#define TENON_C_BASE_H_

#include <stdint.h>

#if !defined(TENON_API)
#if defined(__GNUC__)
#define TENON_API __attribute__((visibility("default")))
#else
#define TENON_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** TENON_OK or one of the TENON_E_ codes of tenon_c/error.h. */
typedef int32_t tenon_status;

/** All state there is: allocator, log, random numbers, classes, objects. */
typedef struct tenon_context tenon_context;
/** An n-dimensional array; a parameter is a tensor with a flag. */
typedef struct tenon_tensor tenon_tensor;
/** What modules are called with and return, what hooks see, what options are. */
typedef struct tenon_value tenon_value;
/** An immutable snapshot of named tensors or modules. */
typedef struct tenon_list tenon_list;
/** A network or a part of one. */
typedef struct tenon_module tenon_module;
/** An ordered map of names to tensors, with metadata. */
typedef struct tenon_state_dict tenon_state_dict;
/** What loading or parsing found. */
typedef struct tenon_report tenon_report;
/** What makes parameters better. */
typedef struct tenon_optimizer tenon_optimizer;
/** What changes an optimizer's learning rate over time. */
typedef struct tenon_scheduler tenon_scheduler;
/** Text, or bytes, that the library made. */
typedef struct tenon_string tenon_string;
/** The record a callback receives; borrowed, valid on this thread until the callback returns. */
typedef struct tenon_call tenon_call;

/** The one kind of callback: hooks, custom modules, apply. TENON_E_UNSUPPORTED: take the default.
 */
typedef tenon_status (*tenon_callback)(void *user_data, tenon_call *call);
/** Lets go of what `user_data` leads to. */
typedef void (*tenon_destroy_fn)(void *user_data);

/** Version of this interface: major in the upper 16 bits, minor in the lower ones. */
enum { TENON_ABI_VERSION = 1 };

/** Element types. The numbers never change. */
enum {
  TENON_FLOAT32 = 1,
  TENON_FLOAT64 = 2,
  TENON_FLOAT16 = 3,
  TENON_BFLOAT16 = 4,
  TENON_INT8 = 5,
  TENON_INT16 = 6,
  TENON_INT32 = 7,
  TENON_INT64 = 8,
  TENON_UINT8 = 9,
  TENON_BOOL = 10,
  TENON_COMPLEX64 = 11,  /**< Storage and casts only. */
  TENON_COMPLEX128 = 12, /**< Storage and casts only. */
  TENON_UINT16 = 13,     /**< Storage only; so are all that follow. */
  TENON_UINT32 = 14,
  TENON_UINT64 = 15,
  TENON_FLOAT8_E5M2 = 16,
  TENON_FLOAT8_E4M3FN = 17,
  TENON_FLOAT8_E8M0FNU = 18,
  TENON_FLOAT8_E4M3FNUZ = 19,
  TENON_FLOAT8_E5M2FNUZ = 20
};

/** @brief The library's TENON_ABI_VERSION.
 *  MT-SAFE. */
TENON_API int32_t tenon_abi_version(void);

/** @brief The library's version, "0.1.0". Borrows from the library.
 *  MT-SAFE. */
TENON_API const char *tenon_version(void);

/** @brief Releases `handle_count` handles in one call, as the release function of each one's type
 *  would, in order: what a scope of a managed language ends with. Any types but tenon_call, mixed;
 *  NULLs and handles that were released already are passed over, and a handle that stands there
 * twice loses two references. Destroy functions may run, as with any release. MT-SAFE. */
TENON_API void tenon_release_all(void *const *handles, int64_t handle_count);

/** @brief Bytes of one element; 0 if there is no such dtype.
 *  MT-SAFE. */
TENON_API int64_t tenon_dtype_size(int32_t dtype);

/** @brief PyTorch's name, "float32"; NULL if there is no such dtype. Borrows from the library.
 *  MT-SAFE. */
TENON_API const char *tenon_dtype_name(int32_t dtype);

/** @brief The dtype of a name ("float32", "torch.half", "long"); 0 if there is none.
 *  MT-SAFE. */
TENON_API int32_t tenon_dtype_from_name(const char *name);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_BASE_H_ */
