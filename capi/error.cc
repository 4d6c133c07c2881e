#include "tenon_c/error.h"

#include <cstring>
#include <utility>

#include "capi/guard.h"
#include "tenon/error.h"

using tenon::capi::t_state;
using tenon::capi::ThreadState;

const char* tenon_error_message(void) {
  return t_state.message;
}
const char* tenon_error_path(void) {
  return t_state.path;
}
tenon_status tenon_error_code(void) {
  return t_state.code;
}

const char* tenon_error_reason(void) {
  const char* reason = t_state.reason;
  return reason == nullptr ? "" : reason;
}

tenon_status tenon_error_set(tenon_status code, const char* text, void* payload,
                             tenon_destroy_fn payload_destroy) {
  ThreadState& state = t_state;
  if (text == nullptr)
    text = tenon_status_name(code);
  char own[sizeof state.message];  // the text may be the record's own
  if (text == state.message)
    text = std::strcpy(own, state.message);
  tenon::capi::write_record(state, code, text, "", nullptr, true);
  state.payload = payload;
  state.payload_destroy = payload_destroy;
  return code;
}

void* tenon_error_take_payload(tenon_destroy_fn payload_destroy) {
  ThreadState& state = t_state;
  if (payload_destroy == nullptr || state.payload_destroy != payload_destroy)
    return nullptr;
  state.payload_destroy = nullptr;
  return std::exchange(state.payload, nullptr);
}

void tenon_error_clear(void) {
  tenon::capi::clear_record(t_state);
}

const char* tenon_status_name(tenon_status code) {
  return tenon::error_code_name(static_cast<tenon::ErrorCode>(code));
}
