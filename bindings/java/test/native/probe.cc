// What the test ForeignThread needs: a thread that the VM has never seen.
#include <pthread.h>

#include "bindings/java/native/runtime.h"

using namespace tenon::java;

namespace {

struct Work {
  tenon_module* module;
  tenon_tensor* x;
  int times;
  tenon_status status;
  void* payload;
};

void* run(void* argument) {
  Work* work = static_cast<Work*>(argument);
  for (int i = 0; i < work->times; ++i) {
    tenon_tensor* y = nullptr;
    work->status = tenon_module_call1(work->module, work->x, &y);
    tenon_tensor_release(y);
    if (work->status != TENON_OK) {
      if (work->payload != nullptr)
        forget(work->payload);
      work->payload = tenon_error_take_payload(forget_exception);
    }
  }
  return nullptr;
}

}  // namespace

extern "C" JNIEXPORT void JNICALL Java_org_tenon_ForeignThread_callOnNativeThread(
    JNIEnv* env, jclass, jlong module, jlong x, jint times) {
  Work work = {handle<tenon_module>(module), handle<tenon_tensor>(x), times, TENON_OK, nullptr};
  pthread_t thread;
  if (pthread_create(&thread, nullptr, run, &work) != 0 || pthread_join(thread, nullptr) != 0)
    return;
  if (work.status != TENON_OK)
    raise(env, tenon_error_set(work.status, "on a foreign thread", work.payload, forget_exception));
}
