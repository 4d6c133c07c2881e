// What the test ForeignThread needs: a thread that the VM has never seen. And the C loops that the
// benchmark compares Java with.
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

extern "C" JNIEXPORT void JNICALL Java_org_tenon_Bench_cFloats(JNIEnv*, jclass, jlong module,
                                                               jint times) {
  static const int64_t shape[] = {1, 4};
  const float in[4] = {};
  float out[2];
  for (jint i = 0; i < times; ++i) {
    int64_t count = 0;
    tenon_module_call_f32(handle<tenon_module>(module), in, shape, 2, out, 2, &count);
  }
}

extern "C" JNIEXPORT void JNICALL Java_org_tenon_Bench_cCalls(JNIEnv*, jclass, jlong module,
                                                              jlong x, jint times) {
  for (jint i = 0; i < times; ++i) {
    tenon_tensor* y = nullptr;
    tenon_module_call1(handle<tenon_module>(module), handle<tenon_tensor>(x), &y);
    tenon_tensor_release(y);
  }
}

// A hook in C that looks at what a Java hook is given.
static tenon_status look(void*, tenon_call* call) {
  tenon_tensor *in = nullptr, *out = nullptr;
  tenon_call_tensor(call, TENON_SLOT_ARGS, 0, &in);
  tenon_call_tensor(call, TENON_SLOT_OUTPUT, 0, &out);
  tenon_tensor_release(out);
  tenon_tensor_release(in);
  return TENON_OK;
}

extern "C" JNIEXPORT void JNICALL Java_org_tenon_Bench_cHook(JNIEnv*, jclass, jlong module) {
  tenon_module_register_forward_hook(handle<tenon_module>(module), 0, look, nullptr, nullptr,
                                     nullptr);
}
