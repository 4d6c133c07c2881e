/**
 * @file tenon_dl.h
 * @brief Loads libtenon at run time. Generated from the C headers; one file, nothing to link but the
 * loader of the system (-ldl before glibc 2.34).
 *
 *     if (tenon_dl_open(NULL)) puts(tenon_dl_error());   // absent: the program goes on without it
 *
 * Then every function of tenon.h is there under its own name. May be included in any number of
 * sources; one opening serves all of them. While no library is open, functions answer
 * TENON_E_UNSUPPORTED, NULL or -1. Opening and closing are for one thread at a time.
 */
#ifndef TENON_DL_H_
#define TENON_DL_H_

#ifdef TENON_H_
#error "include either tenon.h (to link with libtenon) or tenon_dl.h (to load it), not both"
#endif
#define TENON_H_

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

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

/** Why the callback runs. New kinds are appended; answer UNSUPPORTED to those you do not know. */
enum {
  TENON_CALL_FORWARD = 1,             /**< A custom module's forward: ARGS, KWARGS -> OUTPUT. */
  TENON_CALL_FORWARD_PRE = 2,         /**< ARGS, KWARGS -> ARGS, KWARGS. */
  TENON_CALL_FORWARD_POST = 3,        /**< ARGS, KWARGS, OUTPUT -> OUTPUT. */
  TENON_CALL_BACKWARD_PRE = 4,        /**< GRAD_OUTPUT -> GRAD_OUTPUT. */
  TENON_CALL_BACKWARD = 5,            /**< GRAD_INPUT, GRAD_OUTPUT -> GRAD_INPUT. */
  TENON_CALL_STATE_DICT_PRE = 6,      /**< PREFIX, keep-vars in VALUE. */
  TENON_CALL_STATE_DICT_POST = 7,     /**< STATE_DICT, PREFIX, METADATA. */
  TENON_CALL_LOAD_PRE = 8,            /**< STATE_DICT, PREFIX, METADATA, STRICT, REPORT. */
  TENON_CALL_LOAD_POST = 9,           /**< REPORT. */
  TENON_CALL_REGISTER_PARAMETER = 10, /**< NAME, VALUE -> VALUE. */
  TENON_CALL_REGISTER_BUFFER = 11,    /**< NAME, VALUE -> VALUE. */
  TENON_CALL_REGISTER_MODULE = 12,    /**< NAME, VALUE -> VALUE. */
  TENON_CALL_APPLY = 13,              /**< The module alone. */
  TENON_CALL_EXTRA_REPR = 14,         /**< -> VALUE, a string. */
  TENON_CALL_GET_EXTRA_STATE = 15,    /**< -> VALUE. */
  TENON_CALL_SET_EXTRA_STATE = 16,    /**< VALUE. */
  TENON_CALL_CLONE = 17,              /**< -> VALUE, a module or true: tenon_module_deepcopy. */
  TENON_CALL_CREATE = 18,             /**< ARGS, KWARGS, NAME -> VALUE, a module. */
  TENON_CALL_FUNCTION_FORWARD = 19,
  TENON_CALL_FUNCTION_BACKWARD = 20,
  /** Does the custom module answer the kind in VALUE (an int)? -> VALUE, a bool. Asked for
   *  SET_EXTRA_STATE only; without an answer, whether GET_EXTRA_STATE is answered decides. */
  TENON_CALL_ANSWERS = 21,
  TENON_CALL_CLOSURE = 22,  /**< An optimizer wants the loss and fresh gradients -> VALUE. */
  TENON_CALL_SCHEDULE = 23, /**< A scheduler's function: ARGS (epoch, group) -> VALUE, a number. */
  /** An averaged model's function: ARGS (average, model's tensor, number averaged) -> VALUE, a
     tensor. */
  TENON_CALL_AVERAGE = 24
};

/** What the record holds. New slots are appended. */
enum {
  TENON_SLOT_MODULE = 0,
  TENON_SLOT_ARGS = 1,   /**< Tuple of positional arguments. */
  TENON_SLOT_KWARGS = 2, /**< Dict of keyword arguments. */
  TENON_SLOT_OUTPUT = 3,
  TENON_SLOT_GRAD_INPUT = 4,
  TENON_SLOT_GRAD_OUTPUT = 5,
  TENON_SLOT_NAME = 6,
  TENON_SLOT_VALUE = 7,
  TENON_SLOT_STATE_DICT = 8, /**< Read it with tenon_call_state_dict. */
  TENON_SLOT_PREFIX = 9,
  TENON_SLOT_METADATA = 10,
  TENON_SLOT_REPORT = 11, /**< Read it with tenon_call_report. */
  TENON_SLOT_STRICT = 12
};

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

/** Flags of registration. */
enum {
  TENON_HOOK_PREPEND = 1,    /**< Before the hooks registered so far. */
  TENON_HOOK_ALWAYS_CALL = 2 /**< Forward hooks: also when the call fails. */
};

/** Kinds of lines. The numbers never change. */
enum {
  TENON_REPORT_MISSING = 0,    /**< Keys that the module has and the state dict has not. */
  TENON_REPORT_UNEXPECTED = 1, /**< Keys that the state dict has and the module has not. */
  TENON_REPORT_MISMATCHED = 2, /**< "size mismatch for ...". */
  TENON_REPORT_CAST = 3,       /**< Loaded with a change of dtype. */
  TENON_REPORT_TIED = 4,       /**< Names of one parameter whose entries differ. */
  TENON_REPORT_ASSUMED = 5     /**< What the parser assumed because print hides it. */
};

/** Flags of tenon_tensor_map. */
enum { TENON_MAP_READ = 1, TENON_MAP_WRITE = 2 };

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

struct tenon_dl_functions_ {
  int32_t (*abi_version)(void);
  const char *(*version)(void);
  void (*release_all)(void *const *handles, int64_t handle_count);
  int64_t (*dtype_size)(int32_t dtype);
  const char *(*dtype_name)(int32_t dtype);
  int32_t (*dtype_from_name)(const char *name);
  int32_t (*call_kind)(tenon_call *call);
  tenon_status (*call_context)(tenon_call *call, tenon_context **out_context);
  tenon_status (*call_module)(tenon_call *call, tenon_module **out_module);
  const char *(*call_path)(tenon_call *call);
  const char *(*call_name)(tenon_call *call);
  tenon_status (*call_get)(tenon_call *call, int32_t slot, tenon_value **out_value);
  tenon_status (*call_set)(tenon_call *call, int32_t slot, tenon_value *value);
  int64_t (*call_tensor_count)(tenon_call *call, int32_t slot);
  tenon_status (*call_tensor)(tenon_call *call, int32_t slot, int64_t index, tenon_tensor **out_tensor);
  tenon_status (*call_set_tensor)(tenon_call *call, int32_t slot, tenon_tensor *tensor);
  tenon_status (*call_state_dict)(tenon_call *call, tenon_state_dict **out_state_dict);
  tenon_status (*call_report)(tenon_call *call, tenon_report **out_report);
  int64_t (*module_count)(tenon_module *module);
  tenon_status (*module_append)(tenon_module *module, tenon_module *child);
  tenon_status (*module_extend)(tenon_module *module, tenon_module *const *children, int64_t child_count);
  tenon_status (*module_insert)(tenon_module *module, int64_t index, tenon_module *child);
  tenon_status (*module_get_item)(tenon_module *module, int64_t index, tenon_module **out_module);
  tenon_status (*module_set_item)(tenon_module *module, int64_t index, tenon_module *child);
  tenon_status (*module_delete_item)(tenon_module *module, int64_t index);
  tenon_status (*module_pop)(tenon_module *module, int64_t index, tenon_module **out_module);
  tenon_status (*module_slice)(tenon_module *module, int64_t begin, int64_t end, int64_t step, tenon_module **out_module);
  tenon_status (*module_get_key)(tenon_module *module, const char *key, tenon_module **out_module);
  tenon_status (*module_set_key)(tenon_module *module, const char *key, tenon_module *child);
  tenon_status (*module_delete_key)(tenon_module *module, const char *key);
  tenon_status (*module_pop_key)(tenon_module *module, const char *key, tenon_module **out_module);
  tenon_status (*module_keys)(tenon_module *module, tenon_list **out_list);
  tenon_status (*module_update)(tenon_module *module, tenon_value *items);
  tenon_status (*module_clear)(tenon_module *module);
  tenon_status (*context_create)(const tenon_context_options *options, tenon_context **out_context);
  void (*context_retain)(tenon_context *context);
  void (*context_release)(tenon_context *context);
  tenon_status (*context_shutdown)(tenon_context *context);
  int32_t (*context_is_shut_down)(tenon_context *context);
  int64_t (*context_live)(tenon_context *context, int32_t kind);
  tenon_status (*context_trim)(tenon_context *context);
  tenon_status (*context_log)(tenon_context *context, int32_t level, const char *text);
  tenon_status (*context_manual_seed)(tenon_context *context, int64_t seed);
  tenon_status (*context_initial_seed)(tenon_context *context, int64_t *out_seed);
  tenon_status (*context_rng_state)(tenon_context *context, tenon_tensor **out_tensor);
  tenon_status (*context_set_rng_state)(tenon_context *context, tenon_tensor *tensor);
  tenon_status (*context_register_class)(tenon_context *context, const char *name, tenon_callback fn, void *user_data, tenon_destroy_fn destroy);
  tenon_status (*context_register_alias)(tenon_context *context, const char *name, const char *target);
  int32_t (*context_has_class)(tenon_context *context, const char *name);
  const char *(*error_message)(void);
  const char *(*error_path)(void);
  tenon_status (*error_code)(void);
  const char *(*error_reason)(void);
  tenon_status (*error_set)(tenon_status code, const char *text, void *payload, tenon_destroy_fn payload_destroy);
  void *(*error_take_payload)(tenon_destroy_fn payload_destroy);
  void (*error_clear)(void);
  const char *(*status_name)(tenon_status code);
  tenon_status (*module_register_forward_pre_hook)(tenon_module *module, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id);
  tenon_status (*module_register_forward_hook)(tenon_module *module, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id);
  tenon_status (*module_register_state_dict_pre_hook)(tenon_module *module, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id);
  tenon_status (*module_register_state_dict_post_hook)(tenon_module *module, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id);
  tenon_status (*module_register_load_state_dict_pre_hook)(tenon_module *module, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id);
  tenon_status (*module_register_load_state_dict_post_hook)(tenon_module *module, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id);
  tenon_status (*context_register_forward_pre_hook)(tenon_context *context, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id);
  tenon_status (*context_register_forward_hook)(tenon_context *context, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id);
  tenon_status (*context_register_parameter_registration_hook)(tenon_context *context, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id);
  tenon_status (*context_register_buffer_registration_hook)(tenon_context *context, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id);
  tenon_status (*context_register_module_registration_hook)(tenon_context *context, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id);
  tenon_status (*hook_remove)(tenon_context *context, int64_t hook_id);
  int64_t (*list_count)(tenon_list *list);
  const char *(*list_name)(tenon_list *list, int64_t index);
  int64_t (*list_find)(tenon_list *list, const char *name);
  tenon_status (*list_tensor)(tenon_list *list, int64_t index, tenon_tensor **out_tensor);
  tenon_status (*list_module)(tenon_list *list, int64_t index, tenon_module **out_module);
  int32_t (*list_dtype)(tenon_list *list, int64_t index);
  int32_t (*list_ndim)(tenon_list *list, int64_t index);
  int64_t (*list_dim)(tenon_list *list, int64_t index, int32_t dim);
  int64_t (*list_numel)(tenon_list *list, int64_t index);
  void (*list_retain)(tenon_list *list);
  void (*list_release)(tenon_list *list);
  tenon_status (*module_parse)(tenon_context *context, const char *text, tenon_module **out_module);
  tenon_status (*module_parse_with)(tenon_context *context, const char *text, tenon_state_dict *state_dict, tenon_value *options, tenon_report *report, tenon_module **out_module);
  tenon_status (*module_text)(tenon_module *module, tenon_string **out_string);
  tenon_status (*module_load)(tenon_context *context, const char *path, tenon_value *options, tenon_module **out_module);
  tenon_status (*module_load_with)(tenon_context *context, const char *path, tenon_value *options, tenon_report *report, tenon_module **out_module);
  tenon_status (*module_save)(tenon_module *module, const char *path, tenon_value *options);
  tenon_status (*module_create)(tenon_context *context, const char *type_name, tenon_value *options, tenon_module **out_module);
  tenon_status (*module_create_custom)(tenon_context *context, const char *type_name, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, tenon_module **out_module);
  tenon_status (*module_deepcopy)(tenon_module *module, tenon_module **out_module);
  void *(*module_user_data)(tenon_module *module);
  int32_t (*module_has_callback)(tenon_module *module, tenon_callback fn);
  void (*module_retain)(tenon_module *module);
  void (*module_release)(tenon_module *module);
  const char *(*module_type_name)(tenon_module *module);
  tenon_status (*module_options)(tenon_module *module, tenon_value **out_value);
  tenon_status (*module_describe)(tenon_module *module, tenon_string **out_string);
  tenon_status (*module_register_parameter)(tenon_module *module, const char *name, tenon_tensor *tensor);
  tenon_status (*module_register_buffer)(tenon_module *module, const char *name, tenon_tensor *tensor, int32_t persistent);
  tenon_status (*module_add_module)(tenon_module *module, const char *name, tenon_module *child);
  tenon_status (*module_set_attribute)(tenon_module *module, const char *name, tenon_value *value);
  tenon_status (*module_get_attribute)(tenon_module *module, const char *name, tenon_value **out_value);
  tenon_status (*module_delete_attribute)(tenon_module *module, const char *name);
  tenon_status (*module_get_submodule)(tenon_module *module, const char *path, tenon_module **out_module);
  tenon_status (*module_set_submodule)(tenon_module *module, const char *path, tenon_module *child, int32_t strict);
  tenon_status (*module_get_parameter)(tenon_module *module, const char *path, tenon_tensor **out_tensor);
  tenon_status (*module_get_buffer)(tenon_module *module, const char *path, tenon_tensor **out_tensor);
  int32_t (*module_has)(tenon_module *module, const char *path);
  tenon_status (*module_named_parameters)(tenon_module *module, tenon_value *options, tenon_list **out_list);
  tenon_status (*module_named_buffers)(tenon_module *module, tenon_value *options, tenon_list **out_list);
  tenon_status (*module_named_modules)(tenon_module *module, tenon_value *options, tenon_list **out_list);
  tenon_status (*module_named_children)(tenon_module *module, tenon_list **out_list);
  tenon_status (*module_apply)(tenon_module *module, tenon_callback fn, void *user_data, tenon_destroy_fn destroy);
  tenon_status (*module_call)(tenon_module *module, tenon_value *args, tenon_value *kwargs, tenon_value **out_value);
  tenon_status (*module_call1)(tenon_module *module, tenon_tensor *x, tenon_tensor **out_tensor);
  tenon_status (*module_call_f32)(tenon_module *module, const float *data, const int64_t *shape, int32_t ndim, float *destination, int64_t capacity, int64_t *out_count);
  tenon_status (*module_forward)(tenon_module *module, tenon_value *args, tenon_value *kwargs, tenon_value **out_value);
  tenon_status (*module_train)(tenon_module *module, int32_t mode);
  tenon_status (*module_eval)(tenon_module *module);
  int32_t (*module_is_training)(tenon_module *module);
  tenon_status (*module_to)(tenon_module *module, int32_t dtype);
  tenon_status (*module_half)(tenon_module *module);
  tenon_status (*module_bfloat16)(tenon_module *module);
  tenon_status (*module_float)(tenon_module *module);
  tenon_status (*module_double)(tenon_module *module);
  tenon_status (*module_requires_grad)(tenon_module *module, int32_t flag);
  tenon_status (*module_zero_grad)(tenon_module *module, int32_t set_to_none);
  tenon_status (*module_initialize)(tenon_module *module);
  tenon_status (*module_state_dict)(tenon_module *module, tenon_value *options, tenon_state_dict **out_state_dict);
  tenon_status (*module_load_state_dict)(tenon_module *module, tenon_state_dict *state_dict, tenon_value *options, tenon_report **out_report);
  tenon_status (*module_get_extra_state)(tenon_module *module, tenon_value **out_value);
  tenon_status (*module_set_extra_state)(tenon_module *module, tenon_value *value);
  tenon_status (*op_id)(const char *name, int32_t *out_op);
  int32_t (*op_count)(void);
  const char *(*op_name)(int32_t op);
  tenon_status (*op_call)(tenon_context *context, int32_t op, tenon_value *const *args, int64_t arg_count, tenon_value *options, tenon_value **out_value);
  tenon_status (*op1)(tenon_context *context, int32_t op, tenon_tensor *x, tenon_tensor **out_tensor);
  tenon_status (*op2)(tenon_context *context, int32_t op, tenon_tensor *a, tenon_tensor *b, tenon_tensor **out_tensor);
  tenon_status (*optimizer_create)(tenon_context *context, const char *type_name, tenon_value *params, tenon_value *options, tenon_optimizer **out_optimizer);
  const char *(*optimizer_type_name)(tenon_optimizer *optimizer);
  tenon_status (*optimizer_step)(tenon_optimizer *optimizer);
  tenon_status (*optimizer_step_closure)(tenon_optimizer *optimizer, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, tenon_value **out_value);
  tenon_status (*optimizer_zero_grad)(tenon_optimizer *optimizer, int32_t set_to_none);
  tenon_status (*optimizer_add_param_group)(tenon_optimizer *optimizer, tenon_value *group);
  tenon_status (*optimizer_param_groups)(tenon_optimizer *optimizer, tenon_value **out_value);
  tenon_status (*optimizer_state_dict)(tenon_optimizer *optimizer, tenon_value **out_value);
  tenon_status (*optimizer_load_state_dict)(tenon_optimizer *optimizer, tenon_value *state);
  void (*optimizer_retain)(tenon_optimizer *optimizer);
  void (*optimizer_release)(tenon_optimizer *optimizer);
  tenon_status (*scheduler_create)(tenon_optimizer *optimizer, const char *type_name, tenon_value *options, tenon_scheduler **out_scheduler);
  tenon_status (*scheduler_create_with)(tenon_optimizer *optimizer, const char *type_name, tenon_value *options, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, tenon_scheduler **out_scheduler);
  tenon_status (*scheduler_create_of)(tenon_optimizer *optimizer, const char *type_name, tenon_scheduler *const *schedulers, int64_t scheduler_count, tenon_value *options, tenon_scheduler **out_scheduler);
  tenon_status (*scheduler_step)(tenon_scheduler *scheduler);
  tenon_status (*scheduler_step_with)(tenon_scheduler *scheduler, double number);
  tenon_status (*scheduler_last_lr)(tenon_scheduler *scheduler, tenon_value **out_value);
  tenon_status (*scheduler_state_dict)(tenon_scheduler *scheduler, tenon_value **out_value);
  tenon_status (*scheduler_load_state_dict)(tenon_scheduler *scheduler, tenon_value *state);
  void (*scheduler_retain)(tenon_scheduler *scheduler);
  void (*scheduler_release)(tenon_scheduler *scheduler);
  tenon_status (*clip_grad_norm)(tenon_value *params, double max_norm, double norm_type, int32_t strict, tenon_tensor **out_tensor);
  tenon_status (*clip_grad_value)(tenon_value *params, double clip_value);
  tenon_status (*total_norm)(tenon_value *items, double norm_type, int32_t strict, tenon_tensor **out_tensor);
  tenon_status (*clip_grads_with_norm)(tenon_value *params, double max_norm, tenon_tensor *norm);
  tenon_status (*averaged_model_create)(tenon_module *module, tenon_value *options, tenon_module **out_module);
  tenon_status (*averaged_model_create_with)(tenon_module *module, tenon_value *options, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, tenon_module **out_module);
  tenon_status (*module_update_average)(tenon_module *module, tenon_module *child);
  tenon_status (*module_update_bn)(tenon_module *module, tenon_value *items);
  tenon_status (*report_create)(tenon_context *context, tenon_report **out_report);
  int64_t (*report_count)(tenon_report *report, int32_t kind);
  const char *(*report_text)(tenon_report *report, int32_t kind, int64_t index);
  tenon_status (*report_add)(tenon_report *report, int32_t kind, const char *text);
  tenon_status (*report_remove)(tenon_report *report, int32_t kind, int64_t index);
  tenon_status (*report_describe)(tenon_report *report, tenon_string **out_string);
  void (*report_retain)(tenon_report *report);
  void (*report_release)(tenon_report *report);
  tenon_status (*state_dict_create)(tenon_context *context, tenon_state_dict **out_state_dict);
  tenon_status (*state_dict_load)(tenon_context *context, const char *path, tenon_value *options, tenon_state_dict **out_state_dict);
  tenon_status (*state_dict_load_memory)(tenon_context *context, const void *data, int64_t bytes, tenon_value *options, tenon_state_dict **out_state_dict);
  tenon_status (*state_dict_save)(tenon_state_dict *state_dict, const char *path, tenon_value *options);
  tenon_status (*state_dict_save_memory)(tenon_state_dict *state_dict, tenon_value *options, tenon_string **out_string);
  int64_t (*state_dict_count)(tenon_state_dict *state_dict);
  const char *(*state_dict_key)(tenon_state_dict *state_dict, int64_t index);
  int32_t (*state_dict_has)(tenon_state_dict *state_dict, const char *key);
  tenon_status (*state_dict_get)(tenon_state_dict *state_dict, const char *key, tenon_value **out_value);
  tenon_status (*state_dict_tensor)(tenon_state_dict *state_dict, const char *key, tenon_tensor **out_tensor);
  tenon_status (*state_dict_set)(tenon_state_dict *state_dict, const char *key, tenon_value *value);
  tenon_status (*state_dict_set_tensor)(tenon_state_dict *state_dict, const char *key, tenon_tensor *tensor);
  tenon_status (*state_dict_remove)(tenon_state_dict *state_dict, const char *key);
  tenon_status (*state_dict_strip_prefix)(tenon_state_dict *state_dict, const char *prefix, int64_t *out_count);
  tenon_status (*state_dict_metadata)(tenon_state_dict *state_dict, tenon_value **out_value);
  tenon_status (*state_dict_set_metadata)(tenon_state_dict *state_dict, tenon_value *value);
  tenon_status (*state_dict_file_metadata)(tenon_state_dict *state_dict, tenon_value **out_value);
  tenon_status (*state_dict_copy)(tenon_state_dict *state_dict, tenon_state_dict **out_state_dict);
  tenon_status (*state_dict_clone)(tenon_state_dict *state_dict, tenon_state_dict **out_state_dict);
  void (*state_dict_retain)(tenon_state_dict *state_dict);
  void (*state_dict_release)(tenon_state_dict *state_dict);
  const char *(*string_data)(tenon_string *string);
  int64_t (*string_size)(tenon_string *string);
  void (*string_retain)(tenon_string *string);
  void (*string_release)(tenon_string *string);
  tenon_status (*tensor_create)(tenon_context *context, int32_t dtype, const int64_t *shape, int32_t ndim, tenon_tensor **out_tensor);
  tenon_status (*tensor_full)(tenon_context *context, int32_t dtype, const int64_t *shape, int32_t ndim, double fill_value, tenon_tensor **out_tensor);
  tenon_status (*tensor_arange)(tenon_context *context, int32_t dtype, double begin, double end, double step, tenon_tensor **out_tensor);
  tenon_status (*tensor_from_data)(tenon_context *context, int32_t dtype, const int64_t *shape, int32_t ndim, const void *data, tenon_tensor **out_tensor);
  tenon_status (*tensor_wrap)(tenon_context *context, int32_t dtype, const int64_t *shape, const int64_t *strides, int32_t ndim, void *data, void *user_data, tenon_destroy_fn destroy, tenon_tensor **out_tensor);
  tenon_status (*tensor_wrap_read_only)(tenon_context *context, int32_t dtype, const int64_t *shape, const int64_t *strides, int32_t ndim, const void *data, void *user_data, tenon_destroy_fn destroy, tenon_tensor **out_tensor);
  void (*tensor_retain)(tenon_tensor *tensor);
  void (*tensor_release)(tenon_tensor *tensor);
  int32_t (*tensor_dtype)(tenon_tensor *tensor);
  int32_t (*tensor_ndim)(tenon_tensor *tensor);
  int64_t (*tensor_dim)(tenon_tensor *tensor, int32_t dim);
  int64_t (*tensor_stride)(tenon_tensor *tensor, int32_t dim);
  int64_t (*tensor_numel)(tenon_tensor *tensor);
  int32_t (*tensor_is_contiguous)(tenon_tensor *tensor);
  int32_t (*tensor_is_parameter)(tenon_tensor *tensor);
  int32_t (*tensor_is_uninitialized)(tenon_tensor *tensor);
  int32_t (*tensor_shares_storage)(tenon_tensor *tensor, tenon_tensor *other);
  int32_t (*tensor_requires_grad)(tenon_tensor *tensor);
  tenon_status (*tensor_requires_grad_set)(tenon_tensor *tensor, int32_t flag);
  tenon_status (*tensor_grad)(tenon_tensor *tensor, tenon_tensor **out_tensor);
  tenon_status (*tensor_grad_set)(tenon_tensor *tensor, tenon_tensor *grad);
  tenon_status (*tensor_item)(tenon_tensor *tensor, double *out_number);
  tenon_status (*tensor_item_int)(tenon_tensor *tensor, int64_t *out_integer);
  tenon_status (*tensor_map)(tenon_tensor *tensor, int32_t flags, void **out_pointer);
  tenon_status (*tensor_unmap)(tenon_tensor *tensor);
  tenon_status (*tensor_read)(tenon_tensor *tensor, void *destination, int64_t bytes);
  tenon_status (*tensor_write)(tenon_tensor *tensor, const void *data, int64_t bytes);
  tenon_status (*tensor_fill)(tenon_tensor *tensor, double fill_value);
  tenon_status (*tensor_copy)(tenon_tensor *tensor, tenon_tensor *source);
  tenon_status (*tensor_uniform)(tenon_tensor *tensor, double low, double high);
  tenon_status (*tensor_normal)(tenon_tensor *tensor, double mean, double deviation);
  tenon_status (*tensor_clone)(tenon_tensor *tensor, tenon_tensor **out_tensor);
  tenon_status (*tensor_contiguous)(tenon_tensor *tensor, tenon_tensor **out_tensor);
  tenon_status (*tensor_to)(tenon_tensor *tensor, int32_t dtype, tenon_tensor **out_tensor);
  tenon_status (*tensor_detach)(tenon_tensor *tensor, tenon_tensor **out_tensor);
  tenon_status (*tensor_parameter)(tenon_tensor *tensor, int32_t flag, tenon_tensor **out_tensor);
  tenon_status (*tensor_as_strided)(tenon_tensor *tensor, const int64_t *shape, const int64_t *strides, int32_t ndim, int64_t offset, tenon_tensor **out_tensor);
  tenon_status (*tensor_text)(tenon_tensor *tensor, tenon_string **out_string);
  tenon_status (*value_none)(tenon_context *context, tenon_value **out_value);
  tenon_status (*value_bool)(tenon_context *context, int32_t flag, tenon_value **out_value);
  tenon_status (*value_int)(tenon_context *context, int64_t integer, tenon_value **out_value);
  tenon_status (*value_float)(tenon_context *context, double number, tenon_value **out_value);
  tenon_status (*value_string)(tenon_context *context, const char *text, tenon_value **out_value);
  tenon_status (*value_dtype)(tenon_context *context, int32_t dtype, tenon_value **out_value);
  tenon_status (*value_tensor)(tenon_context *context, tenon_tensor *tensor, tenon_value **out_value);
  tenon_status (*value_module)(tenon_context *context, tenon_module *module, tenon_value **out_value);
  tenon_status (*value_opaque)(tenon_context *context, void *user_data, tenon_destroy_fn destroy, tenon_value **out_value);
  tenon_status (*value_tuple)(tenon_context *context, tenon_value *const *items, int64_t item_count, tenon_value **out_value);
  tenon_status (*value_list)(tenon_context *context, tenon_value *const *items, int64_t item_count, tenon_value **out_value);
  tenon_status (*value_dict)(tenon_context *context, tenon_value **out_value);
  tenon_status (*value_dict_set)(tenon_value *value, const char *key, tenon_value *item);
  tenon_status (*value_dict_set_bool)(tenon_value *value, const char *key, int32_t flag);
  tenon_status (*value_dict_set_int)(tenon_value *value, const char *key, int64_t integer);
  tenon_status (*value_dict_set_float)(tenon_value *value, const char *key, double number);
  tenon_status (*value_dict_set_string)(tenon_value *value, const char *key, const char *text);
  tenon_status (*value_dict_set_tensor)(tenon_value *value, const char *key, tenon_tensor *tensor);
  tenon_status (*value_dict_remove)(tenon_value *value, const char *key);
  tenon_status (*value_list_append)(tenon_value *value, tenon_value *item);
  int32_t (*value_kind)(tenon_value *value);
  tenon_status (*value_as_bool)(tenon_value *value, int32_t *out_flag);
  tenon_status (*value_as_int)(tenon_value *value, int64_t *out_integer);
  tenon_status (*value_as_float)(tenon_value *value, double *out_number);
  tenon_status (*value_as_string)(tenon_value *value, tenon_string **out_string);
  const char *(*value_string_data)(tenon_value *value);
  tenon_status (*value_as_dtype)(tenon_value *value, int32_t *out_dtype);
  tenon_status (*value_as_tensor)(tenon_value *value, tenon_tensor **out_tensor);
  tenon_status (*value_as_module)(tenon_value *value, tenon_module **out_module);
  tenon_status (*value_as_opaque)(tenon_value *value, tenon_destroy_fn destroy, void **out_pointer);
  int64_t (*value_count)(tenon_value *value);
  tenon_status (*value_at)(tenon_value *value, int64_t index, tenon_value **out_value);
  const char *(*value_key)(tenon_value *value, int64_t index);
  tenon_status (*value_get)(tenon_value *value, const char *key, tenon_value **out_value);
  int32_t (*value_has)(tenon_value *value, const char *key);
  int32_t (*value_equals)(tenon_value *value, tenon_value *other);
  tenon_status (*value_deepcopy)(tenon_value *value, tenon_value **out_value);
  tenon_status (*value_text)(tenon_value *value, tenon_string **out_string);
  void (*value_retain)(tenon_value *value);
  void (*value_release)(tenon_value *value);
};

/* Weak, so that all sources share one. */
__attribute__((weak, visibility("hidden"))) struct tenon_dl_state_ {
  void *library;
  int opened;
  struct tenon_dl_functions_ functions;
  char error[256];
} tenon_dl_;

/** @brief The library's TENON_ABI_VERSION. MT-SAFE. */
static inline int32_t tenon_abi_version(void) {
  return tenon_dl_.functions.abi_version ? tenon_dl_.functions.abi_version() : -1;
}

/** @brief The library's version, "0.1.0". Borrows from the library. MT-SAFE. */
static inline const char *tenon_version(void) {
  return tenon_dl_.functions.version ? tenon_dl_.functions.version() : NULL;
}

/** @brief Releases `handle_count` handles in one call, as the release function of each one's type
 *  would, in order: what a scope of a managed language ends with. Any types but tenon_call,
 *  mixed; NULLs and handles that were released already are passed over, and a handle that
 *  stands there twice loses two references. Destroy functions may run, as with any release.
 *  MT-SAFE. */
static inline void tenon_release_all(void *const *handles, int64_t handle_count) {
  if (tenon_dl_.functions.release_all) tenon_dl_.functions.release_all(handles, handle_count);
}

/** @brief Bytes of one element; 0 if there is no such dtype. MT-SAFE. */
static inline int64_t tenon_dtype_size(int32_t dtype) {
  return tenon_dl_.functions.dtype_size ? tenon_dl_.functions.dtype_size(dtype) : -1;
}

/** @brief PyTorch's name, "float32"; NULL if there is no such dtype. Borrows from the library.
 *  MT-SAFE. */
static inline const char *tenon_dtype_name(int32_t dtype) {
  return tenon_dl_.functions.dtype_name ? tenon_dl_.functions.dtype_name(dtype) : NULL;
}

/** @brief The dtype of a name ("float32", "torch.half", "long"); 0 if there is none. MT-SAFE. */
static inline int32_t tenon_dtype_from_name(const char *name) {
  return tenon_dl_.functions.dtype_from_name ? tenon_dl_.functions.dtype_from_name(name) : -1;
}

/** @brief A TENON_CALL_ kind; -1 on misuse. MT-EXCLUSIVE. */
static inline int32_t tenon_call_kind(tenon_call *call) {
  return tenon_dl_.functions.call_kind ? tenon_dl_.functions.call_kind(call) : -1;
}

/** @brief The call's context. Out: owned. MT-EXCLUSIVE. */
static inline tenon_status tenon_call_context(tenon_call *call, tenon_context **out_context) {
  if (!tenon_dl_.functions.call_context && out_context) *out_context = 0;
  return tenon_dl_.functions.call_context ? tenon_dl_.functions.call_context(call, out_context) : TENON_E_UNSUPPORTED;
}

/** @brief The module the callback is about, owned; NULL with TENON_OK for TENON_CALL_CREATE.
 *  MT-EXCLUSIVE. */
static inline tenon_status tenon_call_module(tenon_call *call, tenon_module **out_module) {
  if (!tenon_dl_.functions.call_module && out_module) *out_module = 0;
  return tenon_dl_.functions.call_module ? tenon_dl_.functions.call_module(call, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief That module's path within the running call, "" at its root; NULL on misuse or when there
 *  is no memory for it. Borrows from the call. MT-EXCLUSIVE. */
static inline const char *tenon_call_path(tenon_call *call) {
  return tenon_dl_.functions.call_path ? tenon_dl_.functions.call_path(call) : NULL;
}

/** @brief The text in TENON_SLOT_NAME; NULL if there is none. Borrows from the call. MT-EXCLUSIVE.
 *  */
static inline const char *tenon_call_name(tenon_call *call) {
  return tenon_dl_.functions.call_name ? tenon_dl_.functions.call_name(call) : NULL;
}

/** @brief A slot's value, owned; a value of kind none if the slot is empty. Errors: INDEX (no such
 *  slot). MT-EXCLUSIVE. */
static inline tenon_status tenon_call_get(tenon_call *call, int32_t slot, tenon_value **out_value) {
  if (!tenon_dl_.functions.call_get && out_value) *out_value = 0;
  return tenon_dl_.functions.call_get ? tenon_dl_.functions.call_get(call, slot, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief Sets a slot. `value` NULL: none. Errors: INDEX (no such slot). MT-EXCLUSIVE. */
static inline tenon_status tenon_call_set(tenon_call *call, int32_t slot, tenon_value *value) {
  return tenon_dl_.functions.call_set ? tenon_dl_.functions.call_set(call, slot, value) : TENON_E_UNSUPPORTED;
}

/** @brief How many tensors a slot has: one, or the top-level tensors of a tuple or list; -1 on
 *  misuse. MT-EXCLUSIVE. */
static inline int64_t tenon_call_tensor_count(tenon_call *call, int32_t slot) {
  return tenon_dl_.functions.call_tensor_count ? tenon_dl_.functions.call_tensor_count(call, slot) : -1;
}

/** @brief The index-th of a slot's tensors. Out: owned. Errors: INDEX. MT-EXCLUSIVE. */
static inline tenon_status tenon_call_tensor(tenon_call *call, int32_t slot, int64_t index, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.call_tensor && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.call_tensor ? tenon_dl_.functions.call_tensor(call, slot, index, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief Sets a slot to a tensor (ARGS: to a tuple of it). `tensor` NULL: none. Errors: INDEX (no
 *  such slot). MT-EXCLUSIVE. */
static inline tenon_status tenon_call_set_tensor(tenon_call *call, int32_t slot, tenon_tensor *tensor) {
  return tenon_dl_.functions.call_set_tensor ? tenon_dl_.functions.call_set_tensor(call, slot, tensor) : TENON_E_UNSUPPORTED;
}

/** @brief The state dict of a state-dict or load hook. Changes to it count. Out: owned. Errors:
 *  TYPE (this kind has none). MT-EXCLUSIVE. */
static inline tenon_status tenon_call_state_dict(tenon_call *call, tenon_state_dict **out_state_dict) {
  if (!tenon_dl_.functions.call_state_dict && out_state_dict) *out_state_dict = 0;
  return tenon_dl_.functions.call_state_dict ? tenon_dl_.functions.call_state_dict(call, out_state_dict) : TENON_E_UNSUPPORTED;
}

/** @brief The report of a load hook. Changes to it count. Out: owned. Errors: TYPE (this kind has
 *  none). MT-EXCLUSIVE. */
static inline tenon_status tenon_call_report(tenon_call *call, tenon_report **out_report) {
  if (!tenon_dl_.functions.call_report && out_report) *out_report = 0;
  return tenon_dl_.functions.call_report ? tenon_dl_.functions.call_report(call, out_report) : TENON_E_UNSUPPORTED;
}

/** @brief Number of children of a container; -1 on misuse or for another class. MT-READ. */
static inline int64_t tenon_module_count(tenon_module *module) {
  return tenon_dl_.functions.module_count ? tenon_dl_.functions.module_count(module) : -1;
}

/** @brief Appends a child. Errors: TYPE. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_append(tenon_module *module, tenon_module *child) {
  return tenon_dl_.functions.module_append ? tenon_dl_.functions.module_append(module, child) : TENON_E_UNSUPPORTED;
}

/** @brief Appends several children. Errors: TYPE. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_extend(tenon_module *module, tenon_module *const *children, int64_t child_count) {
  return tenon_dl_.functions.module_extend ? tenon_dl_.functions.module_extend(module, children, child_count) : TENON_E_UNSUPPORTED;
}

/** @brief Inserts a child before a position. Errors: TYPE, INDEX (Sequential). MT-EXCLUSIVE. */
static inline tenon_status tenon_module_insert(tenon_module *module, int64_t index, tenon_module *child) {
  return tenon_dl_.functions.module_insert ? tenon_dl_.functions.module_insert(module, index, child) : TENON_E_UNSUPPORTED;
}

/** @brief The child at a position. Out: owned. Errors: TYPE, INDEX. MT-READ. */
static inline tenon_status tenon_module_get_item(tenon_module *module, int64_t index, tenon_module **out_module) {
  if (!tenon_dl_.functions.module_get_item && out_module) *out_module = 0;
  return tenon_dl_.functions.module_get_item ? tenon_dl_.functions.module_get_item(module, index, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief Replaces the child at a position. Errors: TYPE, INDEX. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_set_item(tenon_module *module, int64_t index, tenon_module *child) {
  return tenon_dl_.functions.module_set_item ? tenon_dl_.functions.module_set_item(module, index, child) : TENON_E_UNSUPPORTED;
}

/** @brief Removes the child at a position; those behind it move up. Errors: TYPE, INDEX.
 *  MT-EXCLUSIVE. */
static inline tenon_status tenon_module_delete_item(tenon_module *module, int64_t index) {
  return tenon_dl_.functions.module_delete_item ? tenon_dl_.functions.module_delete_item(module, index) : TENON_E_UNSUPPORTED;
}

/** @brief Removes the child at a position (-1: the last) and hands it out. Out: owned. Errors:
 *  TYPE, INDEX. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_pop(tenon_module *module, int64_t index, tenon_module **out_module) {
  if (!tenon_dl_.functions.module_pop && out_module) *out_module = 0;
  return tenon_dl_.functions.module_pop ? tenon_dl_.functions.module_pop(module, index, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief A new container of the children at [begin, end) by `step`. Out: owned. Errors: TYPE,
 *  VALUE (step is zero). MT-READ. */
static inline tenon_status tenon_module_slice(tenon_module *module, int64_t begin, int64_t end, int64_t step, tenon_module **out_module) {
  if (!tenon_dl_.functions.module_slice && out_module) *out_module = 0;
  return tenon_dl_.functions.module_slice ? tenon_dl_.functions.module_slice(module, begin, end, step, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief The child of a key. Out: owned. Errors: TYPE, KEY. MT-READ. */
static inline tenon_status tenon_module_get_key(tenon_module *module, const char *key, tenon_module **out_module) {
  if (!tenon_dl_.functions.module_get_key && out_module) *out_module = 0;
  return tenon_dl_.functions.module_get_key ? tenon_dl_.functions.module_get_key(module, key, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief Sets the child of a key. Errors: TYPE, KEY (not a possible name). MT-EXCLUSIVE. */
static inline tenon_status tenon_module_set_key(tenon_module *module, const char *key, tenon_module *child) {
  return tenon_dl_.functions.module_set_key ? tenon_dl_.functions.module_set_key(module, key, child) : TENON_E_UNSUPPORTED;
}

/** @brief Removes the child of a key. Errors: TYPE, KEY. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_delete_key(tenon_module *module, const char *key) {
  return tenon_dl_.functions.module_delete_key ? tenon_dl_.functions.module_delete_key(module, key) : TENON_E_UNSUPPORTED;
}

/** @brief Removes the child of a key and hands it out. Out: owned. Errors: TYPE, KEY.
 *  MT-EXCLUSIVE. */
static inline tenon_status tenon_module_pop_key(tenon_module *module, const char *key, tenon_module **out_module) {
  if (!tenon_dl_.functions.module_pop_key && out_module) *out_module = 0;
  return tenon_dl_.functions.module_pop_key ? tenon_dl_.functions.module_pop_key(module, key, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief Keys and children of a container, also of equal ones. Out: owned. Errors: TYPE. MT-READ.
 *  */
static inline tenon_status tenon_module_keys(tenon_module *module, tenon_list **out_list) {
  if (!tenon_dl_.functions.module_keys && out_list) *out_list = 0;
  return tenon_dl_.functions.module_keys ? tenon_dl_.functions.module_keys(module, out_list) : TENON_E_UNSUPPORTED;
}

/** @brief Sets all keys of `items`: a dict of modules, or a ModuleDict as a value. Errors: TYPE,
 *  KEY. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_update(tenon_module *module, tenon_value *items) {
  return tenon_dl_.functions.module_update ? tenon_dl_.functions.module_update(module, items) : TENON_E_UNSUPPORTED;
}

/** @brief Removes all children. Errors: TYPE. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_clear(tenon_module *module) {
  return tenon_dl_.functions.module_clear ? tenon_dl_.functions.module_clear(module) : TENON_E_UNSUPPORTED;
}

/** @brief Makes a context. `options` NULL: the C library's memory, silent, seed 0. Errors: VERSION
 *  (struct_size or abi_version is unknown), VALUE (one allocator function without the other,
 *  unknown flags, threads out of range), UNSUPPORTED and RUNTIME (threads that cannot be had).
 *  MT-SAFE. */
static inline tenon_status tenon_context_create(const tenon_context_options *options, tenon_context **out_context) {
  if (!tenon_dl_.functions.context_create && out_context) *out_context = 0;
  return tenon_dl_.functions.context_create ? tenon_dl_.functions.context_create(options, out_context) : TENON_E_UNSUPPORTED;
}

/** @brief One more reference. NULL is ignored. MT-SAFE. */
static inline void tenon_context_retain(tenon_context *context) {
  if (tenon_dl_.functions.context_retain) tenon_dl_.functions.context_retain(context);
}

/** @brief Gives one reference back. The context lives on until its last object is gone. NULL is
 *  ignored. MT-SAFE. */
static inline void tenon_context_release(tenon_context *context) {
  if (tenon_dl_.functions.context_release) tenon_dl_.functions.context_release(context);
}

/** @brief Ends the context now: drops all modules, tensors, hooks and callbacks, runs each destroy
 *  function once. Handles that are still held become BAD_HANDLE; releasing them later is
 *  harmless. Idempotent. Errors: BUSY (called inside a callback). MT-EXCLUSIVE. */
static inline tenon_status tenon_context_shutdown(tenon_context *context) {
  return tenon_dl_.functions.context_shutdown ? tenon_dl_.functions.context_shutdown(context) : TENON_E_UNSUPPORTED;
}

/** @brief 1 after tenon_context_shutdown, else 0; -1 on misuse. MT-SAFE. */
static inline int32_t tenon_context_is_shut_down(tenon_context *context) {
  return tenon_dl_.functions.context_is_shut_down ? tenon_dl_.functions.context_is_shut_down(context) : -1;
}

/** @brief How many objects of a TENON_LIVE_ kind the host holds; -1 on misuse. MT-SAFE. */
static inline int64_t tenon_context_live(tenon_context *context, int32_t kind) {
  return tenon_dl_.functions.context_live ? tenon_dl_.functions.context_live(context, kind) : -1;
}

/** @brief Gives cached tensor memory back to the allocator. MT-SAFE. */
static inline tenon_status tenon_context_trim(tenon_context *context) {
  return tenon_dl_.functions.context_trim ? tenon_dl_.functions.context_trim(context) : TENON_E_UNSUPPORTED;
}

/** @brief Sends a line to the context's log function, if it has one. MT-SAFE. */
static inline tenon_status tenon_context_log(tenon_context *context, int32_t level, const char *text) {
  return tenon_dl_.functions.context_log ? tenon_dl_.functions.context_log(context, level, text) : TENON_E_UNSUPPORTED;
}

/** @brief Seeds the context's random generator as torch.manual_seed does. MT-EXCLUSIVE. */
static inline tenon_status tenon_context_manual_seed(tenon_context *context, int64_t seed) {
  return tenon_dl_.functions.context_manual_seed ? tenon_dl_.functions.context_manual_seed(context, seed) : TENON_E_UNSUPPORTED;
}

/** @brief The generator's last seed. MT-READ. */
static inline tenon_status tenon_context_initial_seed(tenon_context *context, int64_t *out_seed) {
  if (!tenon_dl_.functions.context_initial_seed && out_seed) *out_seed = 0;
  return tenon_dl_.functions.context_initial_seed ? tenon_dl_.functions.context_initial_seed(context, out_seed) : TENON_E_UNSUPPORTED;
}

/** @brief The generator's state as a uint8 tensor, in torch.get_rng_state()'s layout. Out: owned.
 *  MT-READ. */
static inline tenon_status tenon_context_rng_state(tenon_context *context, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.context_rng_state && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.context_rng_state ? tenon_dl_.functions.context_rng_state(context, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief Continues from a saved state. Copies `tensor`. Errors: TYPE (not uint8), VALUE (wrong
 *  size or impossible content). MT-EXCLUSIVE. */
static inline tenon_status tenon_context_set_rng_state(tenon_context *context, tenon_tensor *tensor) {
  return tenon_dl_.functions.context_set_rng_state ? tenon_dl_.functions.context_set_rng_state(context, tensor) : TENON_E_UNSUPPORTED;
}

/** @brief Registers a class of the host's: tenon_module_create and parsed texts make it by name.
 *  The callback answers TENON_CALL_CREATE with a module in TENON_SLOT_VALUE; if it leaves the
 *  slot unset, or answers UNSUPPORTED, the instance is a custom module over the same callback.
 *  Replaces an earlier class of that name. Takes fn, user_data, destroy. MT-EXCLUSIVE. */
static inline tenon_status tenon_context_register_class(tenon_context *context, const char *name, tenon_callback fn, void *user_data, tenon_destroy_fn destroy) {
  return tenon_dl_.functions.context_register_class ? tenon_dl_.functions.context_register_class(context, name, fn, user_data, destroy) : TENON_E_UNSUPPORTED;
}

/** @brief Makes `name` another name of the class `target`. Errors: KEY (unknown target), VALUE (a
 *  cycle). MT-EXCLUSIVE. */
static inline tenon_status tenon_context_register_alias(tenon_context *context, const char *name, const char *target) {
  return tenon_dl_.functions.context_register_alias ? tenon_dl_.functions.context_register_alias(context, name, target) : TENON_E_UNSUPPORTED;
}

/** @brief 1 if tenon_module_create knows the class, else 0; -1 on misuse. MT-READ. */
static inline int32_t tenon_context_has_class(tenon_context *context, const char *name) {
  return tenon_dl_.functions.context_has_class ? tenon_dl_.functions.context_has_class(context, name) : -1;
}

/** @brief Text of this thread's last failure; "" if there is none. Borrows until the next fallible
 *  call of this thread. MT-SAFE. */
static inline const char *tenon_error_message(void) {
  return tenon_dl_.functions.error_message ? tenon_dl_.functions.error_message() : "libtenon is not loaded";
}

/** @brief Path of the module in which the last failure happened, "layers.0"; "" at the root,
 *  outside a call, or if there is none. Borrows until the next fallible call of this thread.
 *  MT-SAFE. */
static inline const char *tenon_error_path(void) {
  return tenon_dl_.functions.error_path ? tenon_dl_.functions.error_path() : "";
}

/** @brief Code of the last failure; TENON_OK if there is none. MT-SAFE. */
static inline tenon_status tenon_error_code(void) {
  return tenon_dl_.functions.error_code ? tenon_dl_.functions.error_code() : TENON_E_UNSUPPORTED;
}

/** @brief A fixed word for some faults of files ("bad_offsets"); "" if there is none. Borrows from
 *  the library. MT-SAFE. */
static inline const char *tenon_error_reason(void) {
  return tenon_dl_.functions.error_reason ? tenon_dl_.functions.error_reason() : NULL;
}

/** @brief Writes the record: what a callback does before it returns `code`. Copies `text` (NULL:
 *  the code's name). Takes `payload`, a host's own exception object:
 *  `payload_destroy(payload)` runs once unless somebody takes it. Returns `code`. MT-SAFE. */
static inline tenon_status tenon_error_set(tenon_status code, const char *text, void *payload, tenon_destroy_fn payload_destroy) {
  return tenon_dl_.functions.error_set ? tenon_dl_.functions.error_set(code, text, payload, payload_destroy) : TENON_E_UNSUPPORTED;
}

/** @brief Gives the last failure's payload away if it was set with this `payload_destroy`: so a
 *  binding knows its own exceptions from those of another. NULL if there is none or it is
 *  another's. MT-SAFE. */
static inline void *tenon_error_take_payload(tenon_destroy_fn payload_destroy) {
  return tenon_dl_.functions.error_take_payload ? tenon_dl_.functions.error_take_payload(payload_destroy) : NULL;
}

/** @brief Empties the record and destroys its payload. Worth calling before a thread ends.
 *  MT-SAFE. */
static inline void tenon_error_clear(void) {
  if (tenon_dl_.functions.error_clear) tenon_dl_.functions.error_clear();
}

/** @brief The code's name, "KeyError" or "BAD_HANDLE". Borrows from the library. MT-SAFE. */
static inline const char *tenon_status_name(tenon_status code) {
  return tenon_dl_.functions.status_name ? tenon_dl_.functions.status_name(code) : NULL;
}

/** @brief Runs before forward (TENON_CALL_FORWARD_PRE). Flags: PREPEND. Takes fn, user_data,
 *  destroy. MT-SAFE. */
static inline tenon_status tenon_module_register_forward_pre_hook(tenon_module *module, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id) {
  if (!tenon_dl_.functions.module_register_forward_pre_hook && out_hook_id) *out_hook_id = 0;
  return tenon_dl_.functions.module_register_forward_pre_hook ? tenon_dl_.functions.module_register_forward_pre_hook(module, flags, fn, user_data, destroy, out_hook_id) : TENON_E_UNSUPPORTED;
}

/** @brief Runs after forward (TENON_CALL_FORWARD_POST). Flags: PREPEND, ALWAYS_CALL. Takes fn,
 *  user_data, destroy. MT-SAFE. */
static inline tenon_status tenon_module_register_forward_hook(tenon_module *module, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id) {
  if (!tenon_dl_.functions.module_register_forward_hook && out_hook_id) *out_hook_id = 0;
  return tenon_dl_.functions.module_register_forward_hook ? tenon_dl_.functions.module_register_forward_hook(module, flags, fn, user_data, destroy, out_hook_id) : TENON_E_UNSUPPORTED;
}

/** @brief Runs before a module's part of state_dict (TENON_CALL_STATE_DICT_PRE). No flags. Takes
 *  fn, user_data, destroy. MT-SAFE. */
static inline tenon_status tenon_module_register_state_dict_pre_hook(tenon_module *module, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id) {
  if (!tenon_dl_.functions.module_register_state_dict_pre_hook && out_hook_id) *out_hook_id = 0;
  return tenon_dl_.functions.module_register_state_dict_pre_hook ? tenon_dl_.functions.module_register_state_dict_pre_hook(module, flags, fn, user_data, destroy, out_hook_id) : TENON_E_UNSUPPORTED;
}

/** @brief Runs after a module's part of state_dict (TENON_CALL_STATE_DICT_POST). No flags. Takes
 *  fn, user_data, destroy. MT-SAFE. */
static inline tenon_status tenon_module_register_state_dict_post_hook(tenon_module *module, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id) {
  if (!tenon_dl_.functions.module_register_state_dict_post_hook && out_hook_id) *out_hook_id = 0;
  return tenon_dl_.functions.module_register_state_dict_post_hook ? tenon_dl_.functions.module_register_state_dict_post_hook(module, flags, fn, user_data, destroy, out_hook_id) : TENON_E_UNSUPPORTED;
}

/** @brief Runs before a module's entries are loaded (TENON_CALL_LOAD_PRE). No flags. Takes fn,
 *  user_data, destroy. MT-SAFE. */
static inline tenon_status tenon_module_register_load_state_dict_pre_hook(tenon_module *module, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id) {
  if (!tenon_dl_.functions.module_register_load_state_dict_pre_hook && out_hook_id) *out_hook_id = 0;
  return tenon_dl_.functions.module_register_load_state_dict_pre_hook ? tenon_dl_.functions.module_register_load_state_dict_pre_hook(module, flags, fn, user_data, destroy, out_hook_id) : TENON_E_UNSUPPORTED;
}

/** @brief Runs after a module's entries were loaded (TENON_CALL_LOAD_POST). No flags. Takes fn,
 *  user_data, destroy. MT-SAFE. */
static inline tenon_status tenon_module_register_load_state_dict_post_hook(tenon_module *module, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id) {
  if (!tenon_dl_.functions.module_register_load_state_dict_post_hook && out_hook_id) *out_hook_id = 0;
  return tenon_dl_.functions.module_register_load_state_dict_post_hook ? tenon_dl_.functions.module_register_load_state_dict_post_hook(module, flags, fn, user_data, destroy, out_hook_id) : TENON_E_UNSUPPORTED;
}

/** @brief Runs before the forward of every module of the context. No flags. Takes fn, user_data,
 *  destroy. MT-SAFE. */
static inline tenon_status tenon_context_register_forward_pre_hook(tenon_context *context, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id) {
  if (!tenon_dl_.functions.context_register_forward_pre_hook && out_hook_id) *out_hook_id = 0;
  return tenon_dl_.functions.context_register_forward_pre_hook ? tenon_dl_.functions.context_register_forward_pre_hook(context, flags, fn, user_data, destroy, out_hook_id) : TENON_E_UNSUPPORTED;
}

/** @brief Runs after the forward of every module of the context. Flags: ALWAYS_CALL. Takes fn,
 *  user_data, destroy. MT-SAFE. */
static inline tenon_status tenon_context_register_forward_hook(tenon_context *context, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id) {
  if (!tenon_dl_.functions.context_register_forward_hook && out_hook_id) *out_hook_id = 0;
  return tenon_dl_.functions.context_register_forward_hook ? tenon_dl_.functions.context_register_forward_hook(context, flags, fn, user_data, destroy, out_hook_id) : TENON_E_UNSUPPORTED;
}

/** @brief Runs when any module registers a parameter (TENON_CALL_REGISTER_PARAMETER). No flags.
 *  Takes fn, user_data, destroy. MT-SAFE. */
static inline tenon_status tenon_context_register_parameter_registration_hook(tenon_context *context, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id) {
  if (!tenon_dl_.functions.context_register_parameter_registration_hook && out_hook_id) *out_hook_id = 0;
  return tenon_dl_.functions.context_register_parameter_registration_hook ? tenon_dl_.functions.context_register_parameter_registration_hook(context, flags, fn, user_data, destroy, out_hook_id) : TENON_E_UNSUPPORTED;
}

/** @brief Runs when any module registers a buffer (TENON_CALL_REGISTER_BUFFER). No flags. Takes
 *  fn, user_data, destroy. MT-SAFE. */
static inline tenon_status tenon_context_register_buffer_registration_hook(tenon_context *context, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id) {
  if (!tenon_dl_.functions.context_register_buffer_registration_hook && out_hook_id) *out_hook_id = 0;
  return tenon_dl_.functions.context_register_buffer_registration_hook ? tenon_dl_.functions.context_register_buffer_registration_hook(context, flags, fn, user_data, destroy, out_hook_id) : TENON_E_UNSUPPORTED;
}

/** @brief Runs when any module adds a child (TENON_CALL_REGISTER_MODULE). No flags. Takes fn,
 *  user_data, destroy. MT-SAFE. */
static inline tenon_status tenon_context_register_module_registration_hook(tenon_context *context, int32_t flags, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, int64_t *out_hook_id) {
  if (!tenon_dl_.functions.context_register_module_registration_hook && out_hook_id) *out_hook_id = 0;
  return tenon_dl_.functions.context_register_module_registration_hook ? tenon_dl_.functions.context_register_module_registration_hook(context, flags, fn, user_data, destroy, out_hook_id) : TENON_E_UNSUPPORTED;
}

/** @brief Removes a hook of the context or of one of its modules. Unknown ids and ids removed
 *  before are TENON_OK. MT-SAFE. */
static inline tenon_status tenon_hook_remove(tenon_context *context, int64_t hook_id) {
  return tenon_dl_.functions.hook_remove ? tenon_dl_.functions.hook_remove(context, hook_id) : TENON_E_UNSUPPORTED;
}

/** @brief Number of entries; -1 on misuse. MT-SAFE. */
static inline int64_t tenon_list_count(tenon_list *list) {
  return tenon_dl_.functions.list_count ? tenon_dl_.functions.list_count(list) : -1;
}

/** @brief Name of an entry; NULL if there is none or on misuse. Borrows from the list. MT-SAFE. */
static inline const char *tenon_list_name(tenon_list *list, int64_t index) {
  return tenon_dl_.functions.list_name ? tenon_dl_.functions.list_name(list, index) : NULL;
}

/** @brief Position of a name; -1 if absent or on misuse. MT-SAFE. */
static inline int64_t tenon_list_find(tenon_list *list, const char *name) {
  return tenon_dl_.functions.list_find ? tenon_dl_.functions.list_find(list, name) : -1;
}

/** @brief An entry's tensor, owned; NULL with TENON_OK for a None slot. Errors: INDEX, TYPE (a
 *  list of modules). MT-SAFE. */
static inline tenon_status tenon_list_tensor(tenon_list *list, int64_t index, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.list_tensor && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.list_tensor ? tenon_dl_.functions.list_tensor(list, index, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief An entry's module, owned; NULL with TENON_OK for a None slot. Errors: INDEX, TYPE (a
 *  list of tensors). MT-SAFE. */
static inline tenon_status tenon_list_module(tenon_list *list, int64_t index, tenon_module **out_module) {
  if (!tenon_dl_.functions.list_module && out_module) *out_module = 0;
  return tenon_dl_.functions.list_module ? tenon_dl_.functions.list_module(list, index, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief The dtype of an entry's tensor; 0 if there is none or on misuse. MT-READ. */
static inline int32_t tenon_list_dtype(tenon_list *list, int64_t index) {
  return tenon_dl_.functions.list_dtype ? tenon_dl_.functions.list_dtype(list, index) : -1;
}

/** @brief Number of dims of an entry's tensor; -1 if there is none or on misuse. MT-READ. */
static inline int32_t tenon_list_ndim(tenon_list *list, int64_t index) {
  return tenon_dl_.functions.list_ndim ? tenon_dl_.functions.list_ndim(list, index) : -1;
}

/** @brief Size of a dim of an entry's tensor; -1 if there is none or on misuse. MT-READ. */
static inline int64_t tenon_list_dim(tenon_list *list, int64_t index, int32_t dim) {
  return tenon_dl_.functions.list_dim ? tenon_dl_.functions.list_dim(list, index, dim) : -1;
}

/** @brief Number of elements of an entry's tensor; -1 if there is none or on misuse. MT-READ. */
static inline int64_t tenon_list_numel(tenon_list *list, int64_t index) {
  return tenon_dl_.functions.list_numel ? tenon_dl_.functions.list_numel(list, index) : -1;
}

/** @brief One more reference. NULL is ignored. MT-SAFE. */
static inline void tenon_list_retain(tenon_list *list) {
  if (tenon_dl_.functions.list_retain) tenon_dl_.functions.list_retain(list);
}

/** @brief Gives one reference back. NULL is ignored. MT-SAFE. */
static inline void tenon_list_release(tenon_list *list) {
  if (tenon_dl_.functions.list_release) tenon_dl_.functions.list_release(list);
}

/** @brief Builds the tree that print(model) wrote. Parameters have no values until they are loaded
 *  or tenon_module_initialize draws them. Out: owned. Errors: VALUE, naming line, layer and
 *  path. MT-SAFE. */
static inline tenon_status tenon_module_parse(tenon_context *context, const char *text, tenon_module **out_module) {
  if (!tenon_dl_.functions.module_parse && out_module) *out_module = 0;
  return tenon_dl_.functions.module_parse ? tenon_dl_.functions.module_parse(context, text, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief As tenon_module_parse. `state_dict` (may be NULL) shows what print hides: shapes and
 *  keys. `options` NULL or a dict: strict (bool, false: assumptions are errors). `report` (may
 *  be NULL) gets the TENON_REPORT_ASSUMED lines. Out: owned. MT-SAFE. */
static inline tenon_status tenon_module_parse_with(tenon_context *context, const char *text, tenon_state_dict *state_dict, tenon_value *options, tenon_report *report, tenon_module **out_module) {
  if (!tenon_dl_.functions.module_parse_with && out_module) *out_module = 0;
  return tenon_dl_.functions.module_parse_with ? tenon_dl_.functions.module_parse_with(context, text, state_dict, options, report, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief Like tenon_module_describe, and every option that is not at its default is written:
 *  parsing this text gives an equal tree. Out: owned. MT-READ. */
static inline tenon_status tenon_module_text(tenon_module *module, tenon_string **out_string) {
  if (!tenon_dl_.functions.module_text && out_string) *out_string = 0;
  return tenon_dl_.functions.module_text ? tenon_dl_.functions.module_text(module, out_string) : TENON_E_UNSUPPORTED;
}

/** @brief Builds the model a file describes and loads its weights: safetensors with the tree's
 *  text under "tenon.module". Options that the text hides take their defaults;
 *  tenon_module_load_with reports them. `options` NULL or a dict: text_path (string: the
 *  text's file), train (bool, false: eval mode and no gradients), strict_text (bool, false).
 *  Out: owned. Errors: IO, CORRUPT, VALUE (the text), RUNTIME (the weights do not fit).
 *  MT-SAFE. */
static inline tenon_status tenon_module_load(tenon_context *context, const char *path, tenon_value *options, tenon_module **out_module) {
  if (!tenon_dl_.functions.module_load && out_module) *out_module = 0;
  return tenon_dl_.functions.module_load ? tenon_dl_.functions.module_load(context, path, options, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief As tenon_module_load; `report` (may be NULL) gets what parser and loader found. Out:
 *  owned. MT-SAFE. */
static inline tenon_status tenon_module_load_with(tenon_context *context, const char *path, tenon_value *options, tenon_report *report, tenon_module **out_module) {
  if (!tenon_dl_.functions.module_load_with && out_module) *out_module = 0;
  return tenon_dl_.functions.module_load_with ? tenon_dl_.functions.module_load_with(context, path, options, report, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief Writes weights and text into one file that tenon_module_load reads, atomically.
 *  `options` NULL (none exist yet). Errors: IO. MT-READ. */
static inline tenon_status tenon_module_save(tenon_module *module, const char *path, tenon_value *options) {
  return tenon_dl_.functions.module_save ? tenon_dl_.functions.module_save(module, path, options) : TENON_E_UNSUPPORTED;
}

/** @brief A module of a built-in, registered or aliased class, with drawn parameters. `options`
 *  NULL, a dict (by keyword), or a tuple or list (by position; for containers: the modules).
 *  Out: owned. Errors: KEY (unknown class), TYPE (missing, unknown or wrongly typed option),
 *  VALUE. MT-SAFE. */
static inline tenon_status tenon_module_create(tenon_context *context, const char *type_name, tenon_value *options, tenon_module **out_module) {
  if (!tenon_dl_.functions.module_create && out_module) *out_module = 0;
  return tenon_dl_.functions.module_create ? tenon_dl_.functions.module_create(context, type_name, options, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief A module whose forward is the host's. The callback gets TENON_CALL_FORWARD, and may
 *  answer EXTRA_REPR, GET_EXTRA_STATE, SET_EXTRA_STATE and CLONE (see tenon_module_deepcopy).
 *  Takes fn, user_data, destroy. Out: owned. MT-SAFE. */
static inline tenon_status tenon_module_create_custom(tenon_context *context, const char *type_name, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, tenon_module **out_module) {
  if (!tenon_dl_.functions.module_create_custom && out_module) *out_module = 0;
  return tenon_dl_.functions.module_create_custom ? tenon_dl_.functions.module_create_custom(context, type_name, fn, user_data, destroy, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief A copy that shares nothing that can change with the original: parameters, buffers,
 *  children, attributes with all they hold, training flags, persistence. What was one object
 *  below the module (a shared layer, a tied weight) is one object below the copy; buffers that
 *  share memory still do. Gradients of parameters are not copied. Hooks run the same functions
 *  with the same user_data, in the same order, under ids of their own; each destroy runs once,
 *  when the last copy is gone. Opaque values are shared. Registration hooks do not run.  A
 *  custom module is made by its callback, kind TENON_CALL_CLONE, with the original in
 *  TENON_SLOT_MODULE. It sets TENON_SLOT_VALUE to a new module, or to true: then the copy
 *  shares fn and user_data with the original. The tables of the new module are filled by the
 *  library, after the callback and in every case; a callback that makes a bare
 *  tenon_module_create_custom with its own user_data is done. What the new module has already
 *  under a name of the original's (its constructor registered it, and the host holds it in a
 *  field) stays the same object and gets the original's values, children included; the same
 *  goes for attributes, which stay as they are, and for hooks, stage by stage. Callbacks run
 *  in the order of named_modules, parents first.  Out: owned. Errors: UNSUPPORTED, naming the
 *  path, if a callback does not answer; TYPE or VALUE if the answer is no new module; RUNTIME
 *  for a tensor, outside the parameters, that was computed; what a callback fails with. All or
 *  nothing. MT-READ. */
static inline tenon_status tenon_module_deepcopy(tenon_module *module, tenon_module **out_module) {
  if (!tenon_dl_.functions.module_deepcopy && out_module) *out_module = 0;
  return tenon_dl_.functions.module_deepcopy ? tenon_dl_.functions.module_deepcopy(module, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief The user_data of a custom module; NULL for others. Borrows from the module. MT-READ. */
static inline void *tenon_module_user_data(tenon_module *module) {
  return tenon_dl_.functions.module_user_data ? tenon_dl_.functions.module_user_data(module) : NULL;
}

/** @brief 1 if this is a custom module over `fn`, so that its user_data is the asker's; else 0; -1
 *  on misuse. MT-READ. */
static inline int32_t tenon_module_has_callback(tenon_module *module, tenon_callback fn) {
  return tenon_dl_.functions.module_has_callback ? tenon_dl_.functions.module_has_callback(module, fn) : -1;
}

/** @brief One more reference. NULL is ignored. MT-SAFE. */
static inline void tenon_module_retain(tenon_module *module) {
  if (tenon_dl_.functions.module_retain) tenon_dl_.functions.module_retain(module);
}

/** @brief Gives one reference back. NULL is ignored. MT-SAFE. */
static inline void tenon_module_release(tenon_module *module) {
  if (tenon_dl_.functions.module_release) tenon_dl_.functions.module_release(module);
}

/** @brief The class name, "Linear"; NULL on misuse. Borrows from the module. MT-READ. */
static inline const char *tenon_module_type_name(tenon_module *module) {
  return tenon_dl_.functions.module_type_name ? tenon_dl_.functions.module_type_name(module) : NULL;
}

/** @brief The options a built-in layer was made with, a dict; none for others. Out: owned.
 *  MT-READ. */
static inline tenon_status tenon_module_options(tenon_module *module, tenon_value **out_value) {
  if (!tenon_dl_.functions.module_options && out_value) *out_value = 0;
  return tenon_dl_.functions.module_options ? tenon_dl_.functions.module_options(module, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief print(module), as PyTorch. Out: owned. MT-READ. */
static inline tenon_status tenon_module_describe(tenon_module *module, tenon_string **out_string) {
  if (!tenon_dl_.functions.module_describe && out_string) *out_string = 0;
  return tenon_dl_.functions.module_describe ? tenon_dl_.functions.module_describe(module, out_string) : TENON_E_UNSUPPORTED;
}

/** @brief Registers a parameter (tenon_tensor_parameter makes one). `tensor` NULL: a None slot.
 *  Errors: KEY (bad or taken name), TYPE (no parameter). MT-EXCLUSIVE. */
static inline tenon_status tenon_module_register_parameter(tenon_module *module, const char *name, tenon_tensor *tensor) {
  return tenon_dl_.functions.module_register_parameter ? tenon_dl_.functions.module_register_parameter(module, name, tensor) : TENON_E_UNSUPPORTED;
}

/** @brief Registers a buffer. `tensor` NULL: a None slot. `persistent` 0: not in the state dict.
 *  Errors: KEY (bad or taken name). MT-EXCLUSIVE. */
static inline tenon_status tenon_module_register_buffer(tenon_module *module, const char *name, tenon_tensor *tensor, int32_t persistent) {
  return tenon_dl_.functions.module_register_buffer ? tenon_dl_.functions.module_register_buffer(module, name, tensor, persistent) : TENON_E_UNSUPPORTED;
}

/** @brief Adds a child. `child` NULL: a None slot. Errors: KEY (bad or taken name), VALUE (`child`
 *  contains `module`). MT-EXCLUSIVE. */
static inline tenon_status tenon_module_add_module(tenon_module *module, const char *name, tenon_module *child) {
  return tenon_dl_.functions.module_add_module ? tenon_dl_.functions.module_add_module(module, name, child) : TENON_E_UNSUPPORTED;
}

/** @brief Python's `module.name = value`: a parameter, buffer, child or plain value. `value` NULL:
 *  none. Errors: TYPE, KEY. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_set_attribute(tenon_module *module, const char *name, tenon_value *value) {
  return tenon_dl_.functions.module_set_attribute ? tenon_dl_.functions.module_set_attribute(module, name, value) : TENON_E_UNSUPPORTED;
}

/** @brief Python's `module.name`. Out: owned. Errors: ATTRIBUTE (absent). MT-READ. */
static inline tenon_status tenon_module_get_attribute(tenon_module *module, const char *name, tenon_value **out_value) {
  if (!tenon_dl_.functions.module_get_attribute && out_value) *out_value = 0;
  return tenon_dl_.functions.module_get_attribute ? tenon_dl_.functions.module_get_attribute(module, name, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief Python's `del module.name`. Errors: ATTRIBUTE (absent). MT-EXCLUSIVE. */
static inline tenon_status tenon_module_delete_attribute(tenon_module *module, const char *name) {
  return tenon_dl_.functions.module_delete_attribute ? tenon_dl_.functions.module_delete_attribute(module, name) : TENON_E_UNSUPPORTED;
}

/** @brief A descendant. Out: owned. Errors: ATTRIBUTE. MT-READ. */
static inline tenon_status tenon_module_get_submodule(tenon_module *module, const char *path, tenon_module **out_module) {
  if (!tenon_dl_.functions.module_get_submodule && out_module) *out_module = 0;
  return tenon_dl_.functions.module_get_submodule ? tenon_dl_.functions.module_get_submodule(module, path, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief Puts a module in a descendant's place. `strict` 1: something must be there already.
 *  Errors: ATTRIBUTE, VALUE. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_set_submodule(tenon_module *module, const char *path, tenon_module *child, int32_t strict) {
  return tenon_dl_.functions.module_set_submodule ? tenon_dl_.functions.module_set_submodule(module, path, child, strict) : TENON_E_UNSUPPORTED;
}

/** @brief A parameter. Out: owned. Errors: ATTRIBUTE. MT-READ. */
static inline tenon_status tenon_module_get_parameter(tenon_module *module, const char *path, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.module_get_parameter && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.module_get_parameter ? tenon_dl_.functions.module_get_parameter(module, path, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief A buffer, owned; NULL with TENON_OK for a None slot. Errors: ATTRIBUTE. MT-READ. */
static inline tenon_status tenon_module_get_buffer(tenon_module *module, const char *path, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.module_get_buffer && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.module_get_buffer ? tenon_dl_.functions.module_get_buffer(module, path, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief 1 if the path names a module, parameter, buffer or attribute, else 0; -1 on misuse.
 *  MT-READ. */
static inline int32_t tenon_module_has(tenon_module *module, const char *path) {
  return tenon_dl_.functions.module_has ? tenon_dl_.functions.module_has(module, path) : -1;
}

/** @brief Parameters of the tree. `options` NULL or a dict: prefix (string, ""), recurse (bool,
 *  true), remove_duplicate (bool, true). Out: owned. Errors: TYPE (unknown or wrongly typed
 *  option). MT-READ. */
static inline tenon_status tenon_module_named_parameters(tenon_module *module, tenon_value *options, tenon_list **out_list) {
  if (!tenon_dl_.functions.module_named_parameters && out_list) *out_list = 0;
  return tenon_dl_.functions.module_named_parameters ? tenon_dl_.functions.module_named_parameters(module, options, out_list) : TENON_E_UNSUPPORTED;
}

/** @brief Buffers of the tree. `options` as for tenon_module_named_parameters. Out: owned.
 *  MT-READ. */
static inline tenon_status tenon_module_named_buffers(tenon_module *module, tenon_value *options, tenon_list **out_list) {
  if (!tenon_dl_.functions.module_named_buffers && out_list) *out_list = 0;
  return tenon_dl_.functions.module_named_buffers ? tenon_dl_.functions.module_named_buffers(module, options, out_list) : TENON_E_UNSUPPORTED;
}

/** @brief This module and all descendants. `options` NULL or a dict: prefix, remove_duplicate.
 *  Out: owned. MT-READ. */
static inline tenon_status tenon_module_named_modules(tenon_module *module, tenon_value *options, tenon_list **out_list) {
  if (!tenon_dl_.functions.module_named_modules && out_list) *out_list = 0;
  return tenon_dl_.functions.module_named_modules ? tenon_dl_.functions.module_named_modules(module, options, out_list) : TENON_E_UNSUPPORTED;
}

/** @brief Children, each once. Out: owned. MT-READ. */
static inline tenon_status tenon_module_named_children(tenon_module *module, tenon_list **out_list) {
  if (!tenon_dl_.functions.module_named_children && out_list) *out_list = 0;
  return tenon_dl_.functions.module_named_children ? tenon_dl_.functions.module_named_children(module, out_list) : TENON_E_UNSUPPORTED;
}

/** @brief Runs the callback (TENON_CALL_APPLY) for each descendant, children first, then for this
 *  module. Takes fn, user_data, destroy; destroy runs before this returns. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_apply(tenon_module *module, tenon_callback fn, void *user_data, tenon_destroy_fn destroy) {
  return tenon_dl_.functions.module_apply ? tenon_dl_.functions.module_apply(module, fn, user_data, destroy) : TENON_E_UNSUPPORTED;
}

/** @brief Pre-hooks, forward, hooks. `args` NULL, a tuple or list, or any other value as the only
 *  argument; `kwargs` NULL or a dict. Out: owned. MT-READ in eval mode. */
static inline tenon_status tenon_module_call(tenon_module *module, tenon_value *args, tenon_value *kwargs, tenon_value **out_value) {
  if (!tenon_dl_.functions.module_call && out_value) *out_value = 0;
  return tenon_dl_.functions.module_call ? tenon_dl_.functions.module_call(module, args, kwargs, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief As tenon_module_call, with one tensor in and one out. Out: owned. Errors: TYPE (the
 *  output is no tensor). MT-READ in eval mode. */
static inline tenon_status tenon_module_call1(tenon_module *module, tenon_tensor *x, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.module_call1 && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.module_call1 ? tenon_dl_.functions.module_call1(module, x, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief As tenon_module_call1, from floats to floats. Copies both ways; `data` is row-major.
 *  `out_count` (may be NULL) gets the number of output elements, also when `capacity` is too
 *  small (VALUE). MT-READ in eval mode. */
static inline tenon_status tenon_module_call_f32(tenon_module *module, const float *data, const int64_t *shape, int32_t ndim, float *destination, int64_t capacity, int64_t *out_count) {
  if (!tenon_dl_.functions.module_call_f32 && out_count) *out_count = 0;
  return tenon_dl_.functions.module_call_f32 ? tenon_dl_.functions.module_call_f32(module, data, shape, ndim, destination, capacity, out_count) : TENON_E_UNSUPPORTED;
}

/** @brief Forward without this module's hooks (its children's run): for super-calls only. Out:
 *  owned. MT-READ in eval mode. */
static inline tenon_status tenon_module_forward(tenon_module *module, tenon_value *args, tenon_value *kwargs, tenon_value **out_value) {
  if (!tenon_dl_.functions.module_forward && out_value) *out_value = 0;
  return tenon_dl_.functions.module_forward ? tenon_dl_.functions.module_forward(module, args, kwargs, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief Sets training mode of this module and all descendants. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_train(tenon_module *module, int32_t mode) {
  return tenon_dl_.functions.module_train ? tenon_dl_.functions.module_train(module, mode) : TENON_E_UNSUPPORTED;
}

/** @brief tenon_module_train with mode 0. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_eval(tenon_module *module) {
  return tenon_dl_.functions.module_eval ? tenon_dl_.functions.module_eval(module) : TENON_E_UNSUPPORTED;
}

/** @brief 1 in training mode, else 0; -1 on misuse. MT-READ. */
static inline int32_t tenon_module_is_training(tenon_module *module) {
  return tenon_dl_.functions.module_is_training ? tenon_dl_.functions.module_is_training(module) : -1;
}

/** @brief Converts all floating and complex parameters and buffers; identities are kept. Errors:
 *  TYPE (an integer or bool dtype). MT-EXCLUSIVE. */
static inline tenon_status tenon_module_to(tenon_module *module, int32_t dtype) {
  return tenon_dl_.functions.module_to ? tenon_dl_.functions.module_to(module, dtype) : TENON_E_UNSUPPORTED;
}

/** @brief tenon_module_to float16. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_half(tenon_module *module) {
  return tenon_dl_.functions.module_half ? tenon_dl_.functions.module_half(module) : TENON_E_UNSUPPORTED;
}

/** @brief tenon_module_to bfloat16. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_bfloat16(tenon_module *module) {
  return tenon_dl_.functions.module_bfloat16 ? tenon_dl_.functions.module_bfloat16(module) : TENON_E_UNSUPPORTED;
}

/** @brief tenon_module_to float32. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_float(tenon_module *module) {
  return tenon_dl_.functions.module_float ? tenon_dl_.functions.module_float(module) : TENON_E_UNSUPPORTED;
}

/** @brief tenon_module_to float64. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_double(tenon_module *module) {
  return tenon_dl_.functions.module_double ? tenon_dl_.functions.module_double(module) : TENON_E_UNSUPPORTED;
}

/** @brief Says for all parameters whether gradients are wanted. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_requires_grad(tenon_module *module, int32_t flag) {
  return tenon_dl_.functions.module_requires_grad ? tenon_dl_.functions.module_requires_grad(module, flag) : TENON_E_UNSUPPORTED;
}

/** @brief Clears all gradients: to none (`set_to_none` 1) or to zeros. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_zero_grad(tenon_module *module, int32_t set_to_none) {
  return tenon_dl_.functions.module_zero_grad ? tenon_dl_.functions.module_zero_grad(module, set_to_none) : TENON_E_UNSUPPORTED;
}

/** @brief Draws every parameter as PyTorch's constructors do, from the context's generator.
 *  MT-EXCLUSIVE. */
static inline tenon_status tenon_module_initialize(tenon_module *module) {
  return tenon_dl_.functions.module_initialize ? tenon_dl_.functions.module_initialize(module) : TENON_E_UNSUPPORTED;
}

/** @brief The state dict. `options` NULL or a dict: prefix (string, ""), keep_vars (bool, false:
 *  the very tensors instead of detached ones). Out: owned. MT-READ. */
static inline tenon_status tenon_module_state_dict(tenon_module *module, tenon_value *options, tenon_state_dict **out_state_dict) {
  if (!tenon_dl_.functions.module_state_dict && out_state_dict) *out_state_dict = 0;
  return tenon_dl_.functions.module_state_dict ? tenon_dl_.functions.module_state_dict(module, options, out_state_dict) : TENON_E_UNSUPPORTED;
}

/** @brief Loads a state dict: all of it or nothing. `options` NULL or a dict of bools: strict
 *  (true), assign, partial (keep what was loaded before an error, as PyTorch), strict_dtype.
 *  `out_report` (may be NULL): owned. Errors: RUNTIME (missing, unexpected or mismatched keys,
 *  all in the text). MT-EXCLUSIVE. */
static inline tenon_status tenon_module_load_state_dict(tenon_module *module, tenon_state_dict *state_dict, tenon_value *options, tenon_report **out_report) {
  if (!tenon_dl_.functions.module_load_state_dict && out_report) *out_report = 0;
  return tenon_dl_.functions.module_load_state_dict ? tenon_dl_.functions.module_load_state_dict(module, state_dict, options, out_report) : TENON_E_UNSUPPORTED;
}

/** @brief The module's extra state. Out: owned. Errors: RUNTIME (the class has none). MT-READ. */
static inline tenon_status tenon_module_get_extra_state(tenon_module *module, tenon_value **out_value) {
  if (!tenon_dl_.functions.module_get_extra_state && out_value) *out_value = 0;
  return tenon_dl_.functions.module_get_extra_state ? tenon_dl_.functions.module_get_extra_state(module, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief Restores the module's extra state. `value` NULL: none. Errors: RUNTIME (the class has
 *  none). MT-EXCLUSIVE. */
static inline tenon_status tenon_module_set_extra_state(tenon_module *module, tenon_value *value) {
  return tenon_dl_.functions.module_set_extra_state ? tenon_dl_.functions.module_set_extra_state(module, value) : TENON_E_UNSUPPORTED;
}

/** @brief The number of an op by torch's name ("softmax", "add"). Numbers hold for this process
 *  only. Errors: KEY (no such op). MT-SAFE. */
static inline tenon_status tenon_op_id(const char *name, int32_t *out_op) {
  if (!tenon_dl_.functions.op_id && out_op) *out_op = 0;
  return tenon_dl_.functions.op_id ? tenon_dl_.functions.op_id(name, out_op) : TENON_E_UNSUPPORTED;
}

/** @brief How many ops there are; numbers are 0 … count - 1. MT-SAFE. */
static inline int32_t tenon_op_count(void) {
  return tenon_dl_.functions.op_count ? tenon_dl_.functions.op_count() : -1;
}

/** @brief An op's name; NULL if there is no such op. Borrows from the library. MT-SAFE. */
static inline const char *tenon_op_name(int32_t op) {
  return tenon_dl_.functions.op_name ? tenon_dl_.functions.op_name(op) : NULL;
}

/** @brief Calls an op. Tensors and options go by position in `args` (an entry NULL: none) or by
 *  their keyword names in the dict `options` (may be NULL). Out: owned. Errors: TYPE
 *  (arguments that do not fit), and what the op refuses. MT-READ. */
static inline tenon_status tenon_op_call(tenon_context *context, int32_t op, tenon_value *const *args, int64_t arg_count, tenon_value *options, tenon_value **out_value) {
  if (!tenon_dl_.functions.op_call && out_value) *out_value = 0;
  return tenon_dl_.functions.op_call ? tenon_dl_.functions.op_call(context, op, args, arg_count, options, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief Calls an op of one tensor that gives one. Out: owned. MT-READ. */
static inline tenon_status tenon_op1(tenon_context *context, int32_t op, tenon_tensor *x, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.op1 && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.op1 ? tenon_dl_.functions.op1(context, op, x, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief Calls an op of two tensors that gives one. Out: owned. MT-READ. */
static inline tenon_status tenon_op2(tenon_context *context, int32_t op, tenon_tensor *a, tenon_tensor *b, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.op2 && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.op2 ? tenon_dl_.functions.op2(context, op, a, b, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief An optimizer of PyTorch's name: "SGD", "Adam", "AdamW" … `params`: a tensor, a module
 *  (all its parameters), a list of tensors, or a list of groups: dicts with "params" and
 *  options. `options` NULL or a dict: what the groups do not say (lr, betas …). Out: owned.
 *  Errors: KEY (unknown class), TYPE (unknown or wrongly typed option, a parameter that is no
 *  tensor), VALUE (an impossible option, no parameters, a computed tensor, a parameter in two
 *  groups), UNSUPPORTED (SparseAdam, dtypes). MT-SAFE. */
static inline tenon_status tenon_optimizer_create(tenon_context *context, const char *type_name, tenon_value *params, tenon_value *options, tenon_optimizer **out_optimizer) {
  if (!tenon_dl_.functions.optimizer_create && out_optimizer) *out_optimizer = 0;
  return tenon_dl_.functions.optimizer_create ? tenon_dl_.functions.optimizer_create(context, type_name, params, options, out_optimizer) : TENON_E_UNSUPPORTED;
}

/** @brief The class, "Adam"; NULL on misuse. Borrows from the library. MT-READ. */
static inline const char *tenon_optimizer_type_name(tenon_optimizer *optimizer) {
  return tenon_dl_.functions.optimizer_type_name ? tenon_dl_.functions.optimizer_type_name(optimizer) : NULL;
}

/** @brief One step with the gradients that the parameters have. LBFGS wants
 *  tenon_optimizer_step_closure. Errors: TYPE, KEY (an option of a group was replaced by
 *  nonsense), RUNTIME (a gradient of another shape). MT-EXCLUSIVE. */
static inline tenon_status tenon_optimizer_step(tenon_optimizer *optimizer) {
  return tenon_dl_.functions.optimizer_step ? tenon_dl_.functions.optimizer_step(optimizer) : TENON_E_UNSUPPORTED;
}

/** @brief One step, in which `fn` is called once (LBFGS: as often as it wants), as
 *  TENON_CALL_CLOSURE, to compute the loss and all gradients anew. Takes fn, user_data,
 *  destroy; destroy runs before this returns. Out: the first loss, owned. Errors: as
 *  tenon_optimizer_step; what `fn` fails with. MT-EXCLUSIVE. */
static inline tenon_status tenon_optimizer_step_closure(tenon_optimizer *optimizer, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, tenon_value **out_value) {
  if (!tenon_dl_.functions.optimizer_step_closure && out_value) *out_value = 0;
  return tenon_dl_.functions.optimizer_step_closure ? tenon_dl_.functions.optimizer_step_closure(optimizer, fn, user_data, destroy, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief Drops all gradients of the parameters, or, `set_to_none` 0, fills them with zeros.
 *  MT-EXCLUSIVE. */
static inline tenon_status tenon_optimizer_zero_grad(tenon_optimizer *optimizer, int32_t set_to_none) {
  return tenon_dl_.functions.optimizer_zero_grad ? tenon_dl_.functions.optimizer_zero_grad(optimizer, set_to_none) : TENON_E_UNSUPPORTED;
}

/** @brief One more group: a dict with "params" (a tensor, a module or a list of tensors) and
 *  options; the others are the optimizer's. Errors: as tenon_optimizer_create. MT-EXCLUSIVE.
 *  */
static inline tenon_status tenon_optimizer_add_param_group(tenon_optimizer *optimizer, tenon_value *group) {
  return tenon_dl_.functions.optimizer_add_param_group ? tenon_dl_.functions.optimizer_add_param_group(optimizer, group) : TENON_E_UNSUPPORTED;
}

/** @brief A list of the groups' dicts. Setting an option there ("lr") counts at the next step;
 *  "params" is for reading. Out: owned. MT-READ. */
static inline tenon_status tenon_optimizer_param_groups(tenon_optimizer *optimizer, tenon_value **out_value) {
  if (!tenon_dl_.functions.optimizer_param_groups && out_value) *out_value = 0;
  return tenon_dl_.functions.optimizer_param_groups ? tenon_dl_.functions.optimizer_param_groups(optimizer, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief {"state": {"0": {"step": tensor …} …}, "param_groups": [{…, "params": [0 …]} …]}. The
 *  tensors are the optimizer's own: tenon_value_deepcopy for a snapshot. Out: owned. MT-READ.
 *  */
static inline tenon_status tenon_optimizer_state_dict(tenon_optimizer *optimizer, tenon_value **out_value) {
  if (!tenon_dl_.functions.optimizer_state_dict && out_value) *out_value = 0;
  return tenon_dl_.functions.optimizer_state_dict ? tenon_dl_.functions.optimizer_state_dict(optimizer, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief Takes over a state dict, by copy; groups must agree in number and size. Errors: KEY,
 *  TYPE, VALUE; nothing has changed then. MT-EXCLUSIVE. */
static inline tenon_status tenon_optimizer_load_state_dict(tenon_optimizer *optimizer, tenon_value *state) {
  return tenon_dl_.functions.optimizer_load_state_dict ? tenon_dl_.functions.optimizer_load_state_dict(optimizer, state) : TENON_E_UNSUPPORTED;
}

/** @brief One more reference. NULL is ignored. MT-SAFE. */
static inline void tenon_optimizer_retain(tenon_optimizer *optimizer) {
  if (tenon_dl_.functions.optimizer_retain) tenon_dl_.functions.optimizer_retain(optimizer);
}

/** @brief Gives one reference back. NULL is ignored. MT-SAFE. */
static inline void tenon_optimizer_release(tenon_optimizer *optimizer) {
  if (tenon_dl_.functions.optimizer_release) tenon_dl_.functions.optimizer_release(optimizer);
}

/** @brief A scheduler of PyTorch's name, "StepLR", "OneCycleLR" …, which takes its first step and
 *  changes "lr" in the groups. `options` NULL or a dict, as PyTorch's constructor. Out: owned.
 *  Errors: KEY (unknown class; a group without "initial_lr" where last_epoch is given), TYPE
 *  (unknown, missing or wrongly typed option; a class that needs a function), VALUE.
 *  MT-EXCLUSIVE. */
static inline tenon_status tenon_scheduler_create(tenon_optimizer *optimizer, const char *type_name, tenon_value *options, tenon_scheduler **out_scheduler) {
  if (!tenon_dl_.functions.scheduler_create && out_scheduler) *out_scheduler = 0;
  return tenon_dl_.functions.scheduler_create ? tenon_dl_.functions.scheduler_create(optimizer, type_name, options, out_scheduler) : TENON_E_UNSUPPORTED;
}

/** @brief As tenon_scheduler_create, with a function: lr_lambda of LambdaLR and MultiplicativeLR,
 *  scale_fn of CyclicLR. It is called as TENON_CALL_SCHEDULE. Takes fn, user_data, destroy.
 *  Out: owned. MT-EXCLUSIVE. */
static inline tenon_status tenon_scheduler_create_with(tenon_optimizer *optimizer, const char *type_name, tenon_value *options, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, tenon_scheduler **out_scheduler) {
  if (!tenon_dl_.functions.scheduler_create_with && out_scheduler) *out_scheduler = 0;
  return tenon_dl_.functions.scheduler_create_with ? tenon_dl_.functions.scheduler_create_with(optimizer, type_name, options, fn, user_data, destroy, out_scheduler) : TENON_E_UNSUPPORTED;
}

/** @brief SequentialLR or ChainedScheduler over `schedulers`, which belong to the optimizer.
 *  `options` NULL or a dict (milestones). Out: owned. Errors: as tenon_scheduler_create; VALUE
 *  (a scheduler of another optimizer). MT-EXCLUSIVE. */
static inline tenon_status tenon_scheduler_create_of(tenon_optimizer *optimizer, const char *type_name, tenon_scheduler *const *schedulers, int64_t scheduler_count, tenon_value *options, tenon_scheduler **out_scheduler) {
  if (!tenon_dl_.functions.scheduler_create_of && out_scheduler) *out_scheduler = 0;
  return tenon_dl_.functions.scheduler_create_of ? tenon_dl_.functions.scheduler_create_of(optimizer, type_name, schedulers, scheduler_count, options, out_scheduler) : TENON_E_UNSUPPORTED;
}

/** @brief The next epoch (or iteration). Errors: TYPE (ReduceLROnPlateau wants a metric), VALUE
 *  (OneCycleLR is over); what its function fails with. MT-EXCLUSIVE. */
static inline tenon_status tenon_scheduler_step(tenon_scheduler *scheduler) {
  return tenon_dl_.functions.scheduler_step ? tenon_dl_.functions.scheduler_step(scheduler) : TENON_E_UNSUPPORTED;
}

/** @brief A step with the metric of ReduceLROnPlateau; for the other classes `number` is the epoch
 *  to go to, which may have a fraction for CosineAnnealingWarmRestarts. Errors: as
 *  tenon_scheduler_step. MT-EXCLUSIVE. */
static inline tenon_status tenon_scheduler_step_with(tenon_scheduler *scheduler, double number) {
  return tenon_dl_.functions.scheduler_step_with ? tenon_dl_.functions.scheduler_step_with(scheduler, number) : TENON_E_UNSUPPORTED;
}

/** @brief The learning rate of each group, a list. Out: owned. MT-READ. */
static inline tenon_status tenon_scheduler_last_lr(tenon_scheduler *scheduler, tenon_value **out_value) {
  if (!tenon_dl_.functions.scheduler_last_lr && out_value) *out_value = 0;
  return tenon_dl_.functions.scheduler_last_lr ? tenon_dl_.functions.scheduler_last_lr(scheduler, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief A dict of the scheduler's numbers under PyTorch's names; its function is not in it. Out:
 *  owned. MT-READ. */
static inline tenon_status tenon_scheduler_state_dict(tenon_scheduler *scheduler, tenon_value **out_value) {
  if (!tenon_dl_.functions.scheduler_state_dict && out_value) *out_value = 0;
  return tenon_dl_.functions.scheduler_state_dict ? tenon_dl_.functions.scheduler_state_dict(scheduler, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief Takes over the entries of a state dict. Errors: TYPE (no dict), VALUE (another number of
 *  schedulers inside). MT-EXCLUSIVE. */
static inline tenon_status tenon_scheduler_load_state_dict(tenon_scheduler *scheduler, tenon_value *state) {
  return tenon_dl_.functions.scheduler_load_state_dict ? tenon_dl_.functions.scheduler_load_state_dict(scheduler, state) : TENON_E_UNSUPPORTED;
}

/** @brief One more reference. NULL is ignored. MT-SAFE. */
static inline void tenon_scheduler_retain(tenon_scheduler *scheduler) {
  if (tenon_dl_.functions.scheduler_retain) tenon_dl_.functions.scheduler_retain(scheduler);
}

/** @brief Gives one reference back. NULL is ignored. MT-SAFE. */
static inline void tenon_scheduler_release(tenon_scheduler *scheduler) {
  if (tenon_dl_.functions.scheduler_release) tenon_dl_.functions.scheduler_release(scheduler);
}

/** @brief Scales the gradients of `params` (a tensor, a module, a list of tensors) so that their
 *  norm of order `norm_type` (2; infinity for the largest element) is at most `max_norm`.
 *  `strict`: a norm that is not finite is an error. Out: the norm before, owned. Errors:
 *  RUNTIME, TYPE. MT-EXCLUSIVE. */
static inline tenon_status tenon_clip_grad_norm(tenon_value *params, double max_norm, double norm_type, int32_t strict, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.clip_grad_norm && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.clip_grad_norm ? tenon_dl_.functions.clip_grad_norm(params, max_norm, norm_type, strict, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief Clamps the gradients of `params` to [-clip_value, clip_value]. Errors: RUNTIME (there is
 *  no gradient), TYPE. MT-EXCLUSIVE. */
static inline tenon_status tenon_clip_grad_value(tenon_value *params, double clip_value) {
  return tenon_dl_.functions.clip_grad_value ? tenon_dl_.functions.clip_grad_value(params, clip_value) : TENON_E_UNSUPPORTED;
}

/** @brief The norm of a tensor or a list of tensors together, as tenon_clip_grad_norm takes it of
 *  gradients. Out: owned. Errors: RUNTIME, TYPE. MT-READ. */
static inline tenon_status tenon_total_norm(tenon_value *items, double norm_type, int32_t strict, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.total_norm && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.total_norm ? tenon_dl_.functions.total_norm(items, norm_type, strict, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief Scales the gradients of `params` as tenon_clip_grad_norm does, with a norm that is
 *  known. Errors: VALUE (more than one number), TYPE. MT-EXCLUSIVE. */
static inline tenon_status tenon_clip_grads_with_norm(tenon_value *params, double max_norm, tenon_tensor *norm) {
  return tenon_dl_.functions.clip_grads_with_norm ? tenon_dl_.functions.clip_grads_with_norm(params, max_norm, norm) : TENON_E_UNSUPPORTED;
}

/** @brief An AveragedModel: a deep copy of `module` whose parameters are averages, and whose call
 *  is the copy's. `options` NULL or a dict: use_buffers (bool, false: buffers follow the
 *  model), ema_decay (float: exponential average), swa_multi (bool, false: the mean as
 *  get_swa_multi_avg_fn rounds it); else the mean of all. Out: owned. Errors: as
 *  tenon_module_deepcopy; VALUE, TYPE (options). MT-READ. */
static inline tenon_status tenon_averaged_model_create(tenon_module *module, tenon_value *options, tenon_module **out_module) {
  if (!tenon_dl_.functions.averaged_model_create && out_module) *out_module = 0;
  return tenon_dl_.functions.averaged_model_create ? tenon_dl_.functions.averaged_model_create(module, options, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief The same with the host's average, called as TENON_CALL_AVERAGE for each tensor from the
 *  second update on. Takes fn, user_data, destroy. Out: owned. MT-READ. */
static inline tenon_status tenon_averaged_model_create_with(tenon_module *module, tenon_value *options, tenon_callback fn, void *user_data, tenon_destroy_fn destroy, tenon_module **out_module) {
  if (!tenon_dl_.functions.averaged_model_create_with && out_module) *out_module = 0;
  return tenon_dl_.functions.averaged_model_create_with ? tenon_dl_.functions.averaged_model_create_with(module, options, fn, user_data, destroy, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief Takes the tensors of `child`, the model in training, into the averages of `module`.
 *  Errors: TYPE (no AveragedModel), VALUE (another number of tensors); what its function fails
 *  with. MT-EXCLUSIVE. */
static inline tenon_status tenon_module_update_average(tenon_module *module, tenon_module *child) {
  return tenon_dl_.functions.module_update_average ? tenon_dl_.functions.module_update_average(module, child) : TENON_E_UNSUPPORTED;
}

/** @brief Running statistics of all batch norms anew, over `items`, a list of inputs: each a
 *  tensor, or a tuple or list that begins with one. Errors: TYPE; what the calls fail with.
 *  MT-EXCLUSIVE. */
static inline tenon_status tenon_module_update_bn(tenon_module *module, tenon_value *items) {
  return tenon_dl_.functions.module_update_bn ? tenon_dl_.functions.module_update_bn(module, items) : TENON_E_UNSUPPORTED;
}

/** @brief An empty report, for tenon_module_parse_with and tenon_module_load_with. Out: owned.
 *  MT-SAFE. */
static inline tenon_status tenon_report_create(tenon_context *context, tenon_report **out_report) {
  if (!tenon_dl_.functions.report_create && out_report) *out_report = 0;
  return tenon_dl_.functions.report_create ? tenon_dl_.functions.report_create(context, out_report) : TENON_E_UNSUPPORTED;
}

/** @brief Number of lines of a kind; -1 on misuse. MT-READ. */
static inline int64_t tenon_report_count(tenon_report *report, int32_t kind) {
  return tenon_dl_.functions.report_count ? tenon_dl_.functions.report_count(report, kind) : -1;
}

/** @brief A line; NULL if there is none or on misuse. Borrows until the report changes. MT-READ.
 *  */
static inline const char *tenon_report_text(tenon_report *report, int32_t kind, int64_t index) {
  return tenon_dl_.functions.report_text ? tenon_dl_.functions.report_text(report, kind, index) : NULL;
}

/** @brief Appends a line: what load hooks may do. Errors: VALUE (no such kind). MT-EXCLUSIVE. */
static inline tenon_status tenon_report_add(tenon_report *report, int32_t kind, const char *text) {
  return tenon_dl_.functions.report_add ? tenon_dl_.functions.report_add(report, kind, text) : TENON_E_UNSUPPORTED;
}

/** @brief Removes a line: what load hooks may do. Errors: VALUE (no such kind), INDEX.
 *  MT-EXCLUSIVE. */
static inline tenon_status tenon_report_remove(tenon_report *report, int32_t kind, int64_t index) {
  return tenon_dl_.functions.report_remove ? tenon_dl_.functions.report_remove(report, kind, index) : TENON_E_UNSUPPORTED;
}

/** @brief "<All keys matched successfully>", or PyTorch's listing of the keys. Out: owned.
 *  MT-READ. */
static inline tenon_status tenon_report_describe(tenon_report *report, tenon_string **out_string) {
  if (!tenon_dl_.functions.report_describe && out_string) *out_string = 0;
  return tenon_dl_.functions.report_describe ? tenon_dl_.functions.report_describe(report, out_string) : TENON_E_UNSUPPORTED;
}

/** @brief One more reference. NULL is ignored. MT-SAFE. */
static inline void tenon_report_retain(tenon_report *report) {
  if (tenon_dl_.functions.report_retain) tenon_dl_.functions.report_retain(report);
}

/** @brief Gives one reference back. NULL is ignored. MT-SAFE. */
static inline void tenon_report_release(tenon_report *report) {
  if (tenon_dl_.functions.report_release) tenon_dl_.functions.report_release(report);
}

/** @brief An empty state dict. Out: owned. MT-SAFE. */
static inline tenon_status tenon_state_dict_create(tenon_context *context, tenon_state_dict **out_state_dict) {
  if (!tenon_dl_.functions.state_dict_create && out_state_dict) *out_state_dict = 0;
  return tenon_dl_.functions.state_dict_create ? tenon_dl_.functions.state_dict_create(context, out_state_dict) : TENON_E_UNSUPPORTED;
}

/** @brief Reads a file, told by its content: safetensors. `options` NULL or a dict:
 *  max_header_bytes (int). Out: owned. Errors: IO, CORRUPT (with a reason word), UNSUPPORTED
 *  (another known format). MT-SAFE. */
static inline tenon_status tenon_state_dict_load(tenon_context *context, const char *path, tenon_value *options, tenon_state_dict **out_state_dict) {
  if (!tenon_dl_.functions.state_dict_load && out_state_dict) *out_state_dict = 0;
  return tenon_dl_.functions.state_dict_load ? tenon_dl_.functions.state_dict_load(context, path, options, out_state_dict) : TENON_E_UNSUPPORTED;
}

/** @brief As tenon_state_dict_load, from memory. Copies `data`. Out: owned. MT-SAFE. */
static inline tenon_status tenon_state_dict_load_memory(tenon_context *context, const void *data, int64_t bytes, tenon_value *options, tenon_state_dict **out_state_dict) {
  if (!tenon_dl_.functions.state_dict_load_memory && out_state_dict) *out_state_dict = 0;
  return tenon_dl_.functions.state_dict_load_memory ? tenon_dl_.functions.state_dict_load_memory(context, data, bytes, options, out_state_dict) : TENON_E_UNSUPPORTED;
}

/** @brief Writes safetensors, atomically: a reader sees the old file or the new one. `options`
 *  NULL (none exist yet). Errors: IO, TYPE (an entry that is no tensor). MT-READ. */
static inline tenon_status tenon_state_dict_save(tenon_state_dict *state_dict, const char *path, tenon_value *options) {
  return tenon_dl_.functions.state_dict_save ? tenon_dl_.functions.state_dict_save(state_dict, path, options) : TENON_E_UNSUPPORTED;
}

/** @brief The bytes that tenon_state_dict_save writes. Out: owned. MT-READ. */
static inline tenon_status tenon_state_dict_save_memory(tenon_state_dict *state_dict, tenon_value *options, tenon_string **out_string) {
  if (!tenon_dl_.functions.state_dict_save_memory && out_string) *out_string = 0;
  return tenon_dl_.functions.state_dict_save_memory ? tenon_dl_.functions.state_dict_save_memory(state_dict, options, out_string) : TENON_E_UNSUPPORTED;
}

/** @brief Number of entries; -1 on misuse. MT-READ. */
static inline int64_t tenon_state_dict_count(tenon_state_dict *state_dict) {
  return tenon_dl_.functions.state_dict_count ? tenon_dl_.functions.state_dict_count(state_dict) : -1;
}

/** @brief An entry's key; NULL if there is none or on misuse. Borrows until the state dict
 *  changes. MT-READ. */
static inline const char *tenon_state_dict_key(tenon_state_dict *state_dict, int64_t index) {
  return tenon_dl_.functions.state_dict_key ? tenon_dl_.functions.state_dict_key(state_dict, index) : NULL;
}

/** @brief 1 if there is such a key, else 0; -1 on misuse. MT-READ. */
static inline int32_t tenon_state_dict_has(tenon_state_dict *state_dict, const char *key) {
  return tenon_dl_.functions.state_dict_has ? tenon_dl_.functions.state_dict_has(state_dict, key) : -1;
}

/** @brief An entry. Out: owned. Errors: KEY. MT-READ. */
static inline tenon_status tenon_state_dict_get(tenon_state_dict *state_dict, const char *key, tenon_value **out_value) {
  if (!tenon_dl_.functions.state_dict_get && out_value) *out_value = 0;
  return tenon_dl_.functions.state_dict_get ? tenon_dl_.functions.state_dict_get(state_dict, key, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief An entry's tensor. Out: owned. Errors: KEY, TYPE (no tensor). MT-READ. */
static inline tenon_status tenon_state_dict_tensor(tenon_state_dict *state_dict, const char *key, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.state_dict_tensor && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.state_dict_tensor ? tenon_dl_.functions.state_dict_tensor(state_dict, key, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief Sets an entry, in place or at the end. `value` NULL: none. MT-EXCLUSIVE. */
static inline tenon_status tenon_state_dict_set(tenon_state_dict *state_dict, const char *key, tenon_value *value) {
  return tenon_dl_.functions.state_dict_set ? tenon_dl_.functions.state_dict_set(state_dict, key, value) : TENON_E_UNSUPPORTED;
}

/** @brief Sets an entry to a tensor. MT-EXCLUSIVE. */
static inline tenon_status tenon_state_dict_set_tensor(tenon_state_dict *state_dict, const char *key, tenon_tensor *tensor) {
  return tenon_dl_.functions.state_dict_set_tensor ? tenon_dl_.functions.state_dict_set_tensor(state_dict, key, tensor) : TENON_E_UNSUPPORTED;
}

/** @brief Removes an entry. Errors: KEY. MT-EXCLUSIVE. */
static inline tenon_status tenon_state_dict_remove(tenon_state_dict *state_dict, const char *key) {
  return tenon_dl_.functions.state_dict_remove ? tenon_dl_.functions.state_dict_remove(state_dict, key) : TENON_E_UNSUPPORTED;
}

/** @brief Keys that begin with `prefix` lose it. `out_count` (may be NULL): how many changed.
 *  MT-EXCLUSIVE. */
static inline tenon_status tenon_state_dict_strip_prefix(tenon_state_dict *state_dict, const char *prefix, int64_t *out_count) {
  if (!tenon_dl_.functions.state_dict_strip_prefix && out_count) *out_count = 0;
  return tenon_dl_.functions.state_dict_strip_prefix ? tenon_dl_.functions.state_dict_strip_prefix(state_dict, prefix, out_count) : TENON_E_UNSUPPORTED;
}

/** @brief Module path to dict ({"version": 1}), a dict that may be changed; none if the state dict
 *  carries no metadata. Out: owned. MT-READ. */
static inline tenon_status tenon_state_dict_metadata(tenon_state_dict *state_dict, tenon_value **out_value) {
  if (!tenon_dl_.functions.state_dict_metadata && out_value) *out_value = 0;
  return tenon_dl_.functions.state_dict_metadata ? tenon_dl_.functions.state_dict_metadata(state_dict, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief Replaces the metadata by a dict; `value` NULL or none: no metadata. Errors: TYPE.
 *  MT-EXCLUSIVE. */
static inline tenon_status tenon_state_dict_set_metadata(tenon_state_dict *state_dict, tenon_value *value) {
  return tenon_dl_.functions.state_dict_set_metadata ? tenon_dl_.functions.state_dict_set_metadata(state_dict, value) : TENON_E_UNSUPPORTED;
}

/** @brief The text pairs of the file (safetensors' __metadata__), a dict that may be changed. Out:
 *  owned. MT-READ. */
static inline tenon_status tenon_state_dict_file_metadata(tenon_state_dict *state_dict, tenon_value **out_value) {
  if (!tenon_dl_.functions.state_dict_file_metadata && out_value) *out_value = 0;
  return tenon_dl_.functions.state_dict_file_metadata ? tenon_dl_.functions.state_dict_file_metadata(state_dict, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief An own map over the same tensors. Out: owned. MT-READ. */
static inline tenon_status tenon_state_dict_copy(tenon_state_dict *state_dict, tenon_state_dict **out_state_dict) {
  if (!tenon_dl_.functions.state_dict_copy && out_state_dict) *out_state_dict = 0;
  return tenon_dl_.functions.state_dict_copy ? tenon_dl_.functions.state_dict_copy(state_dict, out_state_dict) : TENON_E_UNSUPPORTED;
}

/** @brief An own map with own copies of all tensors: a snapshot. Out: owned. MT-READ. */
static inline tenon_status tenon_state_dict_clone(tenon_state_dict *state_dict, tenon_state_dict **out_state_dict) {
  if (!tenon_dl_.functions.state_dict_clone && out_state_dict) *out_state_dict = 0;
  return tenon_dl_.functions.state_dict_clone ? tenon_dl_.functions.state_dict_clone(state_dict, out_state_dict) : TENON_E_UNSUPPORTED;
}

/** @brief One more reference. NULL is ignored. MT-SAFE. */
static inline void tenon_state_dict_retain(tenon_state_dict *state_dict) {
  if (tenon_dl_.functions.state_dict_retain) tenon_dl_.functions.state_dict_retain(state_dict);
}

/** @brief Gives one reference back. NULL is ignored. MT-SAFE. */
static inline void tenon_state_dict_release(tenon_state_dict *state_dict) {
  if (tenon_dl_.functions.state_dict_release) tenon_dl_.functions.state_dict_release(state_dict);
}

/** @brief The text, with a terminating zero; NULL on misuse. Borrows from the string. MT-SAFE. */
static inline const char *tenon_string_data(tenon_string *string) {
  return tenon_dl_.functions.string_data ? tenon_dl_.functions.string_data(string) : NULL;
}

/** @brief Bytes without the terminating zero; -1 on misuse. MT-SAFE. */
static inline int64_t tenon_string_size(tenon_string *string) {
  return tenon_dl_.functions.string_size ? tenon_dl_.functions.string_size(string) : -1;
}

/** @brief One more reference. NULL is ignored. MT-SAFE. */
static inline void tenon_string_retain(tenon_string *string) {
  if (tenon_dl_.functions.string_retain) tenon_dl_.functions.string_retain(string);
}

/** @brief Gives one reference back. NULL is ignored. MT-SAFE. */
static inline void tenon_string_release(tenon_string *string) {
  if (tenon_dl_.functions.string_release) tenon_dl_.functions.string_release(string);
}

/** @brief Zeros. Errors: VALUE (unknown dtype, negative size, too many elements). MT-SAFE. */
static inline tenon_status tenon_tensor_create(tenon_context *context, int32_t dtype, const int64_t *shape, int32_t ndim, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.tensor_create && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.tensor_create ? tenon_dl_.functions.tensor_create(context, dtype, shape, ndim, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief Every element `fill_value`, converted to the dtype. MT-SAFE. */
static inline tenon_status tenon_tensor_full(tenon_context *context, int32_t dtype, const int64_t *shape, int32_t ndim, double fill_value, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.tensor_full && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.tensor_full ? tenon_dl_.functions.tensor_full(context, dtype, shape, ndim, fill_value, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief One dim: begin, begin + step, … before end. Errors: VALUE (step is zero or leads away
 *  from the end). MT-SAFE. */
static inline tenon_status tenon_tensor_arange(tenon_context *context, int32_t dtype, double begin, double end, double step, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.tensor_arange && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.tensor_arange ? tenon_dl_.functions.tensor_arange(context, dtype, begin, end, step, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief Copies row-major elements of that dtype from `data`. MT-SAFE. */
static inline tenon_status tenon_tensor_from_data(tenon_context *context, int32_t dtype, const int64_t *shape, int32_t ndim, const void *data, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.tensor_from_data && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.tensor_from_data ? tenon_dl_.functions.tensor_from_data(context, dtype, shape, ndim, data, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief A tensor over the host's memory, without a copy. `strides` NULL: row-major. Takes
 *  user_data and destroy (may be NULL), which runs on any thread when no tensor uses the
 *  memory any more. MT-SAFE. */
static inline tenon_status tenon_tensor_wrap(tenon_context *context, int32_t dtype, const int64_t *shape, const int64_t *strides, int32_t ndim, void *data, void *user_data, tenon_destroy_fn destroy, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.tensor_wrap && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.tensor_wrap ? tenon_dl_.functions.tensor_wrap(context, dtype, shape, strides, ndim, data, user_data, destroy, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief As tenon_tensor_wrap, over memory that is never written: in-place ops on it are RUNTIME.
 *  MT-SAFE. */
static inline tenon_status tenon_tensor_wrap_read_only(tenon_context *context, int32_t dtype, const int64_t *shape, const int64_t *strides, int32_t ndim, const void *data, void *user_data, tenon_destroy_fn destroy, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.tensor_wrap_read_only && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.tensor_wrap_read_only ? tenon_dl_.functions.tensor_wrap_read_only(context, dtype, shape, strides, ndim, data, user_data, destroy, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief One more reference. NULL is ignored. MT-SAFE. */
static inline void tenon_tensor_retain(tenon_tensor *tensor) {
  if (tenon_dl_.functions.tensor_retain) tenon_dl_.functions.tensor_retain(tensor);
}

/** @brief Gives one reference back. NULL is ignored. MT-SAFE. */
static inline void tenon_tensor_release(tenon_tensor *tensor) {
  if (tenon_dl_.functions.tensor_release) tenon_dl_.functions.tensor_release(tensor);
}

/** @brief The element type; 0 on misuse. MT-READ. */
static inline int32_t tenon_tensor_dtype(tenon_tensor *tensor) {
  return tenon_dl_.functions.tensor_dtype ? tenon_dl_.functions.tensor_dtype(tensor) : -1;
}

/** @brief Number of dims; -1 on misuse. MT-READ. */
static inline int32_t tenon_tensor_ndim(tenon_tensor *tensor) {
  return tenon_dl_.functions.tensor_ndim ? tenon_dl_.functions.tensor_ndim(tensor) : -1;
}

/** @brief Size of a dim; a negative `dim` counts from the end; -1 if there is none or on misuse.
 *  MT-READ. */
static inline int64_t tenon_tensor_dim(tenon_tensor *tensor, int32_t dim) {
  return tenon_dl_.functions.tensor_dim ? tenon_dl_.functions.tensor_dim(tensor, dim) : -1;
}

/** @brief Stride of a dim in elements; 0 if there is no such dim or on misuse. MT-READ. */
static inline int64_t tenon_tensor_stride(tenon_tensor *tensor, int32_t dim) {
  return tenon_dl_.functions.tensor_stride ? tenon_dl_.functions.tensor_stride(tensor, dim) : -1;
}

/** @brief Number of elements; -1 on misuse. MT-READ. */
static inline int64_t tenon_tensor_numel(tenon_tensor *tensor) {
  return tenon_dl_.functions.tensor_numel ? tenon_dl_.functions.tensor_numel(tensor) : -1;
}

/** @brief 1 if the elements lie row-major without gaps, else 0; -1 on misuse. MT-READ. */
static inline int32_t tenon_tensor_is_contiguous(tenon_tensor *tensor) {
  return tenon_dl_.functions.tensor_is_contiguous ? tenon_dl_.functions.tensor_is_contiguous(tensor) : -1;
}

/** @brief 1 for a parameter, else 0; -1 on misuse. MT-READ. */
static inline int32_t tenon_tensor_is_parameter(tenon_tensor *tensor) {
  return tenon_dl_.functions.tensor_is_parameter ? tenon_dl_.functions.tensor_is_parameter(tensor) : -1;
}

/** @brief 1 if the tensor came from a parsed text and has no values yet, else 0; -1 on misuse.
 *  MT-READ. */
static inline int32_t tenon_tensor_is_uninitialized(tenon_tensor *tensor) {
  return tenon_dl_.functions.tensor_is_uninitialized ? tenon_dl_.functions.tensor_is_uninitialized(tensor) : -1;
}

/** @brief 1 if both tensors lie in the same memory, else 0; -1 on misuse. MT-READ. */
static inline int32_t tenon_tensor_shares_storage(tenon_tensor *tensor, tenon_tensor *other) {
  return tenon_dl_.functions.tensor_shares_storage ? tenon_dl_.functions.tensor_shares_storage(tensor, other) : -1;
}

/** @brief 1 if gradients are wanted, else 0; -1 on misuse. MT-READ. */
static inline int32_t tenon_tensor_requires_grad(tenon_tensor *tensor) {
  return tenon_dl_.functions.tensor_requires_grad ? tenon_dl_.functions.tensor_requires_grad(tensor) : -1;
}

/** @brief Says whether gradients are wanted. Errors: RUNTIME (integer or bool elements).
 *  MT-EXCLUSIVE. */
static inline tenon_status tenon_tensor_requires_grad_set(tenon_tensor *tensor, int32_t flag) {
  return tenon_dl_.functions.tensor_requires_grad_set ? tenon_dl_.functions.tensor_requires_grad_set(tensor, flag) : TENON_E_UNSUPPORTED;
}

/** @brief The accumulated gradient, owned; NULL with TENON_OK if there is none. MT-READ. */
static inline tenon_status tenon_tensor_grad(tenon_tensor *tensor, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.tensor_grad && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.tensor_grad ? tenon_dl_.functions.tensor_grad(tensor, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief Replaces the gradient. `grad` NULL: none. Errors: RUNTIME (another shape or dtype, the
 *  tensor itself). MT-EXCLUSIVE. */
static inline tenon_status tenon_tensor_grad_set(tenon_tensor *tensor, tenon_tensor *grad) {
  return tenon_dl_.functions.tensor_grad_set ? tenon_dl_.functions.tensor_grad_set(tensor, grad) : TENON_E_UNSUPPORTED;
}

/** @brief The value of a one-element tensor as a double. Errors: RUNTIME (more elements or none).
 *  MT-READ. */
static inline tenon_status tenon_tensor_item(tenon_tensor *tensor, double *out_number) {
  if (!tenon_dl_.functions.tensor_item && out_number) *out_number = 0;
  return tenon_dl_.functions.tensor_item ? tenon_dl_.functions.tensor_item(tensor, out_number) : TENON_E_UNSUPPORTED;
}

/** @brief The value of a one-element tensor as an integer. Errors: RUNTIME (more elements or
 *  none). MT-READ. */
static inline tenon_status tenon_tensor_item_int(tenon_tensor *tensor, int64_t *out_integer) {
  if (!tenon_dl_.functions.tensor_item_int && out_integer) *out_integer = 0;
  return tenon_dl_.functions.tensor_item_int ? tenon_dl_.functions.tensor_item_int(tensor, out_integer) : TENON_E_UNSUPPORTED;
}

/** @brief The address of the first element, without a copy, for reading or (TENON_MAP_WRITE)
 *  writing; other elements lie at the strides. Valid until tenon_tensor_unmap, while the
 *  handle is held. Errors: RUNTIME (writing to read-only memory), VALUE (unknown flags).
 *  MT-READ, but alone on the object while mapped for writing. */
static inline tenon_status tenon_tensor_map(tenon_tensor *tensor, int32_t flags, void **out_pointer) {
  if (!tenon_dl_.functions.tensor_map && out_pointer) *out_pointer = 0;
  return tenon_dl_.functions.tensor_map ? tenon_dl_.functions.tensor_map(tensor, flags, out_pointer) : TENON_E_UNSUPPORTED;
}

/** @brief Ends one tenon_tensor_map. Errors: RUNTIME (not mapped through this handle). MT-READ. */
static inline tenon_status tenon_tensor_unmap(tenon_tensor *tensor) {
  return tenon_dl_.functions.tensor_unmap ? tenon_dl_.functions.tensor_unmap(tensor) : TENON_E_UNSUPPORTED;
}

/** @brief Copies all elements out, row-major; `bytes` must be numel * dtype size. Errors: VALUE
 *  (other `bytes`). MT-READ. */
static inline tenon_status tenon_tensor_read(tenon_tensor *tensor, void *destination, int64_t bytes) {
  return tenon_dl_.functions.tensor_read ? tenon_dl_.functions.tensor_read(tensor, destination, bytes) : TENON_E_UNSUPPORTED;
}

/** @brief Copies row-major elements in; `bytes` must be numel * dtype size. Errors: VALUE (other
 *  `bytes`), RUNTIME (read-only memory). MT-EXCLUSIVE. */
static inline tenon_status tenon_tensor_write(tenon_tensor *tensor, const void *data, int64_t bytes) {
  return tenon_dl_.functions.tensor_write ? tenon_dl_.functions.tensor_write(tensor, data, bytes) : TENON_E_UNSUPPORTED;
}

/** @brief Sets every element, converted to the dtype. Errors: RUNTIME (read-only memory).
 *  MT-EXCLUSIVE. */
static inline tenon_status tenon_tensor_fill(tenon_tensor *tensor, double fill_value) {
  return tenon_dl_.functions.tensor_fill ? tenon_dl_.functions.tensor_fill(tensor, fill_value) : TENON_E_UNSUPPORTED;
}

/** @brief Copies another tensor's elements into this one, broadcast and converted. Errors: RUNTIME
 *  (read-only memory, shapes that do not broadcast). MT-EXCLUSIVE. */
static inline tenon_status tenon_tensor_copy(tenon_tensor *tensor, tenon_tensor *source) {
  return tenon_dl_.functions.tensor_copy ? tenon_dl_.functions.tensor_copy(tensor, source) : TENON_E_UNSUPPORTED;
}

/** @brief Fills with uniform numbers of [low, high) from the context's generator, as PyTorch draws
 *  them. Errors: RUNTIME (no floating dtype). MT-EXCLUSIVE. */
static inline tenon_status tenon_tensor_uniform(tenon_tensor *tensor, double low, double high) {
  return tenon_dl_.functions.tensor_uniform ? tenon_dl_.functions.tensor_uniform(tensor, low, high) : TENON_E_UNSUPPORTED;
}

/** @brief Fills with normal numbers from the context's generator, as PyTorch draws them. Errors:
 *  RUNTIME (no floating dtype). MT-EXCLUSIVE. */
static inline tenon_status tenon_tensor_normal(tenon_tensor *tensor, double mean, double deviation) {
  return tenon_dl_.functions.tensor_normal ? tenon_dl_.functions.tensor_normal(tensor, mean, deviation) : TENON_E_UNSUPPORTED;
}

/** @brief A row-major copy. Out: owned. MT-READ. */
static inline tenon_status tenon_tensor_clone(tenon_tensor *tensor, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.tensor_clone && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.tensor_clone ? tenon_dl_.functions.tensor_clone(tensor, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief This tensor, or a row-major copy if it is not contiguous. Out: owned. MT-READ. */
static inline tenon_status tenon_tensor_contiguous(tenon_tensor *tensor, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.tensor_contiguous && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.tensor_contiguous ? tenon_dl_.functions.tensor_contiguous(tensor, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief This tensor, or a converted copy if its dtype is another. Out: owned. MT-READ. */
static inline tenon_status tenon_tensor_to(tenon_tensor *tensor, int32_t dtype, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.tensor_to && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.tensor_to ? tenon_dl_.functions.tensor_to(tensor, dtype, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief A tensor over the same memory that wants no gradients. Out: owned. MT-READ. */
static inline tenon_status tenon_tensor_detach(tenon_tensor *tensor, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.tensor_detach && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.tensor_detach ? tenon_dl_.functions.tensor_detach(tensor, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief A parameter over the same memory: what tenon_module_register_parameter takes. Out:
 *  owned. Errors: RUNTIME (`flag`, requires_grad, for integer or bool elements). MT-READ. */
static inline tenon_status tenon_tensor_parameter(tenon_tensor *tensor, int32_t flag, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.tensor_parameter && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.tensor_parameter ? tenon_dl_.functions.tensor_parameter(tensor, flag, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief A view with these sizes, strides and offset, counted from the memory's start. Out:
 *  owned. Errors: VALUE or RUNTIME (leaves the memory). MT-READ. */
static inline tenon_status tenon_tensor_as_strided(tenon_tensor *tensor, const int64_t *shape, const int64_t *strides, int32_t ndim, int64_t offset, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.tensor_as_strided && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.tensor_as_strided ? tenon_dl_.functions.tensor_as_strided(tensor, shape, strides, ndim, offset, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief print(tensor), as PyTorch. Out: owned. MT-READ. */
static inline tenon_status tenon_tensor_text(tenon_tensor *tensor, tenon_string **out_string) {
  if (!tenon_dl_.functions.tensor_text && out_string) *out_string = 0;
  return tenon_dl_.functions.tensor_text ? tenon_dl_.functions.tensor_text(tensor, out_string) : TENON_E_UNSUPPORTED;
}

/** @brief None. Out: owned. MT-SAFE. */
static inline tenon_status tenon_value_none(tenon_context *context, tenon_value **out_value) {
  if (!tenon_dl_.functions.value_none && out_value) *out_value = 0;
  return tenon_dl_.functions.value_none ? tenon_dl_.functions.value_none(context, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief A bool. Out: owned. MT-SAFE. */
static inline tenon_status tenon_value_bool(tenon_context *context, int32_t flag, tenon_value **out_value) {
  if (!tenon_dl_.functions.value_bool && out_value) *out_value = 0;
  return tenon_dl_.functions.value_bool ? tenon_dl_.functions.value_bool(context, flag, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief An int. Out: owned. MT-SAFE. */
static inline tenon_status tenon_value_int(tenon_context *context, int64_t integer, tenon_value **out_value) {
  if (!tenon_dl_.functions.value_int && out_value) *out_value = 0;
  return tenon_dl_.functions.value_int ? tenon_dl_.functions.value_int(context, integer, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief A float. Out: owned. MT-SAFE. */
static inline tenon_status tenon_value_float(tenon_context *context, double number, tenon_value **out_value) {
  if (!tenon_dl_.functions.value_float && out_value) *out_value = 0;
  return tenon_dl_.functions.value_float ? tenon_dl_.functions.value_float(context, number, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief A string. Out: owned. MT-SAFE. */
static inline tenon_status tenon_value_string(tenon_context *context, const char *text, tenon_value **out_value) {
  if (!tenon_dl_.functions.value_string && out_value) *out_value = 0;
  return tenon_dl_.functions.value_string ? tenon_dl_.functions.value_string(context, text, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief A dtype. Out: owned. Errors: VALUE (no such dtype). MT-SAFE. */
static inline tenon_status tenon_value_dtype(tenon_context *context, int32_t dtype, tenon_value **out_value) {
  if (!tenon_dl_.functions.value_dtype && out_value) *out_value = 0;
  return tenon_dl_.functions.value_dtype ? tenon_dl_.functions.value_dtype(context, dtype, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief A tensor; none if `tensor` is NULL. Out: owned. MT-SAFE. */
static inline tenon_status tenon_value_tensor(tenon_context *context, tenon_tensor *tensor, tenon_value **out_value) {
  if (!tenon_dl_.functions.value_tensor && out_value) *out_value = 0;
  return tenon_dl_.functions.value_tensor ? tenon_dl_.functions.value_tensor(context, tensor, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief A module; none if `module` is NULL. Out: owned. MT-SAFE. */
static inline tenon_status tenon_value_module(tenon_context *context, tenon_module *module, tenon_value **out_value) {
  if (!tenon_dl_.functions.value_module && out_value) *out_value = 0;
  return tenon_dl_.functions.value_module ? tenon_dl_.functions.value_module(context, module, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief A host's own object. Takes user_data and destroy (may be NULL). Out: owned. MT-SAFE. */
static inline tenon_status tenon_value_opaque(tenon_context *context, void *user_data, tenon_destroy_fn destroy, tenon_value **out_value) {
  if (!tenon_dl_.functions.value_opaque && out_value) *out_value = 0;
  return tenon_dl_.functions.value_opaque ? tenon_dl_.functions.value_opaque(context, user_data, destroy, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief A tuple of values. Out: owned. MT-SAFE. */
static inline tenon_status tenon_value_tuple(tenon_context *context, tenon_value *const *items, int64_t item_count, tenon_value **out_value) {
  if (!tenon_dl_.functions.value_tuple && out_value) *out_value = 0;
  return tenon_dl_.functions.value_tuple ? tenon_dl_.functions.value_tuple(context, items, item_count, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief A list of values. Out: owned. MT-SAFE. */
static inline tenon_status tenon_value_list(tenon_context *context, tenon_value *const *items, int64_t item_count, tenon_value **out_value) {
  if (!tenon_dl_.functions.value_list && out_value) *out_value = 0;
  return tenon_dl_.functions.value_list ? tenon_dl_.functions.value_list(context, items, item_count, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief An empty dict. Out: owned. MT-SAFE. */
static inline tenon_status tenon_value_dict(tenon_context *context, tenon_value **out_value) {
  if (!tenon_dl_.functions.value_dict && out_value) *out_value = 0;
  return tenon_dl_.functions.value_dict ? tenon_dl_.functions.value_dict(context, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief Sets an entry of a dict, in place or at the end. `item` NULL: none. Errors: TYPE (no
 *  dict). MT-EXCLUSIVE. */
static inline tenon_status tenon_value_dict_set(tenon_value *value, const char *key, tenon_value *item) {
  return tenon_dl_.functions.value_dict_set ? tenon_dl_.functions.value_dict_set(value, key, item) : TENON_E_UNSUPPORTED;
}

/** @brief Sets an entry to a bool. Errors: TYPE (no dict). MT-EXCLUSIVE. */
static inline tenon_status tenon_value_dict_set_bool(tenon_value *value, const char *key, int32_t flag) {
  return tenon_dl_.functions.value_dict_set_bool ? tenon_dl_.functions.value_dict_set_bool(value, key, flag) : TENON_E_UNSUPPORTED;
}

/** @brief Sets an entry to an int. Errors: TYPE (no dict). MT-EXCLUSIVE. */
static inline tenon_status tenon_value_dict_set_int(tenon_value *value, const char *key, int64_t integer) {
  return tenon_dl_.functions.value_dict_set_int ? tenon_dl_.functions.value_dict_set_int(value, key, integer) : TENON_E_UNSUPPORTED;
}

/** @brief Sets an entry to a float. Errors: TYPE (no dict). MT-EXCLUSIVE. */
static inline tenon_status tenon_value_dict_set_float(tenon_value *value, const char *key, double number) {
  return tenon_dl_.functions.value_dict_set_float ? tenon_dl_.functions.value_dict_set_float(value, key, number) : TENON_E_UNSUPPORTED;
}

/** @brief Sets an entry to a string. Errors: TYPE (no dict). MT-EXCLUSIVE. */
static inline tenon_status tenon_value_dict_set_string(tenon_value *value, const char *key, const char *text) {
  return tenon_dl_.functions.value_dict_set_string ? tenon_dl_.functions.value_dict_set_string(value, key, text) : TENON_E_UNSUPPORTED;
}

/** @brief Sets an entry to a tensor. `tensor` NULL: none. Errors: TYPE (no dict). MT-EXCLUSIVE. */
static inline tenon_status tenon_value_dict_set_tensor(tenon_value *value, const char *key, tenon_tensor *tensor) {
  return tenon_dl_.functions.value_dict_set_tensor ? tenon_dl_.functions.value_dict_set_tensor(value, key, tensor) : TENON_E_UNSUPPORTED;
}

/** @brief Removes an entry of a dict. Errors: TYPE (no dict), KEY (absent). MT-EXCLUSIVE. */
static inline tenon_status tenon_value_dict_remove(tenon_value *value, const char *key) {
  return tenon_dl_.functions.value_dict_remove ? tenon_dl_.functions.value_dict_remove(value, key) : TENON_E_UNSUPPORTED;
}

/** @brief Appends to a list. `item` NULL: none. Errors: TYPE (no list). MT-EXCLUSIVE. */
static inline tenon_status tenon_value_list_append(tenon_value *value, tenon_value *item) {
  return tenon_dl_.functions.value_list_append ? tenon_dl_.functions.value_list_append(value, item) : TENON_E_UNSUPPORTED;
}

/** @brief A TENON_VALUE_ kind; -1 on misuse. MT-READ. */
static inline int32_t tenon_value_kind(tenon_value *value) {
  return tenon_dl_.functions.value_kind ? tenon_dl_.functions.value_kind(value) : -1;
}

/** @brief The bool. Errors: TYPE. MT-READ. */
static inline tenon_status tenon_value_as_bool(tenon_value *value, int32_t *out_flag) {
  if (!tenon_dl_.functions.value_as_bool && out_flag) *out_flag = 0;
  return tenon_dl_.functions.value_as_bool ? tenon_dl_.functions.value_as_bool(value, out_flag) : TENON_E_UNSUPPORTED;
}

/** @brief The int; bools count as ints. Errors: TYPE. MT-READ. */
static inline tenon_status tenon_value_as_int(tenon_value *value, int64_t *out_integer) {
  if (!tenon_dl_.functions.value_as_int && out_integer) *out_integer = 0;
  return tenon_dl_.functions.value_as_int ? tenon_dl_.functions.value_as_int(value, out_integer) : TENON_E_UNSUPPORTED;
}

/** @brief The float; ints and bools are converted. Errors: TYPE. MT-READ. */
static inline tenon_status tenon_value_as_float(tenon_value *value, double *out_number) {
  if (!tenon_dl_.functions.value_as_float && out_number) *out_number = 0;
  return tenon_dl_.functions.value_as_float ? tenon_dl_.functions.value_as_float(value, out_number) : TENON_E_UNSUPPORTED;
}

/** @brief The string. Out: owned. Errors: TYPE. MT-READ. */
static inline tenon_status tenon_value_as_string(tenon_value *value, tenon_string **out_string) {
  if (!tenon_dl_.functions.value_as_string && out_string) *out_string = 0;
  return tenon_dl_.functions.value_as_string ? tenon_dl_.functions.value_as_string(value, out_string) : TENON_E_UNSUPPORTED;
}

/** @brief The string's text; NULL if the value is none. Borrows from the value. MT-READ. */
static inline const char *tenon_value_string_data(tenon_value *value) {
  return tenon_dl_.functions.value_string_data ? tenon_dl_.functions.value_string_data(value) : NULL;
}

/** @brief The dtype. Errors: TYPE. MT-READ. */
static inline tenon_status tenon_value_as_dtype(tenon_value *value, int32_t *out_dtype) {
  if (!tenon_dl_.functions.value_as_dtype && out_dtype) *out_dtype = 0;
  return tenon_dl_.functions.value_as_dtype ? tenon_dl_.functions.value_as_dtype(value, out_dtype) : TENON_E_UNSUPPORTED;
}

/** @brief The tensor. Out: owned. Errors: TYPE. MT-READ. */
static inline tenon_status tenon_value_as_tensor(tenon_value *value, tenon_tensor **out_tensor) {
  if (!tenon_dl_.functions.value_as_tensor && out_tensor) *out_tensor = 0;
  return tenon_dl_.functions.value_as_tensor ? tenon_dl_.functions.value_as_tensor(value, out_tensor) : TENON_E_UNSUPPORTED;
}

/** @brief The module. Out: owned. Errors: TYPE. MT-READ. */
static inline tenon_status tenon_value_as_module(tenon_value *value, tenon_module **out_module) {
  if (!tenon_dl_.functions.value_as_module && out_module) *out_module = 0;
  return tenon_dl_.functions.value_as_module ? tenon_dl_.functions.value_as_module(value, out_module) : TENON_E_UNSUPPORTED;
}

/** @brief The host's object, if it was made with this `destroy`. Borrows from the value. Errors:
 *  TYPE (no opaque value, or another's). MT-READ. */
static inline tenon_status tenon_value_as_opaque(tenon_value *value, tenon_destroy_fn destroy, void **out_pointer) {
  if (!tenon_dl_.functions.value_as_opaque && out_pointer) *out_pointer = 0;
  return tenon_dl_.functions.value_as_opaque ? tenon_dl_.functions.value_as_opaque(value, destroy, out_pointer) : TENON_E_UNSUPPORTED;
}

/** @brief Items of a tuple or list, entries of a dict; 0 for other kinds; -1 on misuse. MT-READ.
 *  */
static inline int64_t tenon_value_count(tenon_value *value) {
  return tenon_dl_.functions.value_count ? tenon_dl_.functions.value_count(value) : -1;
}

/** @brief An item of a tuple or list, or an entry of a dict, by position. Out: owned. Errors:
 *  INDEX, TYPE. MT-READ. */
static inline tenon_status tenon_value_at(tenon_value *value, int64_t index, tenon_value **out_value) {
  if (!tenon_dl_.functions.value_at && out_value) *out_value = 0;
  return tenon_dl_.functions.value_at ? tenon_dl_.functions.value_at(value, index, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief The key of a dict's entry; NULL if there is none or on misuse. Borrows until the dict
 *  changes. MT-READ. */
static inline const char *tenon_value_key(tenon_value *value, int64_t index) {
  return tenon_dl_.functions.value_key ? tenon_dl_.functions.value_key(value, index) : NULL;
}

/** @brief An entry of a dict. Out: owned. Errors: KEY, TYPE. MT-READ. */
static inline tenon_status tenon_value_get(tenon_value *value, const char *key, tenon_value **out_value) {
  if (!tenon_dl_.functions.value_get && out_value) *out_value = 0;
  return tenon_dl_.functions.value_get ? tenon_dl_.functions.value_get(value, key, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief 1 if the dict has that key, else 0; -1 on misuse. MT-READ. */
static inline int32_t tenon_value_has(tenon_value *value, const char *key) {
  return tenon_dl_.functions.value_has ? tenon_dl_.functions.value_has(value, key) : -1;
}

/** @brief 1 if kind and content are equal (tensors, modules and opaque objects: the same one),
 *  else 0; -1 on misuse. MT-READ. */
static inline int32_t tenon_value_equals(tenon_value *value, tenon_value *other) {
  return tenon_dl_.functions.value_equals ? tenon_dl_.functions.value_equals(value, other) : -1;
}

/** @brief A deep copy of tensors, modules, tuples, lists, dicts and all they hold, by the rules of
 *  tenon_module_deepcopy: what was one object stays one object, so several modules are copied
 *  together in a tuple. Out: owned. Errors: as there. MT-READ. */
static inline tenon_status tenon_value_deepcopy(tenon_value *value, tenon_value **out_value) {
  if (!tenon_dl_.functions.value_deepcopy && out_value) *out_value = 0;
  return tenon_dl_.functions.value_deepcopy ? tenon_dl_.functions.value_deepcopy(value, out_value) : TENON_E_UNSUPPORTED;
}

/** @brief The value as Python writes it. Out: owned. MT-READ. */
static inline tenon_status tenon_value_text(tenon_value *value, tenon_string **out_string) {
  if (!tenon_dl_.functions.value_text && out_string) *out_string = 0;
  return tenon_dl_.functions.value_text ? tenon_dl_.functions.value_text(value, out_string) : TENON_E_UNSUPPORTED;
}

/** @brief One more reference. NULL is ignored. MT-SAFE. */
static inline void tenon_value_retain(tenon_value *value) {
  if (tenon_dl_.functions.value_retain) tenon_dl_.functions.value_retain(value);
}

/** @brief Gives one reference back. NULL is ignored. MT-SAFE. */
static inline void tenon_value_release(tenon_value *value) {
  if (tenon_dl_.functions.value_release) tenon_dl_.functions.value_release(value);
}

/* Keeps the first `size - 1` bytes of a text. */
static inline void tenon_dl_note_(const char *text) {
  size_t length = text ? strlen(text) : 0;
  if (length >= sizeof tenon_dl_.error) length = sizeof tenon_dl_.error - 1;
  if (length) memcpy(tenon_dl_.error, text, length);
  tenon_dl_.error[length] = '\0';
}

/** @brief Why the last tenon_dl_open failed; "" if it did not. */
static inline const char *tenon_dl_error(void) { return tenon_dl_.error; }

/** @brief Gives back what tenon_dl_open opened; the last of them unloads the library. Release all
 *  contexts first. */
static inline void tenon_dl_close(void) {
  if (tenon_dl_.opened == 0 || --tenon_dl_.opened > 0) return;
  memset(&tenon_dl_.functions, 0, sizeof tenon_dl_.functions);
  dlclose(tenon_dl_.library);
  tenon_dl_.library = NULL;
}

/** @brief Opens the library: a path, or NULL for libtenon.so.0 where the system looks. Answers
 *  TENON_OK; TENON_E_IO (no library) or TENON_E_VERSION (one that lacks what this header names), with
 *  tenon_dl_error() set. Each success wants one tenon_dl_close. */
static inline tenon_status tenon_dl_open(const char *path) {
  static const char *const names[] = {
      "tenon_abi_version",
      "tenon_version",
      "tenon_release_all",
      "tenon_dtype_size",
      "tenon_dtype_name",
      "tenon_dtype_from_name",
      "tenon_call_kind",
      "tenon_call_context",
      "tenon_call_module",
      "tenon_call_path",
      "tenon_call_name",
      "tenon_call_get",
      "tenon_call_set",
      "tenon_call_tensor_count",
      "tenon_call_tensor",
      "tenon_call_set_tensor",
      "tenon_call_state_dict",
      "tenon_call_report",
      "tenon_module_count",
      "tenon_module_append",
      "tenon_module_extend",
      "tenon_module_insert",
      "tenon_module_get_item",
      "tenon_module_set_item",
      "tenon_module_delete_item",
      "tenon_module_pop",
      "tenon_module_slice",
      "tenon_module_get_key",
      "tenon_module_set_key",
      "tenon_module_delete_key",
      "tenon_module_pop_key",
      "tenon_module_keys",
      "tenon_module_update",
      "tenon_module_clear",
      "tenon_context_create",
      "tenon_context_retain",
      "tenon_context_release",
      "tenon_context_shutdown",
      "tenon_context_is_shut_down",
      "tenon_context_live",
      "tenon_context_trim",
      "tenon_context_log",
      "tenon_context_manual_seed",
      "tenon_context_initial_seed",
      "tenon_context_rng_state",
      "tenon_context_set_rng_state",
      "tenon_context_register_class",
      "tenon_context_register_alias",
      "tenon_context_has_class",
      "tenon_error_message",
      "tenon_error_path",
      "tenon_error_code",
      "tenon_error_reason",
      "tenon_error_set",
      "tenon_error_take_payload",
      "tenon_error_clear",
      "tenon_status_name",
      "tenon_module_register_forward_pre_hook",
      "tenon_module_register_forward_hook",
      "tenon_module_register_state_dict_pre_hook",
      "tenon_module_register_state_dict_post_hook",
      "tenon_module_register_load_state_dict_pre_hook",
      "tenon_module_register_load_state_dict_post_hook",
      "tenon_context_register_forward_pre_hook",
      "tenon_context_register_forward_hook",
      "tenon_context_register_parameter_registration_hook",
      "tenon_context_register_buffer_registration_hook",
      "tenon_context_register_module_registration_hook",
      "tenon_hook_remove",
      "tenon_list_count",
      "tenon_list_name",
      "tenon_list_find",
      "tenon_list_tensor",
      "tenon_list_module",
      "tenon_list_dtype",
      "tenon_list_ndim",
      "tenon_list_dim",
      "tenon_list_numel",
      "tenon_list_retain",
      "tenon_list_release",
      "tenon_module_parse",
      "tenon_module_parse_with",
      "tenon_module_text",
      "tenon_module_load",
      "tenon_module_load_with",
      "tenon_module_save",
      "tenon_module_create",
      "tenon_module_create_custom",
      "tenon_module_deepcopy",
      "tenon_module_user_data",
      "tenon_module_has_callback",
      "tenon_module_retain",
      "tenon_module_release",
      "tenon_module_type_name",
      "tenon_module_options",
      "tenon_module_describe",
      "tenon_module_register_parameter",
      "tenon_module_register_buffer",
      "tenon_module_add_module",
      "tenon_module_set_attribute",
      "tenon_module_get_attribute",
      "tenon_module_delete_attribute",
      "tenon_module_get_submodule",
      "tenon_module_set_submodule",
      "tenon_module_get_parameter",
      "tenon_module_get_buffer",
      "tenon_module_has",
      "tenon_module_named_parameters",
      "tenon_module_named_buffers",
      "tenon_module_named_modules",
      "tenon_module_named_children",
      "tenon_module_apply",
      "tenon_module_call",
      "tenon_module_call1",
      "tenon_module_call_f32",
      "tenon_module_forward",
      "tenon_module_train",
      "tenon_module_eval",
      "tenon_module_is_training",
      "tenon_module_to",
      "tenon_module_half",
      "tenon_module_bfloat16",
      "tenon_module_float",
      "tenon_module_double",
      "tenon_module_requires_grad",
      "tenon_module_zero_grad",
      "tenon_module_initialize",
      "tenon_module_state_dict",
      "tenon_module_load_state_dict",
      "tenon_module_get_extra_state",
      "tenon_module_set_extra_state",
      "tenon_op_id",
      "tenon_op_count",
      "tenon_op_name",
      "tenon_op_call",
      "tenon_op1",
      "tenon_op2",
      "tenon_optimizer_create",
      "tenon_optimizer_type_name",
      "tenon_optimizer_step",
      "tenon_optimizer_step_closure",
      "tenon_optimizer_zero_grad",
      "tenon_optimizer_add_param_group",
      "tenon_optimizer_param_groups",
      "tenon_optimizer_state_dict",
      "tenon_optimizer_load_state_dict",
      "tenon_optimizer_retain",
      "tenon_optimizer_release",
      "tenon_scheduler_create",
      "tenon_scheduler_create_with",
      "tenon_scheduler_create_of",
      "tenon_scheduler_step",
      "tenon_scheduler_step_with",
      "tenon_scheduler_last_lr",
      "tenon_scheduler_state_dict",
      "tenon_scheduler_load_state_dict",
      "tenon_scheduler_retain",
      "tenon_scheduler_release",
      "tenon_clip_grad_norm",
      "tenon_clip_grad_value",
      "tenon_total_norm",
      "tenon_clip_grads_with_norm",
      "tenon_averaged_model_create",
      "tenon_averaged_model_create_with",
      "tenon_module_update_average",
      "tenon_module_update_bn",
      "tenon_report_create",
      "tenon_report_count",
      "tenon_report_text",
      "tenon_report_add",
      "tenon_report_remove",
      "tenon_report_describe",
      "tenon_report_retain",
      "tenon_report_release",
      "tenon_state_dict_create",
      "tenon_state_dict_load",
      "tenon_state_dict_load_memory",
      "tenon_state_dict_save",
      "tenon_state_dict_save_memory",
      "tenon_state_dict_count",
      "tenon_state_dict_key",
      "tenon_state_dict_has",
      "tenon_state_dict_get",
      "tenon_state_dict_tensor",
      "tenon_state_dict_set",
      "tenon_state_dict_set_tensor",
      "tenon_state_dict_remove",
      "tenon_state_dict_strip_prefix",
      "tenon_state_dict_metadata",
      "tenon_state_dict_set_metadata",
      "tenon_state_dict_file_metadata",
      "tenon_state_dict_copy",
      "tenon_state_dict_clone",
      "tenon_state_dict_retain",
      "tenon_state_dict_release",
      "tenon_string_data",
      "tenon_string_size",
      "tenon_string_retain",
      "tenon_string_release",
      "tenon_tensor_create",
      "tenon_tensor_full",
      "tenon_tensor_arange",
      "tenon_tensor_from_data",
      "tenon_tensor_wrap",
      "tenon_tensor_wrap_read_only",
      "tenon_tensor_retain",
      "tenon_tensor_release",
      "tenon_tensor_dtype",
      "tenon_tensor_ndim",
      "tenon_tensor_dim",
      "tenon_tensor_stride",
      "tenon_tensor_numel",
      "tenon_tensor_is_contiguous",
      "tenon_tensor_is_parameter",
      "tenon_tensor_is_uninitialized",
      "tenon_tensor_shares_storage",
      "tenon_tensor_requires_grad",
      "tenon_tensor_requires_grad_set",
      "tenon_tensor_grad",
      "tenon_tensor_grad_set",
      "tenon_tensor_item",
      "tenon_tensor_item_int",
      "tenon_tensor_map",
      "tenon_tensor_unmap",
      "tenon_tensor_read",
      "tenon_tensor_write",
      "tenon_tensor_fill",
      "tenon_tensor_copy",
      "tenon_tensor_uniform",
      "tenon_tensor_normal",
      "tenon_tensor_clone",
      "tenon_tensor_contiguous",
      "tenon_tensor_to",
      "tenon_tensor_detach",
      "tenon_tensor_parameter",
      "tenon_tensor_as_strided",
      "tenon_tensor_text",
      "tenon_value_none",
      "tenon_value_bool",
      "tenon_value_int",
      "tenon_value_float",
      "tenon_value_string",
      "tenon_value_dtype",
      "tenon_value_tensor",
      "tenon_value_module",
      "tenon_value_opaque",
      "tenon_value_tuple",
      "tenon_value_list",
      "tenon_value_dict",
      "tenon_value_dict_set",
      "tenon_value_dict_set_bool",
      "tenon_value_dict_set_int",
      "tenon_value_dict_set_float",
      "tenon_value_dict_set_string",
      "tenon_value_dict_set_tensor",
      "tenon_value_dict_remove",
      "tenon_value_list_append",
      "tenon_value_kind",
      "tenon_value_as_bool",
      "tenon_value_as_int",
      "tenon_value_as_float",
      "tenon_value_as_string",
      "tenon_value_string_data",
      "tenon_value_as_dtype",
      "tenon_value_as_tensor",
      "tenon_value_as_module",
      "tenon_value_as_opaque",
      "tenon_value_count",
      "tenon_value_at",
      "tenon_value_key",
      "tenon_value_get",
      "tenon_value_has",
      "tenon_value_equals",
      "tenon_value_deepcopy",
      "tenon_value_text",
      "tenon_value_retain",
      "tenon_value_release"
  };
  int32_t found;
  size_t i;
  tenon_dl_.error[0] = '\0';
  if (tenon_dl_.opened > 0) {
    ++tenon_dl_.opened;
    return TENON_OK;
  }
  tenon_dl_.library = dlopen(path ? path : "libtenon.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!tenon_dl_.library) {
    tenon_dl_note_(dlerror());
    return TENON_E_IO;
  }
  tenon_dl_.opened = 1;
  for (i = 0; i < sizeof names / sizeof *names; ++i) {
    void *symbol = dlsym(tenon_dl_.library, names[i]);
    if (!symbol) {
      tenon_dl_close();
      tenon_dl_note_("this libtenon is older than tenon_dl.h: it has no ");
      if (strlen(tenon_dl_.error) + strlen(names[i]) < sizeof tenon_dl_.error) {
        strcat(tenon_dl_.error, names[i]);
      }
      return TENON_E_VERSION;
    }
    memcpy((char *)&tenon_dl_.functions + i * sizeof symbol, &symbol, sizeof symbol);
  }
  found = tenon_dl_.functions.abi_version();
  if (found >> 16 != TENON_ABI_VERSION >> 16 || found < TENON_ABI_VERSION) {
    tenon_dl_close();
    snprintf(tenon_dl_.error, sizeof tenon_dl_.error,
             "this libtenon has ABI version %d.%d, tenon_dl.h wants %d.%d", (int)(found >> 16),
             (int)(found & 0xffff), TENON_ABI_VERSION >> 16, TENON_ABI_VERSION & 0xffff);
    return TENON_E_VERSION;
  }
  return TENON_OK;
}

#ifdef __cplusplus
}
#endif

#endif /* TENON_DL_H_ */
