/**
 * @file context.h
 * @brief Contexts: allocator, log, random numbers, registered classes, live counters.
 *
 * The library has no state of its own. Any number of contexts may coexist; results belong to the
 * context of their inputs.
 */
#ifndef TENON_C_CONTEXT_H_
#define TENON_C_CONTEXT_H_

#include "tenon_c/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Memory of `bytes` bytes aligned to `alignment` (a power of two); NULL when there is none. */
typedef void *(*tenon_allocate_fn)(void *user_data, int64_t bytes, int64_t alignment);
/** Takes memory back, with the sizes it was asked for. */
typedef void (*tenon_deallocate_fn)(void *user_data, void *pointer, int64_t bytes,
                                    int64_t alignment);
/** Receives a line of log; level 0 is debug, 1 info, 2 warning, 3 error. */
typedef void (*tenon_log_fn)(void *user_data, int32_t level, const char *text);

/** Runs one piece of work of the library's; any thread may do so, several at once. */
typedef void (*tenon_piece_fn)(void *task, int64_t index);
/** The host's job system: piece(task, i) once for each i of [0, count), in any order, on any
 * threads; returns when all have returned. */
typedef void (*tenon_parallel_for_fn)(void *user_data, int64_t count, tenon_piece_fn piece,
                                      void *task);
/** Runs on a thread of the library's when it begins or ends; `index` counts from 1. */
typedef void (*tenon_thread_fn)(void *user_data, int32_t index);

/** Flags of tenon_context_options. */
enum {
  TENON_CONTEXT_PYTORCH_NAMES = 1 /**< Also refuse the names of torch's methods as slot names. */
};

/**
 * How a context is made. Zero everything, then set struct_size and abi_version (or start from
 * TENON_CONTEXT_OPTIONS_INIT). Functions may be called from any thread that uses the context, and
 * must stay valid until its last object is gone.
 */
typedef struct tenon_context_options {
  int32_t struct_size;            /**< sizeof(tenon_context_options). */
  int32_t abi_version;            /**< TENON_ABI_VERSION. */
  tenon_allocate_fn allocate;     /**< NULL: the C library's memory. */
  tenon_deallocate_fn deallocate; /**< NULL exactly if allocate is. */
  void *allocator_user_data;
  tenon_log_fn log; /**< NULL: silent. */
  void *log_user_data;
  int64_t seed;        /**< Of the context's random generator. */
  int64_t cache_bytes; /**< Most tensor memory kept for reuse; 0: 64 MiB; negative: none. */
  int32_t flags;       /**< TENON_CONTEXT_ flags. */
  int32_t reserved;    /**< Zero. */
  /** Threads that work on a large matrix product or convolution, the caller included; the bits of
   * the result do not depend on it. 0 or 1: the caller alone, and no thread is made. More: that
   * many less one are started now, sleep between calls, and are joined by the shutdown or with the
   * context; UNSUPPORTED in a process without a thread library. In a forked child, calls that would
   * use them are BUSY. With parallel_for: how many pieces the host gets at most. At most 256. */
  int32_t threads;
  int32_t reserved2;                  /**< Zero. */
  tenon_parallel_for_fn parallel_for; /**< Instead of threads of the library's. NULL: none. */
  tenon_thread_fn thread_begin;       /**< On each thread of the library's; NULL: nothing. */
  tenon_thread_fn thread_end;
  void *thread_user_data;  /**< For the three functions above. */
  const char *thread_name; /**< Of the library's threads, "NAME-1" …; NULL: "tenon". Copied. */
} tenon_context_options;

#define TENON_CONTEXT_OPTIONS_INIT                                                                 \
  {                                                                                                \
    (int32_t)sizeof(tenon_context_options), TENON_ABI_VERSION, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
        0, 0, 0, 0                                                                                 \
  }

/** What tenon_context_live counts. */
enum {
  TENON_LIVE_HANDLES = 0, /**< Handles of all kinds but the context's own. */
  TENON_LIVE_TENSORS = 1,
  TENON_LIVE_MODULES = 2,
  TENON_LIVE_VALUES = 3,
  TENON_LIVE_LISTS = 4,
  TENON_LIVE_STATE_DICTS = 5,
  TENON_LIVE_REPORTS = 6,
  TENON_LIVE_STRINGS = 7,
  TENON_LIVE_CALLBACKS = 8, /**< Callbacks whose destroy function has not run. */
  TENON_LIVE_BLOCKS = 9,    /**< Blocks of tensor memory in use, handle or not. */
  TENON_LIVE_OPTIMIZERS = 10,
  TENON_LIVE_SCHEDULERS = 11
};

/** @brief Makes a context. `options` NULL: the C library's memory, silent, seed 0.
 *  Errors: VERSION (struct_size or abi_version is unknown), VALUE (one allocator function without
 *  the other, unknown flags, threads out of range), UNSUPPORTED and RUNTIME (threads that cannot be
 *  had). MT-SAFE. */
TENON_API tenon_status tenon_context_create(const tenon_context_options *options,
                                            tenon_context **out_context);

/** @brief One more reference. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_context_retain(tenon_context *context);

/** @brief Gives one reference back. The context lives on until its last object is gone. NULL is
 *  ignored.
 *  MT-SAFE. */
TENON_API void tenon_context_release(tenon_context *context);

/** @brief Ends the context now: drops all modules, tensors, hooks and callbacks, runs each destroy
 *  function once. Handles that are still held become BAD_HANDLE; releasing them later is harmless.
 *  Idempotent. Errors: BUSY (called inside a callback). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_context_shutdown(tenon_context *context);

/** @brief 1 after tenon_context_shutdown, else 0; -1 on misuse.
 *  MT-SAFE. */
TENON_API int32_t tenon_context_is_shut_down(tenon_context *context);

/** @brief How many objects of a TENON_LIVE_ kind the host holds; -1 on misuse.
 *  MT-SAFE. */
TENON_API int64_t tenon_context_live(tenon_context *context, int32_t kind);

/** @brief Gives cached tensor memory back to the allocator.
 *  MT-SAFE. */
TENON_API tenon_status tenon_context_trim(tenon_context *context);

/** @brief Sends a line to the context's log function, if it has one.
 *  MT-SAFE. */
TENON_API tenon_status tenon_context_log(tenon_context *context, int32_t level, const char *text);

/** @brief Seeds the context's random generator as torch.manual_seed does.
 *  MT-EXCLUSIVE. */
TENON_API tenon_status tenon_context_manual_seed(tenon_context *context, int64_t seed);

/** @brief The generator's last seed.
 *  MT-READ. */
TENON_API tenon_status tenon_context_initial_seed(tenon_context *context, int64_t *out_seed);

/** @brief The generator's state as a uint8 tensor, in torch.get_rng_state()'s layout. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_context_rng_state(tenon_context *context, tenon_tensor **out_tensor);

/** @brief Continues from a saved state. Copies `tensor`.
 *  Errors: TYPE (not uint8), VALUE (wrong size or impossible content). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_context_set_rng_state(tenon_context *context, tenon_tensor *tensor);

/** @brief Registers a class of the host's: tenon_module_create and parsed texts make it by name.
 * The callback answers TENON_CALL_CREATE with a module in TENON_SLOT_VALUE; if it leaves the slot
 *  unset, or answers UNSUPPORTED, the instance is a custom module over the same callback. Replaces
 *  an earlier class of that name. Takes fn, user_data, destroy. MT-EXCLUSIVE. */
TENON_API tenon_status tenon_context_register_class(tenon_context *context, const char *name,
                                                    tenon_callback fn, void *user_data,
                                                    tenon_destroy_fn destroy);

/** @brief Makes `name` another name of the class `target`.
 *  Errors: KEY (unknown target), VALUE (a cycle). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_context_register_alias(tenon_context *context, const char *name,
                                                    const char *target);

/** @brief 1 if tenon_module_create knows the class, else 0; -1 on misuse.
 *  MT-READ. */
TENON_API int32_t tenon_context_has_class(tenon_context *context, const char *name);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_CONTEXT_H_ */
