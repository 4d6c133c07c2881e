#include "tenon_c/op.h"

#include "capi/handle.h"
#include "tenon/op_registry.h"

using namespace tenon;
using namespace tenon::capi;

tenon_status tenon_op_id(const char* name, int32_t* out_op) {
  return guard(__func__, [&] {
    TENON_OUT(out_op);
    *out_op = op_id(text_argument(name, "name"));
  });
}

int32_t tenon_op_count(void) {
  return op_count();
}

const char* tenon_op_name(int32_t op) {
  // The table's names are literals, so they end in a zero.
  return op < 0 || op >= op_count() ? nullptr : op_info(op).name.data();
}

tenon_status tenon_op_call(tenon_context* context, int32_t op, tenon_value* const* args,
                           int64_t arg_count, tenon_value* options, tenon_value** out_value) {
  return fast_guard(__func__, [&] {
    TENON_OUT(out_value);
    Entry entry;
    entry.context(context);
    const std::vector<Value> given = entry.values(args, arg_count, "args");
    const Value named = entry.value_or_none(options, "options");
    *out_value = give_value(call_op(op, given, named.is_none() ? nullptr : &named.as_dict()));
  });
}

tenon_status tenon_op1(tenon_context* context, int32_t op, tenon_tensor* x,
                       tenon_tensor** out_tensor) {
  return fast_guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    entry.context(context);
    *out_tensor = give(call_op1(op, entry.tensor(x, "x")));
  });
}

tenon_status tenon_op2(tenon_context* context, int32_t op, tenon_tensor* a, tenon_tensor* b,
                       tenon_tensor** out_tensor) {
  return fast_guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    entry.context(context);
    const Tensor first = entry.tensor(a, "a");
    *out_tensor = give(call_op2(op, first, entry.tensor(b, "b")));
  });
}
