/* Tensors through the C ABI: making, memory without copies, reading and writing, random numbers. */
#include "support.h"

Test(tensor, made_tensors_have_the_asked_shape_and_content) {
  tenon_context* ctx = open_context();
  const int64_t shape[] = {2, 3};
  int64_t integers[4];
  double number = 0;
  int64_t integer = 0;
  tenon_tensor *zeros = NULL, *full = NULL, *range = NULL, *scalar = NULL;
  OK(tenon_tensor_create(ctx, TENON_FLOAT32, shape, 2, &zeros));
  cr_assert(all(eq(int, tenon_tensor_ndim(zeros), 2), eq(i64, tenon_tensor_dim(zeros, 0), 2),
                eq(i64, tenon_tensor_dim(zeros, -1), 3), eq(i64, tenon_tensor_dim(zeros, 2), -1),
                eq(i64, tenon_tensor_stride(zeros, 0), 3),
                eq(i64, tenon_tensor_stride(zeros, 9), 0), eq(i64, tenon_tensor_numel(zeros), 6),
                eq(int, tenon_tensor_is_contiguous(zeros), 1),
                eq(int, tenon_tensor_is_parameter(zeros), 0),
                eq(int, tenon_tensor_dtype(zeros), TENON_FLOAT32)));
  cr_assert(epsilon_eq(flt, floats_of(zeros)[5], 0, 0));
  OK(tenon_tensor_full(ctx, TENON_FLOAT64, NULL, 0, 2.5, &full));
  OK(tenon_tensor_item(full, &number));
  cr_assert(epsilon_eq(dbl, number, 2.5, 0));
  OK(tenon_tensor_arange(ctx, TENON_INT64, 1, 8, 2, &range));
  OK(tenon_tensor_read(range, integers, sizeof integers));
  cr_assert(all(eq(i64, integers[0], 1), eq(i64, integers[3], 7)));
  OK(tenon_tensor_full(ctx, TENON_INT64, NULL, 0, 42, &scalar));
  OK(tenon_tensor_item_int(scalar, &integer));
  cr_assert(eq(i64, integer, 42));
  tenon_tensor_release(scalar);
  tenon_tensor_release(range);
  tenon_tensor_release(full);
  tenon_tensor_release(zeros);
  close_context(ctx);
}

Test(tensor, dtypes_have_names_and_sizes) {
  SAME_TEXT(tenon_dtype_name(TENON_BFLOAT16), "bfloat16");
  cr_assert(eq(i64, tenon_dtype_size(TENON_COMPLEX128), 16));
  cr_assert(eq(i64, tenon_dtype_size(0), 0));
  cr_assert(zero(ptr, (void*)tenon_dtype_name(21)));
  cr_assert(eq(int, tenon_dtype_from_name("torch.half"), TENON_FLOAT16));
  cr_assert(eq(int, tenon_dtype_from_name("none of ours"), 0));
  cr_assert(eq(int, tenon_dtype_from_name(NULL), 0));
}

Test(tensor, wrapped_memory_is_used_in_place_and_given_back_once) {
  tenon_context* ctx = open_context();
  float memory[6] = {1, 2, 3, 4, 5, 6};
  const int64_t shape[] = {3, 2}, strides[] = {1, 3};
  int destroyed = 0;
  tenon_tensor *transposed = NULL, *alias = NULL;
  void* pointer = NULL;
  OK(tenon_tensor_wrap(ctx, TENON_FLOAT32, shape, strides, 2, memory, &destroyed, count_destroy,
                       &transposed));
  cr_assert(eq(int, tenon_tensor_is_contiguous(transposed), 0));
  cr_assert(epsilon_eq(flt, floats_of(transposed)[1], 4, 0));
  OK(tenon_tensor_map(transposed, TENON_MAP_READ, &pointer));
  cr_assert(eq(ptr, pointer, memory));
  OK(tenon_tensor_unmap(transposed));
  OK(tenon_tensor_detach(transposed, &alias));
  cr_assert(eq(int, tenon_tensor_shares_storage(transposed, alias), 1));
  tenon_tensor_release(transposed);
  OK(tenon_tensor_fill(alias, 9));
  cr_assert(epsilon_eq(flt, memory[5], 9, 0));
  cr_assert(eq(int, destroyed, 0));
  tenon_tensor_release(alias);
  cr_assert(eq(int, destroyed, 1));
  close_context(ctx);
}

Test(tensor, wrapped_memory_is_given_back_when_wrapping_fails) {
  tenon_context* ctx = open_context();
  float memory[2] = {1, 2};
  const int64_t shape[] = {2}, negative[] = {-2};
  int destroyed = 0;
  tenon_tensor* x = NULL;
  FAILS(TENON_E_VALUE,
        tenon_tensor_wrap(ctx, 99, shape, NULL, 1, memory, &destroyed, count_destroy, &x));
  FAILS(TENON_E_VALUE, tenon_tensor_wrap(ctx, TENON_FLOAT32, negative, NULL, 1, memory, &destroyed,
                                         count_destroy, &x));
  FAILS(TENON_E_VALUE,
        tenon_tensor_wrap(ctx, TENON_FLOAT32, shape, NULL, 1, NULL, &destroyed, count_destroy, &x));
  FAILS(TENON_E_VALUE, tenon_tensor_wrap(NULL, TENON_FLOAT32, shape, NULL, 1, memory, &destroyed,
                                         count_destroy, &x));
  FAILS(TENON_E_VALUE, tenon_tensor_wrap(ctx, TENON_FLOAT32, shape, NULL, 1, memory, &destroyed,
                                         count_destroy, NULL));
  cr_assert(eq(int, destroyed, 5));
  close_context(ctx);
}

Test(tensor, read_only_memory_is_never_written) {
  tenon_context* ctx = open_context();
  static const float memory[2] = {1, 2};
  const int64_t shape[] = {2};
  tenon_tensor* x = NULL;
  void* pointer = NULL;
  OK(tenon_tensor_wrap_read_only(ctx, TENON_FLOAT32, shape, NULL, 1, memory, NULL, NULL, &x));
  FAILS(TENON_E_RUNTIME, tenon_tensor_fill(x, 1));
  FAILS(TENON_E_RUNTIME, tenon_tensor_write(x, memory, sizeof memory));
  FAILS(TENON_E_RUNTIME, tenon_tensor_map(x, TENON_MAP_WRITE, &pointer));
  cr_assert(zero(ptr, pointer));
  OK(tenon_tensor_map(x, TENON_MAP_READ, &pointer));
  cr_assert(eq(ptr, pointer, (void*)memory));
  tenon_tensor_release(x);
  close_context(ctx);
}

Test(tensor, maps_are_counted_through_their_handle) {
  tenon_context* ctx = open_context();
  tenon_tensor* x = make_pair(ctx, 1, 2);
  void *first = NULL, *second = NULL;
  FAILS(TENON_E_RUNTIME, tenon_tensor_unmap(x));
  FAILS(TENON_E_VALUE, tenon_tensor_map(x, 0, &first));
  FAILS(TENON_E_VALUE, tenon_tensor_map(x, 8, &first));
  OK(tenon_tensor_map(x, TENON_MAP_READ | TENON_MAP_WRITE, &first));
  OK(tenon_tensor_map(x, TENON_MAP_READ, &second));
  cr_assert(eq(ptr, first, second));
  ((float*)first)[1] = 8;
  OK(tenon_tensor_unmap(x));
  OK(tenon_tensor_unmap(x));
  FAILS(TENON_E_RUNTIME, tenon_tensor_unmap(x));
  cr_assert(epsilon_eq(flt, floats_of(x)[1], 8, 0));
  tenon_tensor_release(x);
  close_context(ctx);
}

Test(tensor, sizes_of_reads_and_writes_are_checked) {
  tenon_context* ctx = open_context();
  tenon_tensor* x = make_pair(ctx, 1, 2);
  float numbers[3] = {0, 0, 0};
  FAILS_WITH(TENON_E_VALUE, "12 bytes", tenon_tensor_read(x, numbers, sizeof numbers));
  FAILS(TENON_E_VALUE, tenon_tensor_write(x, numbers, 4));
  FAILS(TENON_E_VALUE, tenon_tensor_read(x, NULL, 8));
  FAILS(TENON_E_VALUE, tenon_tensor_read(x, numbers, -8));
  tenon_tensor_release(x);
  close_context(ctx);
}

Test(tensor, empty_tensors_are_fine) {
  tenon_context* ctx = open_context();
  const int64_t shape[] = {0, 3};
  tenon_tensor *x = NULL, *y = NULL;
  OK(tenon_tensor_from_data(ctx, TENON_FLOAT32, shape, 2, NULL, &x));
  cr_assert(eq(i64, tenon_tensor_numel(x), 0));
  OK(tenon_tensor_read(x, NULL, 0));
  OK(tenon_tensor_wrap(ctx, TENON_FLOAT32, shape, NULL, 2, NULL, NULL, NULL, &y));
  tenon_tensor_release(y);
  tenon_tensor_release(x);
  close_context(ctx);
}

Test(tensor, conversions_copies_and_views) {
  tenon_context* ctx = open_context();
  tenon_tensor *x = make_pair(ctx, 1.5f, -2.5f), *half = NULL, *same = NULL, *view = NULL;
  tenon_tensor* flipped = NULL;
  uint16_t bits[2];
  const int64_t shape[] = {2, 2}, strides[] = {0, 1}, negative[] = {0, -1}, far[] = {9, 1};
  OK(tenon_tensor_to(x, TENON_FLOAT16, &half));
  OK(tenon_tensor_read(half, bits, sizeof bits));
  cr_assert(all(eq(u16, bits[0], 0x3e00), eq(u16, bits[1], 0xc100)));
  OK(tenon_tensor_to(x, TENON_FLOAT32, &same));
  cr_assert(eq(ptr, same, x));
  OK(tenon_tensor_as_strided(x, shape, strides, 2, 0, &view));
  cr_assert(epsilon_eq(flt, floats_of(view)[3], -2.5f, 0));
  cr_assert(ne(int, tenon_tensor_as_strided(x, shape, far, 2, 0, &flipped), TENON_OK));
  cr_assert(ne(int, tenon_tensor_as_strided(x, shape, negative, 2, 0, &flipped), TENON_OK));
  tenon_tensor_release(same);
  OK(tenon_tensor_contiguous(view, &same));
  cr_assert(eq(int, tenon_tensor_shares_storage(same, x), 0));
  OK(tenon_tensor_copy(x, half));
  tenon_tensor_release(same);
  tenon_tensor_release(view);
  tenon_tensor_release(half);
  tenon_tensor_release(x);
  close_context(ctx);
}

Test(tensor, gradients_are_flags_and_tensors) {
  tenon_context* ctx = open_context();
  tenon_tensor *x = make_pair(ctx, 1, 2), *g = make_pair(ctx, 3, 4), *found = NULL, *w = NULL;
  tenon_tensor* whole = NULL;
  OK(tenon_tensor_grad(x, &found));
  cr_assert(zero(ptr, found));
  OK(tenon_tensor_grad_set(x, g));
  OK(tenon_tensor_grad(x, &found));
  cr_assert(eq(ptr, found, g));
  tenon_tensor_release(found);
  OK(tenon_tensor_grad_set(x, NULL));
  OK(tenon_tensor_requires_grad_set(x, 1));
  cr_assert(eq(int, tenon_tensor_requires_grad(x), 1));
  OK(tenon_tensor_parameter(x, 0, &w));
  cr_assert(all(eq(int, tenon_tensor_is_parameter(w), 1), eq(int, tenon_tensor_requires_grad(w), 0),
                eq(int, tenon_tensor_shares_storage(w, x), 1)));
  OK(tenon_tensor_arange(ctx, TENON_INT64, 0, 3, 1, &whole));
  FAILS(TENON_E_RUNTIME, tenon_tensor_requires_grad_set(whole, 1));
  tenon_tensor_release(whole);
  tenon_tensor_release(w);
  tenon_tensor_release(g);
  tenon_tensor_release(x);
  close_context(ctx);
}

Test(tensor, prints_as_pytorch) {
  tenon_context* ctx = open_context();
  tenon_tensor* x = make_pair(ctx, 1, -2.5f);
  tenon_string* text = NULL;
  OK(tenon_tensor_text(x, &text));
  SAME_TEXT(tenon_string_data(text), "tensor([ 1.0000, -2.5000])");
  cr_assert(eq(i64, tenon_string_size(text), 26));
  tenon_string_release(text);
  tenon_tensor_release(x);
  close_context(ctx);
}

Test(tensor, random_numbers_repeat_after_the_same_seed_or_state) {
  tenon_context* ctx = open_context();
  tenon_tensor *x = make_pair(ctx, 0, 0), *state = NULL, *whole = NULL;
  float first, second;
  int64_t seed = 0;
  OK(tenon_context_manual_seed(ctx, 1234));
  OK(tenon_context_initial_seed(ctx, &seed));
  cr_assert(eq(i64, seed, 1234));
  OK(tenon_tensor_uniform(x, 0, 1));
  first = floats_of(x)[0];
  OK(tenon_context_rng_state(ctx, &state));
  cr_assert(eq(i64, tenon_tensor_numel(state), 5056));
  OK(tenon_tensor_normal(x, 0, 1));
  second = floats_of(x)[0];
  OK(tenon_context_set_rng_state(ctx, state));
  OK(tenon_tensor_normal(x, 0, 1));
  cr_assert(epsilon_eq(flt, floats_of(x)[0], second, 0));
  OK(tenon_context_manual_seed(ctx, 1234));
  OK(tenon_tensor_uniform(x, 0, 1));
  cr_assert(epsilon_eq(flt, floats_of(x)[0], first, 0));
  FAILS(TENON_E_TYPE, tenon_context_set_rng_state(ctx, x));
  OK(tenon_tensor_create(ctx, TENON_UINT8, NULL, 0, &whole));
  FAILS(TENON_E_VALUE, tenon_context_set_rng_state(ctx, whole));
  tenon_tensor_release(whole);
  tenon_tensor_release(state);
  tenon_tensor_release(x);
  close_context(ctx);
}

Test(tensor, cannot_be_its_own_gradient) {
  tenon_context* ctx = open_context();
  tenon_tensor *x = make_pair(ctx, 1, 2), *y = make_pair(ctx, 3, 4), *found = NULL;
  FAILS_WITH(TENON_E_RUNTIME, "its own gradient", tenon_tensor_grad_set(x, x));
  OK(tenon_tensor_grad_set(x, y));
  FAILS(TENON_E_RUNTIME, tenon_tensor_grad_set(y, x));
  OK(tenon_tensor_grad(x, &found));
  cr_assert(eq(ptr, found, y));
  tenon_tensor_release(found);
  tenon_tensor_release(y);
  tenon_tensor_release(x);
  close_context(ctx);
}
