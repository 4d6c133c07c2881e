#include "bindings/java/native/runtime.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <atomic>

// The library runs with glibc 2.17 and newer, as libtenon does (src/base/os_glibc.cc): these lived
// in libpthread and libdl, which a Java VM has loaded, and have newer versions in newer C
// libraries.
#if defined(__x86_64__) && defined(__GLIBC__)
__asm__(".symver dladdr,dladdr@GLIBC_2.2.5");
__asm__(".symver dlopen,dlopen@GLIBC_2.2.5");
__asm__(".symver pthread_key_create,pthread_key_create@GLIBC_2.2.5");
__asm__(".symver pthread_key_delete,pthread_key_delete@GLIBC_2.2.5");
__asm__(".symver pthread_setspecific,pthread_setspecific@GLIBC_2.2.5");
#endif

namespace tenon::java {
namespace {

// Looked up once, in JNI_OnLoad: a callback may run on a thread whose class loader knows nothing of
// us. The class is held weakly: a strong reference would keep its loader, and with it this library,
// for ever. Method ids live as long as their class.
JavaVM* g_vm = nullptr;
jweak g_failure_class = nullptr;
jmethodID g_failure_make = nullptr;
jmethodID g_callback_call = nullptr;
tenon_context* g_context = nullptr;

// Threads of ours: those that the VM did not know.
pthread_key_t g_attached_key;
std::atomic<int> g_attached{0};

void detach(void*) {
  g_vm->DetachCurrentThread();
  g_attached.fetch_sub(1, std::memory_order_release);
}

JNIEnv* attach() {
  void* env = nullptr;
  if (g_vm->GetEnv(&env, JNI_VERSION_1_8) == JNI_OK)
    return static_cast<JNIEnv*>(env);
  char name[] = "tenon-native";
  JavaVMAttachArgs arguments = {JNI_VERSION_1_8, name, nullptr};
  if (g_vm->AttachCurrentThreadAsDaemon(&env, &arguments) != JNI_OK)
    return nullptr;
  g_attached.fetch_add(1, std::memory_order_relaxed);
  pthread_setspecific(g_attached_key, g_vm);  // its destructor detaches at the thread's end
  return static_cast<JNIEnv*>(env);
}

tenon_status keep_exception(JNIEnv* env) {
  jthrowable thrown = env->ExceptionOccurred();
  env->ExceptionClear();
  jobject kept = env->NewGlobalRef(thrown);
  env->DeleteLocalRef(thrown);
  return tenon_error_set(TENON_E_CALLBACK, "a Java callback threw", kept, forget_exception);
}

// What most hooks look at comes along, so that the callback needs no call of its own for it.
struct Seen {
  tenon_tensor* input = nullptr;
  tenon_tensor* output = nullptr;
  bool simple = false;  // forward: one tensor is all there is
};

bool is_simple(tenon_call* call) {
  tenon_value* args = nullptr;
  tenon_value* kwargs = nullptr;
  const bool simple = tenon_call_get(call, TENON_SLOT_ARGS, &args) == TENON_OK &&
                      tenon_value_count(args) == 1 &&
                      tenon_call_get(call, TENON_SLOT_KWARGS, &kwargs) == TENON_OK &&
                      tenon_value_count(kwargs) <= 0;
  tenon_value_release(kwargs);
  tenon_value_release(args);
  return simple;
}

// A call without such a tensor is rare, and then an error record of ours more does no harm: asking
// first would cost every call.
void look(tenon_call* call, int32_t kind, Seen* seen) {
  if (kind > TENON_CALL_FORWARD_POST)
    return;
  if (tenon_call_tensor(call, TENON_SLOT_ARGS, 0, &seen->input) == TENON_OK &&
      kind == TENON_CALL_FORWARD)
    seen->simple = is_simple(call);
  if (kind == TENON_CALL_FORWARD_POST)
    tenon_call_tensor(call, TENON_SLOT_OUTPUT, 0, &seen->output);
}

}  // namespace

tenon_status call_back(void* user_data, tenon_call* call) {
  JNIEnv* env = attach();
  if (env == nullptr)
    return tenon_error_set(TENON_E_CALLBACK, "the Java VM did not take this thread", nullptr,
                           nullptr);
  jobject target = env->NewLocalRef(static_cast<jweak>(user_data));
  if (target == nullptr) {
    return tenon_error_set(TENON_E_CALLBACK, "the Java object behind this callback was collected",
                           nullptr, nullptr);
  }
  const int32_t kind = tenon_call_kind(call);
  Seen seen;
  look(call, kind, &seen);
  tenon_status status =
      env->CallIntMethod(target, g_callback_call, number(call), static_cast<jint>(kind),
                         number(seen.input), seen.simple ? 1 : number(seen.output));
  if (env->ExceptionCheck())
    status = keep_exception(env);
  tenon_tensor_release(seen.output);
  tenon_tensor_release(seen.input);
  env->DeleteLocalRef(target);  // an attached thread returns to no Java frame that would free it
  return status;
}

void forget_weak(void* weak) {
  if (JNIEnv* env = attach())
    env->DeleteWeakGlobalRef(static_cast<jweak>(weak));
}

void forget(void* reference) {
  if (JNIEnv* env = attach())
    env->DeleteGlobalRef(static_cast<jobject>(reference));
}

void forget_exception(void* thrown) {
  forget(thrown);
}

void* weak_of(JNIEnv* env, jobject callback) {
  return env->NewWeakGlobalRef(callback);
}

void raise_memory(JNIEnv* env) {
  if (jclass type = env->FindClass("java/lang/OutOfMemoryError"))
    env->ThrowNew(type, "no memory for a native copy");
}

void raise(JNIEnv* env, tenon_status status) {
  if (void* own = tenon_error_take_payload(forget_exception)) {
    env->Throw(static_cast<jthrowable>(own));
    env->DeleteGlobalRef(static_cast<jobject>(own));
    return;
  }
  jclass type = static_cast<jclass>(env->NewLocalRef(g_failure_class));
  jbyteArray message = bytes_of(env, tenon_error_message());
  jbyteArray path = bytes_of(env, tenon_error_path());
  jbyteArray reason = bytes_of(env, tenon_error_reason());
  if (type == nullptr || message == nullptr || path == nullptr || reason == nullptr)
    return;
  jobject thrown = env->CallStaticObjectMethod(type, g_failure_make, static_cast<jint>(status),
                                               message, path, reason);
  if (!env->ExceptionCheck())
    env->Throw(static_cast<jthrowable>(thrown));
}

tenon_status open_context(tenon_context** out_context) {
  const tenon_status status = tenon_context_create(nullptr, out_context);
  if (status == TENON_OK)
    g_context = *out_context;
  return status;
}

tenon_status close_context() {
  const tenon_status status = tenon_context_shutdown(g_context);
  if (status != TENON_OK)
    return status;
  tenon_context_release(g_context);
  g_context = nullptr;
  return TENON_OK;
}

jbyteArray bytes_of(JNIEnv* env, const char* data, int64_t size) {
  if (data == nullptr)
    return nullptr;
  jbyteArray bytes = env->NewByteArray(static_cast<jsize>(size));
  if (bytes != nullptr)
    env->SetByteArrayRegion(bytes, 0, static_cast<jsize>(size),
                            reinterpret_cast<const jbyte*>(data));
  return bytes;
}

jbyteArray bytes_of(JNIEnv* env, const char* text) {
  return bytes_of(env, text, text == nullptr ? 0 : static_cast<int64_t>(strlen(text)));
}

Text::~Text() {
  if (data_ != inline_)
    free(data_);
}

bool Text::take(JNIEnv* env, jbyteArray bytes) {
  if (bytes == nullptr)
    return true;
  const jsize size = env->GetArrayLength(bytes);
  data_ = size < kInline ? inline_ : static_cast<char*>(malloc(static_cast<size_t>(size) + 1));
  if (data_ == nullptr) {
    raise_memory(env);
    return false;
  }
  env->GetByteArrayRegion(bytes, 0, size, reinterpret_cast<jbyte*>(data_));
  data_[size] = '\0';
  return true;
}

Longs::~Longs() {
  if (data_ != inline_)
    free(data_);
}

bool Longs::take(JNIEnv* env, jlongArray array) {
  return array == nullptr || take(env, array, env->GetArrayLength(array));
}

bool Longs::take(JNIEnv* env, jlongArray array, jsize count) {
  size_ = count;
  data_ = count <= kInline
              ? inline_
              : static_cast<jlong*>(malloc(static_cast<size_t>(count) * sizeof(jlong)));
  if (data_ == nullptr) {
    raise_memory(env);
    return false;
  }
  env->GetLongArrayRegion(array, 0, count, data_);
  return !env->ExceptionCheck();
}

}  // namespace tenon::java

using namespace tenon::java;

extern "C" JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM* vm, void*) {
  void* raw = nullptr;
  g_vm = vm;
  if (vm->GetEnv(&raw, JNI_VERSION_1_8) != JNI_OK ||
      pthread_key_create(&g_attached_key, detach) != 0)
    return JNI_ERR;
  JNIEnv* env = static_cast<JNIEnv*>(raw);
  jclass callback = env->FindClass("org/tenon/internal/Callback");
  jclass failure = callback == nullptr ? nullptr : env->FindClass("org/tenon/internal/Failure");
  if (failure == nullptr)
    return JNI_ERR;
  g_callback_call = env->GetMethodID(callback, "call", "(JIJJ)I");
  g_failure_make = env->GetStaticMethodID(failure, "make", "(I[B[B[B)Lorg/tenon/TenonException;");
  g_failure_class = env->NewWeakGlobalRef(failure);
  return g_callback_call != nullptr && g_failure_make != nullptr && g_failure_class != nullptr
             ? JNI_VERSION_1_8
             : JNI_ERR;
}

// The class loader is gone, so nobody will close anything any more.
extern "C" JNIEXPORT void JNICALL JNI_OnUnload(JavaVM* vm, void*) {
  void* raw = nullptr;
  if (g_context != nullptr)
    close_context();
  if (vm->GetEnv(&raw, JNI_VERSION_1_8) == JNI_OK)
    static_cast<JNIEnv*>(raw)->DeleteWeakGlobalRef(g_failure_class);
  if (g_attached.load(std::memory_order_acquire) == 0) {
    pthread_key_delete(g_attached_key);
    return;
  }
  // A thread that we attached still runs and must detach when it ends: this code stays mapped.
  Dl_info self;
  if (dladdr(reinterpret_cast<void*>(&detach), &self) != 0)
    dlopen(self.dli_fname, RTLD_NOW | RTLD_NODELETE | RTLD_NOLOAD);
}
