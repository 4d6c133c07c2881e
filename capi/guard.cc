#include "capi/guard.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace tenon::capi {

constinit thread_local ThreadState t_state = {};

namespace {

/// Copies as much as fits, whole UTF-8 characters only, with "…" where something was cut.
void put_text(char* place, std::size_t capacity, std::string_view text) noexcept {
  constexpr std::string_view kMark = "…";
  std::size_t n = text.size();
  const bool cut = n >= capacity;
  if (cut) {
    n = capacity - 1 - kMark.size();
    while (n > 0 && (static_cast<unsigned char>(text[n]) & 0xc0) == 0x80)
      --n;
  }
  std::memcpy(place, text.data(), n);
  if (cut) {
    std::memcpy(place + n, kMark.data(), kMark.size());
    n += kMark.size();
  }
  place[n] = '\0';
}

/// Joins without allocation.
class Line {
 public:
  Line& operator<<(const char* text) noexcept {
    const std::size_t n = std::min(std::strlen(text), sizeof text_ - 1 - size_);
    std::memcpy(text_ + size_, text, n);
    size_ += n;
    return *this;
  }
  std::string_view view() const noexcept { return {text_, size_}; }

 private:
  char text_[256];
  std::size_t size_ = 0;
};

}  // namespace

void hold_borrowed(ThreadState& state, const void* going) noexcept {
  for (Borrowed* b = state.borrowed; b != nullptr; b = b->outer) {
    if (b->held || (b->objects[0] != going && b->objects[1] != going))
      continue;
    for (const Object* object : b->objects)
      object->retain();
    b->held = true;
  }
}

void clear_record(ThreadState& state) noexcept {
  void* payload = std::exchange(state.payload, nullptr);
  const tenon_destroy_fn destroy = std::exchange(state.payload_destroy, nullptr);
  state.dirty = false;
  state.set_by_host = false;
  state.code = TENON_OK;
  state.reason = nullptr;
  state.message[0] = '\0';
  state.path[0] = '\0';
  if (payload != nullptr && destroy != nullptr) {
    const NestedCalls nested;
    destroy(payload);
  }
}

void write_record(ThreadState& state, tenon_status code, std::string_view message,
                  std::string_view path, const char* reason, bool set_by_host) noexcept {
  clear_record(state);
  put_text(state.message, sizeof state.message, message);
  put_text(state.path, sizeof state.path, path);
  state.reason = reason;
  state.code = code;
  state.dirty = true;
  state.set_by_host = set_by_host;
  ++state.written;
}

tenon_status run_guarded(const char* function, void (*body)(void* data), void* data) {
  return fast_guard(function, [&] { body(data); });
}

tenon_status record_exception(ThreadState& state, const char* function) {
  if (abi::__cxa_current_exception_type() == nullptr)
    throw;
  const auto note = [&](ErrorCode code, std::string_view message) {
    write_record(state, static_cast<tenon_status>(code), message, "", nullptr, false);
    return static_cast<tenon_status>(code);
  };
  try {
    throw;
  } catch (const Error& error) {
    const tenon_status code = static_cast<tenon_status>(error.code());
    // The payload may live in the record that is about to be replaced: hold on to it first.
    void* payload = nullptr;
    tenon_destroy_fn destroy = nullptr;
    if (error.payload() != nullptr) {
      payload = std::exchange(error.payload()->object, nullptr);
      destroy = error.payload()->destroy;
    }
    write_record(state, code, error.text(), error.path(), error.reason(), false);
    state.payload = payload;
    state.payload_destroy = destroy;
    return code;
  } catch (const BadArgument& bad) {
    return note(bad.code, (Line() << function << ": " << bad.name << " " << bad.fault).view());
  } catch (const std::bad_alloc&) {
    return note(ErrorCode::kNoMemory, (Line() << function << ": out of memory").view());
  } catch (const std::exception& other) {
    return note(ErrorCode::kInternal, (Line() << function << ": " << other.what()).view());
  } catch (...) {
    return note(ErrorCode::kInternal, (Line() << function << ": unknown exception").view());
  }
}

}  // namespace tenon::capi
