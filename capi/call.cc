#include "tenon_c/call.h"

#include "capi/handle.h"

using namespace tenon;
using namespace tenon::capi;
using nn::CallSlot;

static_assert(TENON_CALL_CREATE == static_cast<int>(nn::CallKind::kCreate));
static_assert(TENON_CALL_ANSWERS == static_cast<int>(nn::CallKind::kAnswers));
static_assert(TENON_CALL_AVERAGE == static_cast<int>(nn::CallKind::kAverage));
static_assert(TENON_SLOT_STRICT == static_cast<int>(CallSlot::kStrict));
static_assert(TENON_SLOT_STRICT + 1 == nn::kCallSlotCount);

namespace {

CallSlot slot_argument(std::int32_t slot) {
  if (slot < 0 || slot >= nn::kCallSlotCount) {
    fail(ErrorCode::kIndex, "call: there is no slot ", slot);
  }
  return static_cast<CallSlot>(slot);
}

/// The object in a slot that holds one of the library's own records.
template <class T>
Ref<T> slot_object(const nn::Call& call, CallSlot slot, const char* what) {
  auto* object = dynamic_cast<T*>(call.get(slot).object());
  if (object == nullptr)
    fail(ErrorCode::kType, "call: this kind has no ", what);
  return Ref<T>(object);
}

}  // namespace

int32_t tenon_call_kind(tenon_call* call) {
  return look(-1, [&] { return static_cast<int>(Entry().call(call).kind()); });
}

tenon_status tenon_call_context(tenon_call* call, tenon_context** out_context) {
  return fast_guard(__func__, [&] {
    TENON_OUT(out_context);
    Entry entry;
    entry.call(call);
    *out_context = reinterpret_cast<tenon_context*>(open_context_handle(Context::current()));
  });
}

tenon_status tenon_call_module(tenon_call* call, tenon_module** out_module) {
  return fast_guard(__func__, [&] {
    TENON_OUT(out_module);
    Entry entry;
    *out_module = give(Ref<nn::Module>(entry.call(call).module()));
  });
}

const char* tenon_call_path(tenon_call* call) {
  return look(static_cast<const char*>(nullptr), [&] {
    Entry entry;
    return entry.call(call).path().c_str();
  });
}

const char* tenon_call_name(tenon_call* call) {
  return look(static_cast<const char*>(nullptr), [&]() -> const char* {
    Entry entry;
    const Value& name = entry.call(call).get(CallSlot::kName);
    if (name.kind() != ValueKind::kString)
      return nullptr;
    return static_cast<StringObject*>(name.object())->text.c_str();
  });
}

tenon_status tenon_call_get(tenon_call* call, int32_t slot, tenon_value** out_value) {
  return fast_guard(__func__, [&] {
    TENON_OUT(out_value);
    Entry entry;
    const nn::Call& record = entry.call(call);
    const CallSlot wanted = slot_argument(slot);
    *out_value =
        give_value(wanted == CallSlot::kModule ? nn::module_value(Ref<nn::Module>(record.module()))
                                               : record.get(wanted));
  });
}

tenon_status tenon_call_set(tenon_call* call, int32_t slot, tenon_value* value) {
  return fast_guard(__func__, [&] {
    Entry entry;
    nn::Call& record = entry.call(call);
    record.set(slot_argument(slot), entry.value_or_none(value));
  });
}

int64_t tenon_call_tensor_count(tenon_call* call, int32_t slot) {
  return look(std::int64_t{-1}, [&] {
    Entry entry;
    return entry.call(call).tensor_count(slot_argument(slot));
  });
}

tenon_status tenon_call_tensor(tenon_call* call, int32_t slot, int64_t index,
                               tenon_tensor** out_tensor) {
  return fast_guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    *out_tensor = give(entry.call(call).tensor(slot_argument(slot), index));
  });
}

tenon_status tenon_call_set_tensor(tenon_call* call, int32_t slot, tenon_tensor* tensor) {
  return fast_guard(__func__, [&] {
    Entry entry;
    nn::Call& record = entry.call(call);
    const CallSlot wanted = slot_argument(slot);
    Value value(entry.tensor_or_null(tensor));
    if (wanted == CallSlot::kArgs)
      value = Value::tuple({std::move(value)});
    record.set(wanted, std::move(value));
  });
}

tenon_status tenon_call_state_dict(tenon_call* call, tenon_state_dict** out_state_dict) {
  return fast_guard(__func__, [&] {
    TENON_OUT(out_state_dict);
    Entry entry;
    *out_state_dict =
        give(slot_object<nn::StateDict>(entry.call(call), CallSlot::kStateDict, "state dict"));
  });
}

tenon_status tenon_call_report(tenon_call* call, tenon_report** out_report) {
  return fast_guard(__func__, [&] {
    TENON_OUT(out_report);
    Entry entry;
    *out_report = give(slot_object<nn::LoadReport>(entry.call(call), CallSlot::kReport, "report"));
  });
}
