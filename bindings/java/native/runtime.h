/// What the generated wrapper (bindings/swig/java.i) and the helpers of native.cc share: the VM,
/// callbacks into it, exceptions both ways, strings and arrays.
#ifndef TENON_BINDINGS_JAVA_NATIVE_RUNTIME_H_
#define TENON_BINDINGS_JAVA_NATIVE_RUNTIME_H_

#include <jni.h>
#include <stdint.h>
#include <tenon.h>

namespace tenon::java {

/// The one trampoline: user_data is a weak global reference to an org.tenon.internal.Callback.
/// Weak, since the Java side keeps what it registered, and a strong one would be a cycle that no
/// collector sees (native tree, callback, Java module, native tree).
tenon_status call_back(void* user_data, tenon_call* call);

/// The destroy function of such a reference.
void forget_weak(void* weak);
/// The destroy function of a strong global reference.
void forget(void* reference);

/// As forget. Its address says that a payload is an exception of this copy of us.
void forget_exception(void* thrown);

/// Throws what the failed call left behind: the very exception that a callback threw, or a
/// TenonException of the record.
void raise(JNIEnv* env, tenon_status status);
/// Throws java.lang.OutOfMemoryError.
void raise_memory(JNIEnv* env);

/// A weak reference for call_back; null with a pending exception when there is no memory.
void* weak_of(JNIEnv* env, jobject callback);

/// The context made by Native.open, which JNI_OnUnload shuts down.
tenon_status open_context(tenon_context** out_context);
tenon_status close_context();

/// Bytes of a C string; null for null.
jbyteArray bytes_of(JNIEnv* env, const char* text);
jbyteArray bytes_of(JNIEnv* env, const char* data, int64_t size);

/// A UTF-8 byte[] as a C string for the length of a call.
class Text {
 public:
  Text() = default;
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;
  ~Text();
  /// False with a pending exception. Null stays null.
  bool take(JNIEnv* env, jbyteArray bytes);
  const char* data() const { return data_; }

 private:
  static constexpr jsize kInline = 120;
  char* data_ = nullptr;
  char inline_[kInline];
};

/// A copy of a long[] for the length of a call: sizes or handles.
class Longs {
 public:
  Longs() = default;
  Longs(const Longs&) = delete;
  Longs& operator=(const Longs&) = delete;
  ~Longs();
  /// False with a pending exception. Null stays null.
  bool take(JNIEnv* env, jlongArray array);
  /// The first `count` of them.
  bool take(JNIEnv* env, jlongArray array, jsize count);
  const int64_t* data() const { return reinterpret_cast<const int64_t*>(data_); }
  jsize size() const { return size_; }
  template <typename T>
  T* const* handles() const {
    return reinterpret_cast<T* const*>(data_);
  }

 private:
  static constexpr jsize kInline = 16;
  jlong* data_ = nullptr;
  jsize size_ = 0;
  jlong inline_[kInline];
};

template <typename T>
T* handle(jlong number) {
  return reinterpret_cast<T*>(static_cast<intptr_t>(number));
}
inline jlong number(const void* handle) {
  return static_cast<jlong>(reinterpret_cast<intptr_t>(handle));
}

}  // namespace tenon::java

#endif  // TENON_BINDINGS_JAVA_NATIVE_RUNTIME_H_
