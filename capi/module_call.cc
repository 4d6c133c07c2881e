// Calling modules: what runs on every step of a program.
#include "capi/handle.h"
#include "tenon_c/module.h"

using namespace tenon;
using namespace tenon::capi;

namespace {

/// What a caller gave as arguments, as a tuple.
Value arguments(Value args) {
  if (args.kind() == ValueKind::kTuple)
    return args;
  if (args.kind() == ValueKind::kList)
    return Value::tuple(args.as_sequence().items);
  return Value::tuple({std::move(args)});
}

Value keyword_arguments(Value kwargs) {
  if (!kwargs.is_none() && !kwargs.is_dict()) {
    fail(ErrorCode::kType, "kwargs: a dict is needed, got ", value_kind_name(kwargs.kind()));
  }
  return kwargs;
}

template <class Run>
tenon_status run(const char* function, tenon_module* module, tenon_value* args, tenon_value* kwargs,
                 tenon_value** out_value, Run&& body) {
  return fast_guard(function, [&] {
    TENON_OUT(out_value);
    Entry entry;
    const Ref<nn::Module> target = entry.module(module);
    const Value given = args == nullptr ? Value::tuple({}) : arguments(entry.value(args, "args"));
    const Value named = keyword_arguments(entry.value_or_none(kwargs, "kwargs"));
    *out_value = give_value(body(*target, given, named));
  });
}

}  // namespace

tenon_status tenon_module_call(tenon_module* module, tenon_value* args, tenon_value* kwargs,
                               tenon_value** out_value) {
  return run(
      __func__, module, args, kwargs, out_value,
      [](nn::Module& m, const Value& given, const Value& named) { return m.call(given, named); });
}

tenon_status tenon_module_forward(tenon_module* module, tenon_value* args, tenon_value* kwargs,
                                  tenon_value** out_value) {
  return run(__func__, module, args, kwargs, out_value,
             [](nn::Module& m, const Value& given, const Value& named) {
               return m.call_forward(given, named);
             });
}

tenon_status tenon_module_call1(tenon_module* module, tenon_tensor* x, tenon_tensor** out_tensor) {
  return fast_guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    nn::Module& target = entry.borrowed_module(module);
    TensorImpl& input = entry.tensor_impl(x, "x");
    const BorrowScope borrow(target, input);
    *out_tensor = give(target.call(BorrowedTensor(input).get()));
  });
}

tenon_status tenon_module_call_f32(tenon_module* module, const float* data, const int64_t* shape,
                                   int32_t ndim, float* destination, int64_t capacity,
                                   int64_t* out_count) {
  return fast_guard(__func__, [&] {
    if (out_count != nullptr)
      *out_count = 0;
    Entry entry;
    const Ref<nn::Module> target = entry.module(module);
    const std::span<const std::int64_t> sizes = shape_argument(shape, ndim);
    if (capacity < 0)
      refuse(ErrorCode::kValue, "capacity", "is negative");
    if (data == nullptr && numel_of(sizes) > 0)
      refuse(ErrorCode::kValue, "data", "is NULL");
    Tensor y = target->call(Tensor::from_data(data, sizes, DType::kFloat32));
    const std::int64_t count = y.numel();
    if (out_count != nullptr)
      *out_count = count;
    if (count > capacity) {
      fail(ErrorCode::kValue, "tenon_module_call_f32: the output ", y.sizes(), " has ", count,
           " elements, capacity is ", capacity);
    }
    if (count == 0)
      return;
    if (destination == nullptr)
      refuse(ErrorCode::kValue, "destination", "is NULL");
    y.to(DType::kFloat32).read(destination, count * 4);
  });
}
