/**
 * @file tensor.h
 * @brief Tensors: make, look, read and write, share memory without copies.
 *
 * Verbs without an out-parameter change the tensor in place. Shapes are `ndim` sizes, strides are
 * in elements.
 */
#ifndef TENON_C_TENSOR_H_
#define TENON_C_TENSOR_H_

#include "tenon_c/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Flags of tenon_tensor_map. */
enum { TENON_MAP_READ = 1, TENON_MAP_WRITE = 2 };

/** @brief Zeros.
 *  Errors: VALUE (unknown dtype, negative size, too many elements). MT-SAFE. */
TENON_API tenon_status tenon_tensor_create(tenon_context *context, int32_t dtype,
                                           const int64_t *shape, int32_t ndim,
                                           tenon_tensor **out_tensor);

/** @brief Every element `fill_value`, converted to the dtype.
 *  MT-SAFE. */
TENON_API tenon_status tenon_tensor_full(tenon_context *context, int32_t dtype,
                                         const int64_t *shape, int32_t ndim, double fill_value,
                                         tenon_tensor **out_tensor);

/** @brief One dim: begin, begin + step, … before end.
 *  Errors: VALUE (step is zero or leads away from the end). MT-SAFE. */
TENON_API tenon_status tenon_tensor_arange(tenon_context *context, int32_t dtype, double begin,
                                           double end, double step, tenon_tensor **out_tensor);

/** @brief Copies row-major elements of that dtype from `data`.
 *  MT-SAFE. */
TENON_API tenon_status tenon_tensor_from_data(tenon_context *context, int32_t dtype,
                                              const int64_t *shape, int32_t ndim, const void *data,
                                              tenon_tensor **out_tensor);

/** @brief A tensor over the host's memory, without a copy. `strides` NULL: row-major. Takes
 *  user_data and destroy (may be NULL), which runs on any thread when no tensor uses the memory any
 *  more. MT-SAFE. */
TENON_API tenon_status tenon_tensor_wrap(tenon_context *context, int32_t dtype,
                                         const int64_t *shape, const int64_t *strides, int32_t ndim,
                                         void *data, void *user_data, tenon_destroy_fn destroy,
                                         tenon_tensor **out_tensor);

/** @brief As tenon_tensor_wrap, over memory that is never written: in-place ops on it are RUNTIME.
 *  MT-SAFE. */
TENON_API tenon_status tenon_tensor_wrap_read_only(tenon_context *context, int32_t dtype,
                                                   const int64_t *shape, const int64_t *strides,
                                                   int32_t ndim, const void *data, void *user_data,
                                                   tenon_destroy_fn destroy,
                                                   tenon_tensor **out_tensor);

/** @brief One more reference. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_tensor_retain(tenon_tensor *tensor);

/** @brief Gives one reference back. NULL is ignored.
 *  MT-SAFE. */
TENON_API void tenon_tensor_release(tenon_tensor *tensor);

/** @brief The element type; 0 on misuse.
 *  MT-READ. */
TENON_API int32_t tenon_tensor_dtype(tenon_tensor *tensor);

/** @brief Number of dims; -1 on misuse.
 *  MT-READ. */
TENON_API int32_t tenon_tensor_ndim(tenon_tensor *tensor);

/** @brief Size of a dim; a negative `dim` counts from the end; -1 if there is none or on misuse.
 *  MT-READ. */
TENON_API int64_t tenon_tensor_dim(tenon_tensor *tensor, int32_t dim);

/** @brief Stride of a dim in elements; 0 if there is no such dim or on misuse.
 *  MT-READ. */
TENON_API int64_t tenon_tensor_stride(tenon_tensor *tensor, int32_t dim);

/** @brief Number of elements; -1 on misuse.
 *  MT-READ. */
TENON_API int64_t tenon_tensor_numel(tenon_tensor *tensor);

/** @brief 1 if the elements lie row-major without gaps, else 0; -1 on misuse.
 *  MT-READ. */
TENON_API int32_t tenon_tensor_is_contiguous(tenon_tensor *tensor);

/** @brief 1 for a parameter, else 0; -1 on misuse.
 *  MT-READ. */
TENON_API int32_t tenon_tensor_is_parameter(tenon_tensor *tensor);

/** @brief 1 if the tensor came from a parsed text and has no values yet, else 0; -1 on misuse.
 *  MT-READ. */
TENON_API int32_t tenon_tensor_is_uninitialized(tenon_tensor *tensor);

/** @brief 1 if both tensors lie in the same memory, else 0; -1 on misuse.
 *  MT-READ. */
TENON_API int32_t tenon_tensor_shares_storage(tenon_tensor *tensor, tenon_tensor *other);

/** @brief 1 if gradients are wanted, else 0; -1 on misuse.
 *  MT-READ. */
TENON_API int32_t tenon_tensor_requires_grad(tenon_tensor *tensor);

/** @brief Says whether gradients are wanted.
 *  Errors: RUNTIME (integer or bool elements). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_tensor_requires_grad_set(tenon_tensor *tensor, int32_t flag);

/** @brief The accumulated gradient, owned; NULL with TENON_OK if there is none.
 *  MT-READ. */
TENON_API tenon_status tenon_tensor_grad(tenon_tensor *tensor, tenon_tensor **out_tensor);

/** @brief Replaces the gradient. `grad` NULL: none.
 *  Errors: RUNTIME (another shape or dtype, the tensor itself). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_tensor_grad_set(tenon_tensor *tensor, tenon_tensor *grad);

/** @brief The value of a one-element tensor as a double.
 *  Errors: RUNTIME (more elements or none). MT-READ. */
TENON_API tenon_status tenon_tensor_item(tenon_tensor *tensor, double *out_number);

/** @brief The value of a one-element tensor as an integer.
 *  Errors: RUNTIME (more elements or none). MT-READ. */
TENON_API tenon_status tenon_tensor_item_int(tenon_tensor *tensor, int64_t *out_integer);

/** @brief The address of the first element, without a copy, for reading or (TENON_MAP_WRITE)
 * writing; other elements lie at the strides. Valid until tenon_tensor_unmap, while the handle is
 * held. Errors: RUNTIME (writing to read-only memory), VALUE (unknown flags). MT-READ, but alone on
 * the object while mapped for writing. */
TENON_API tenon_status tenon_tensor_map(tenon_tensor *tensor, int32_t flags, void **out_pointer);

/** @brief Ends one tenon_tensor_map.
 *  Errors: RUNTIME (not mapped through this handle). MT-READ. */
TENON_API tenon_status tenon_tensor_unmap(tenon_tensor *tensor);

/** @brief Copies all elements out, row-major; `bytes` must be numel * dtype size.
 *  Errors: VALUE (other `bytes`). MT-READ. */
TENON_API tenon_status tenon_tensor_read(tenon_tensor *tensor, void *destination, int64_t bytes);

/** @brief Copies row-major elements in; `bytes` must be numel * dtype size.
 *  Errors: VALUE (other `bytes`), RUNTIME (read-only memory). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_tensor_write(tenon_tensor *tensor, const void *data, int64_t bytes);

/** @brief Sets every element, converted to the dtype.
 *  Errors: RUNTIME (read-only memory). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_tensor_fill(tenon_tensor *tensor, double fill_value);

/** @brief Copies another tensor's elements into this one, broadcast and converted.
 *  Errors: RUNTIME (read-only memory, shapes that do not broadcast). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_tensor_copy(tenon_tensor *tensor, tenon_tensor *source);

/** @brief Fills with uniform numbers of [low, high) from the context's generator, as PyTorch draws
 *  them. Errors: RUNTIME (no floating dtype). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_tensor_uniform(tenon_tensor *tensor, double low, double high);

/** @brief Fills with normal numbers from the context's generator, as PyTorch draws them.
 *  Errors: RUNTIME (no floating dtype). MT-EXCLUSIVE. */
TENON_API tenon_status tenon_tensor_normal(tenon_tensor *tensor, double mean, double deviation);

/** @brief A row-major copy. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_tensor_clone(tenon_tensor *tensor, tenon_tensor **out_tensor);

/** @brief This tensor, or a row-major copy if it is not contiguous. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_tensor_contiguous(tenon_tensor *tensor, tenon_tensor **out_tensor);

/** @brief This tensor, or a converted copy if its dtype is another. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_tensor_to(tenon_tensor *tensor, int32_t dtype,
                                       tenon_tensor **out_tensor);

/** @brief A tensor over the same memory that wants no gradients. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_tensor_detach(tenon_tensor *tensor, tenon_tensor **out_tensor);

/** @brief A parameter over the same memory: what tenon_module_register_parameter takes. Out: owned.
 *  Errors: RUNTIME (`flag`, requires_grad, for integer or bool elements). MT-READ. */
TENON_API tenon_status tenon_tensor_parameter(tenon_tensor *tensor, int32_t flag,
                                              tenon_tensor **out_tensor);

/** @brief A view with these sizes, strides and offset, counted from the memory's start. Out: owned.
 *  Errors: VALUE or RUNTIME (leaves the memory). MT-READ. */
TENON_API tenon_status tenon_tensor_as_strided(tenon_tensor *tensor, const int64_t *shape,
                                               const int64_t *strides, int32_t ndim, int64_t offset,
                                               tenon_tensor **out_tensor);

/** @brief print(tensor), as PyTorch. Out: owned.
 *  MT-READ. */
TENON_API tenon_status tenon_tensor_text(tenon_tensor *tensor, tenon_string **out_string);

#ifdef __cplusplus
}
#endif

#endif /* TENON_C_TENSOR_H_ */
