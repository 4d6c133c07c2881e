/// The border: every exported function's body runs in guard(), which turns exceptions into a status
/// and the thread's error record.
#ifndef TENON_CAPI_GUARD_H_
#define TENON_CAPI_GUARD_H_

#include <cxxabi.h>

#include <cerrno>
#include <cstdint>
#include <type_traits>

#include "tenon/error.h"
#include "tenon/nn/call.h"
#include "tenon/object.h"
#include "tenon_c/error.h"

namespace tenon::capi {

/// A callback that runs on this thread: its record is a valid tenon_call until it returns.
struct RunningCall {
  nn::Call* call;
  RunningCall* outer;
};

/// Objects that a call uses without counting them, since the caller holds their handles. Releasing
/// a last handle on this thread while the call runs (in a hook, say) counts them first.
struct Borrowed {
  const Object* objects[2];
  Borrowed* outer;
  bool held;
};

/// All that a thread has. Plain data without constructor or destructor, so that the library can be
/// unloaded; a payload that is left when the thread ends is lost, not destroyed.
struct ThreadState {
  std::int32_t depth;     // fallible calls and callbacks on the stack
  std::uint32_t written;  // how often the record was written
  bool dirty;             // the record holds something
  bool set_by_host;       // … that tenon_error_set wrote
  tenon_status code;
  RunningCall* calls;
  Borrowed* borrowed;
  const char* reason;
  void* payload;
  tenon_destroy_fn payload_destroy;
  char message[1024];
  char path[256];
};
extern constinit thread_local ThreadState t_state __attribute__((visibility("hidden")));

/// Empties the record. The payload's destroy function may run.
void clear_record(ThreadState& state) noexcept;
/// Replaces the record's code, texts and payload.
void write_record(ThreadState& state, tenon_status code, std::string_view message,
                  std::string_view path, const char* reason, bool set_by_host) noexcept;

/// Misuse of an argument: thrown before anything happened, without allocation.
struct BadArgument {
  ErrorCode code;
  const char* name;   // of the parameter
  const char* fault;  // "is NULL"
};

/// Writes the record for the exception being handled and returns its status. Exceptions of other
/// languages (Lua's errors) go on.
tenon_status record_exception(ThreadState& state, const char* function);

/// Counts a stretch in which calls are nested: they write the record but do not clear it.
class NestedCalls {
 public:
  NestedCalls() noexcept { ++t_state.depth; }
  ~NestedCalls() { --t_state.depth; }
  NestedCalls(const NestedCalls&) = delete;
  NestedCalls& operator=(const NestedCalls&) = delete;
};

/// Counts what the calls on this thread have borrowed, if `going` (whose last handle is being
/// released) is among it.
void hold_borrowed(ThreadState& state, const void* going) noexcept;

/// The time in which a call borrows two objects.
class BorrowScope {
 public:
  BorrowScope(const Object& a, const Object& b) noexcept
      : state_(t_state), borrowed_{{&a, &b}, state_.borrowed, false} {
    state_.borrowed = &borrowed_;
  }
  ~BorrowScope() {
    state_.borrowed = borrowed_.outer;
    if (borrowed_.held) [[unlikely]] {
      for (const Object* object : borrowed_.objects)
        object->release();
    }
  }
  BorrowScope(const BorrowScope&) = delete;
  BorrowScope& operator=(const BorrowScope&) = delete;

 private:
  ThreadState& state_;  // found once: looking a thread-local up costs 3 ns in a loaded library
  Borrowed borrowed_;
};

/// The host's errno outlives a call: libm, the allocator and files set it.
class KeepErrno {
 public:
  KeepErrno() noexcept : place_(errno), number_(place_) {}
  ~KeepErrno() { place_ = number_; }
  KeepErrno(const KeepErrno&) = delete;
  KeepErrno& operator=(const KeepErrno&) = delete;

 private:
  int& place_;
  int number_;
};

// catch (abi::__forced_unwind&) binds to no object, which the sanitizer takes for a null reference.
#define TENON_LETS_UNWIND __attribute__((no_sanitize("null")))

/// Runs the body of a fallible function. Not noexcept: forced unwinds (thread cancellation) and
/// exceptions of other languages pass through. Inlined, for what runs on every call.
template <class Body>
TENON_LETS_UNWIND tenon_status fast_guard(const char* function, Body&& body) {
  ThreadState& state = t_state;
  struct Depth {
    ThreadState& state;
    explicit Depth(ThreadState& s) noexcept : state(s) { ++state.depth; }
    ~Depth() { --state.depth; }
  };
  const KeepErrno keep;
  if (state.depth == 0 && state.dirty) [[unlikely]]
    clear_record(state);
  try {
    const Depth depth(state);
    body();
  } catch (abi::__forced_unwind&) {
    throw;
  } catch (...) {
    return record_exception(state, function);
  }
  if (state.depth == 0 && state.dirty) [[unlikely]]
    clear_record(state);
  return TENON_OK;
}

/// fast_guard() once for all: handlers in every function would take as much room as the functions.
tenon_status run_guarded(const char* function, void (*body)(void* data), void* data);

/// Runs the body of a fallible function, as fast_guard() does.
template <class Body>
tenon_status guard(const char* function, Body&& body) {
  using Plain = std::remove_reference_t<Body>;
  return run_guarded(
      function, [](void* data) { (*static_cast<Plain*>(data))(); }, &body);
}

/// Runs the body of an accessor: the record stays as it is, `otherwise` is the answer to misuse.
template <class Result, class Body>
TENON_LETS_UNWIND Result look(Result otherwise, Body&& body) {
  const KeepErrno keep;
  try {
    return body();
  } catch (abi::__forced_unwind&) {
    throw;
  } catch (...) {
    if (abi::__cxa_current_exception_type() == nullptr)
      throw;
    return otherwise;
  }
}

}  // namespace tenon::capi

#endif  // TENON_CAPI_GUARD_H_
