#include "capi/callback.h"

#include <cxxabi.h>

#include <exception>
#include <memory>
#include <new>

namespace tenon::capi {
namespace {

const char* kind_name(nn::CallKind kind) noexcept {
  switch (kind) {
    case nn::CallKind::kForward:
      return "forward";
    case nn::CallKind::kForwardPre:
      return "forward pre-hook";
    case nn::CallKind::kForwardPost:
      return "forward hook";
    case nn::CallKind::kBackwardPre:
      return "backward pre-hook";
    case nn::CallKind::kBackward:
      return "backward hook";
    case nn::CallKind::kStateDictPre:
      return "state-dict pre-hook";
    case nn::CallKind::kStateDictPost:
      return "state-dict hook";
    case nn::CallKind::kLoadPre:
      return "load pre-hook";
    case nn::CallKind::kLoadPost:
      return "load hook";
    case nn::CallKind::kRegisterParameter:
      return "parameter registration hook";
    case nn::CallKind::kRegisterBuffer:
      return "buffer registration hook";
    case nn::CallKind::kRegisterModule:
      return "module registration hook";
    case nn::CallKind::kApply:
      return "apply";
    case nn::CallKind::kExtraRepr:
      return "extra_repr";
    case nn::CallKind::kGetExtraState:
      return "get_extra_state";
    case nn::CallKind::kSetExtraState:
      return "set_extra_state";
    case nn::CallKind::kClone:
      return "clone";
    case nn::CallKind::kCreate:
      return "class";
    case nn::CallKind::kFunctionForward:
      return "function forward";
    case nn::CallKind::kFunctionBackward:
      return "function backward";
    case nn::CallKind::kAnswers:
      return "question";
    case nn::CallKind::kClosure:
      return "closure";
    case nn::CallKind::kSchedule:
      return "schedule";
    case nn::CallKind::kAverage:
      return "average";
  }
  return "callback";
}

/// "forward hook of Linear".
std::string describe(const nn::Call& call) {
  const nn::Module* module = call.module();
  return module == nullptr ? kind_name(call.kind())
                           : concat(kind_name(call.kind()), " of ", module->type_name());
}

/// The record as the error that goes on through the library, which empties it.
Error take_error(ThreadState& state, ErrorCode code) {
  Error error(code, state.message);
  error.as_foreign();
  if (state.reason != nullptr)
    error.with_reason(state.reason);
  if (state.payload != nullptr) {
    auto payload = std::make_shared<ErrorPayload>();
    payload->object = std::exchange(state.payload, nullptr);
    payload->destroy = std::exchange(state.payload_destroy, nullptr);
    error.with_payload(std::move(payload));
  }
  clear_record(state);
  return error;
}

}  // namespace

void HostData::destroy() noexcept {
  if (const tenon_destroy_fn destroy = take()) {
    const NestedCalls nested;
    destroy(user_data_);
  }
}

HostCallback::HostCallback(Context& context, tenon_callback fn, HostData data)
    : Callback(context), space_(HandleSpace::of(context)), fn_(fn), data_(std::move(data)) {
  space_.callbacks.fetch_add(1, std::memory_order_relaxed);
}

HostCallback::~HostCallback() {
  close();
}

void HostCallback::dispose() noexcept {
  space_.callbacks.fetch_sub(1, std::memory_order_relaxed);
  data_.destroy();
}

TENON_LETS_UNWIND bool HostCallback::run(nn::Call& call) {
  ThreadState& state = t_state;
  // Puts depth and the list of running calls back also when the callback leaves by an exception.
  struct Running : RunningCall {
    ThreadState& state;
    std::int32_t depth;
    Running(ThreadState& s, nn::Call* c) noexcept
        : RunningCall{c, s.calls}, state(s), depth(s.depth) {
      state.calls = this;
      state.depth = depth + 1;
    }
    ~Running() {
      state.calls = outer;
      state.depth = depth;
    }
  };
  const std::uint32_t written = state.written;
  tenon_status status;
  try {
    const Running running(state, &call);
    status = fn_(data_.user_data(), reinterpret_cast<tenon_call*>(&call));
  } catch (abi::__forced_unwind&) {
    throw;
  } catch (const Error&) {
    throw;
  } catch (const std::exception& thrown) {
    fail(ErrorCode::kCallback, describe(call), ": the callback threw: ", thrown.what());
  } catch (...) {
    if (abi::__cxa_current_exception_type() == nullptr)
      throw;  // another language's
    fail(ErrorCode::kCallback, describe(call), ": the callback threw an exception");
  }
  if (status == TENON_OK) [[likely]]
    return true;

  const auto code = static_cast<ErrorCode>(status);
  const bool explained =
      state.written != written && state.dirty && (state.set_by_host || state.code == status);
  if (explained)
    throw take_error(state, code);
  if (code == ErrorCode::kUnsupported)
    return false;
  fail(code, describe(call), ": the callback failed with ", error_code_name(code), " (", status,
       ")");
}

Ref<HostCallback> host_callback(Context& context, tenon_callback fn, HostData&& data) {
  if (fn == nullptr)
    refuse(ErrorCode::kValue, "fn", "is NULL");
  return make<HostCallback>(context, fn, std::move(data));
}

}  // namespace tenon::capi
