// The functions of org.tenon.internal.Native: what the derived flat layer cannot do (arrays,
// buffers) and several C calls in one crossing, where a crossing each would be felt.
#include <stdlib.h>
#include <string.h>

#include "bindings/java/native/runtime.h"

using namespace tenon::java;

namespace {

bool fine(JNIEnv* env, tenon_status status) {
  if (status != TENON_OK)
    raise(env, status);
  return status == TENON_OK;
}

// Pointers for the length of a call.
template <typename T>
class Pointers {
 public:
  explicit Pointers(int64_t count) {
    if (count > kInline)
      data_ = static_cast<T**>(malloc(static_cast<size_t>(count) * sizeof(T*)));
  }
  Pointers(const Pointers&) = delete;
  Pointers& operator=(const Pointers&) = delete;
  ~Pointers() {
    if (data_ != inline_)
      free(data_);
  }
  T** data() { return data_; }

 private:
  static constexpr int64_t kInline = 8;
  T* inline_[kInline];
  T** data_ = inline_;
};

// Builds a value from the tape that org.tenon.Tape writes: a kind, then its content; strings lie in
// `text`, each behind its offset, with a zero.
class Reader {
 public:
  Reader(tenon_context* context, const int64_t* tape, const char* text)
      : context_(context), at_(tape), text_(text) {}

  int64_t next() { return *at_++; }

  tenon_status value(tenon_value** out) {
    const int64_t kind = next();
    *out = nullptr;
    switch (kind) {
      case TENON_VALUE_NONE:
        return tenon_value_none(context_, out);
      case TENON_VALUE_BOOL:
        return tenon_value_bool(context_, static_cast<int32_t>(next()), out);
      case TENON_VALUE_INT:
        return tenon_value_int(context_, next(), out);
      case TENON_VALUE_FLOAT: {
        const int64_t bits = next();
        double number;
        memcpy(&number, &bits, sizeof number);
        return tenon_value_float(context_, number, out);
      }
      case TENON_VALUE_STRING:
        return tenon_value_string(context_, text_ + next(), out);
      case TENON_VALUE_DTYPE:
        return tenon_value_dtype(context_, static_cast<int32_t>(next()), out);
      case TENON_VALUE_TENSOR:
        return tenon_value_tensor(context_, handle<tenon_tensor>(next()), out);
      case TENON_VALUE_MODULE:
        return tenon_value_module(context_, handle<tenon_module>(next()), out);
      case TENON_VALUE_TUPLE:
      case TENON_VALUE_LIST:
        return sequence(kind, out);
      case TENON_VALUE_DICT:
        return dict(out);
      default:  // a value that is native already
        *out = handle<tenon_value>(next());
        tenon_value_retain(*out);
        return TENON_OK;
    }
  }

  // `count` values; those made are released with release_all.
  tenon_status values(int64_t count, tenon_value** out, int64_t* made) {
    tenon_status status = TENON_OK;
    for (*made = 0; *made < count && status == TENON_OK;) {
      status = value(&out[*made]);
      *made += status == TENON_OK;
    }
    return status;
  }

 private:
  tenon_status sequence(int64_t kind, tenon_value** out) {
    const int64_t count = next();
    Pointers<tenon_value> items(count);
    int64_t made = 0;
    if (items.data() == nullptr)
      return tenon_error_set(TENON_E_NOMEM, nullptr, nullptr, nullptr);
    tenon_status status = values(count, items.data(), &made);
    if (status == TENON_OK) {
      status = kind == TENON_VALUE_TUPLE ? tenon_value_tuple(context_, items.data(), count, out)
                                         : tenon_value_list(context_, items.data(), count, out);
    }
    tenon_release_all(reinterpret_cast<void* const*>(items.data()), made);
    return status;
  }

  tenon_status dict(tenon_value** out) {
    tenon_status status = tenon_value_dict(context_, out);
    for (int64_t left = next(); left > 0 && status == TENON_OK; --left) {
      const char* key = text_ + next();
      tenon_value* item = nullptr;
      status = value(&item);
      if (status == TENON_OK)
        status = tenon_value_dict_set(*out, key, item);
      tenon_value_release(item);
    }
    if (status != TENON_OK) {
      tenon_value_release(*out);
      *out = nullptr;
    }
    return status;
  }

  tenon_context* context_;
  const int64_t* at_;
  const char* text_;
};

// A tape and its text, copied in.
struct Tape {
  Longs longs;
  Text text;
  bool take(JNIEnv* env, jlongArray tape, jint length, jbyteArray strings) {
    return longs.take(env, tape, length) && text.take(env, strings);
  }
};

tenon_status run_op(tenon_context* context, int32_t op, Reader* reader, tenon_value** out) {
  const int64_t count = reader->next();
  Pointers<tenon_value> args(count + 1);
  int64_t made = 0;
  if (args.data() == nullptr)
    return tenon_error_set(TENON_E_NOMEM, nullptr, nullptr, nullptr);
  tenon_status status = reader->values(count + 1, args.data(), &made);  // the last are the options
  if (status == TENON_OK) {
    tenon_value* options = args.data()[count];
    if (tenon_value_kind(options) == TENON_VALUE_NONE)
      options = nullptr;
    status = tenon_op_call(context, op, args.data(), count, options, out);
  }
  tenon_release_all(reinterpret_cast<void* const*>(args.data()), made);
  return status;
}

char* address(JNIEnv* env, jobject buffer, jlong offset) {
  return static_cast<char*>(env->GetDirectBufferAddress(buffer)) + offset;
}

}  // namespace

#define TENON_NATIVE(type, name) \
  extern "C" JNIEXPORT type JNICALL Java_org_tenon_internal_Native_##name

TENON_NATIVE(jint, abiVersion)(JNIEnv*, jclass) {
  return tenon_abi_version();
}

TENON_NATIVE(jlong, open)(JNIEnv* env, jclass) {
  tenon_context* context = nullptr;
  return fine(env, open_context(&context)) ? number(context) : 0;
}

TENON_NATIVE(void, close)(JNIEnv* env, jclass) {
  fine(env, close_context());
}

TENON_NATIVE(void, releaseAll)(JNIEnv* env, jclass, jlongArray handles, jint count) {
  Longs copied;
  if (copied.take(env, handles, count))
    tenon_release_all(copied.handles<void>(), count);
}

TENON_NATIVE(jlong, value)
(JNIEnv* env, jclass, jlong context, jlongArray tape, jint length, jbyteArray text) {
  Tape copied;
  tenon_value* out = nullptr;
  if (!copied.take(env, tape, length, text))
    return 0;
  Reader reader(handle<tenon_context>(context), copied.longs.data(), copied.text.data());
  return fine(env, reader.value(&out)) ? number(out) : 0;
}

TENON_NATIVE(jlong, opValue)
(JNIEnv* env, jclass, jlong context, jint op, jlongArray tape, jint length, jbyteArray text) {
  Tape copied;
  tenon_value* out = nullptr;
  if (!copied.take(env, tape, length, text))
    return 0;
  Reader reader(handle<tenon_context>(context), copied.longs.data(), copied.text.data());
  return fine(env, run_op(handle<tenon_context>(context), op, &reader, &out)) ? number(out) : 0;
}

TENON_NATIVE(jlong, opTensor)
(JNIEnv* env, jclass, jlong context, jint op, jlongArray tape, jint length, jbyteArray text) {
  Tape copied;
  tenon_value* out = nullptr;
  tenon_tensor* tensor = nullptr;
  if (!copied.take(env, tape, length, text))
    return 0;
  Reader reader(handle<tenon_context>(context), copied.longs.data(), copied.text.data());
  tenon_status status = run_op(handle<tenon_context>(context), op, &reader, &out);
  if (status == TENON_OK)
    status = tenon_value_as_tensor(out, &tensor);
  tenon_value_release(out);
  return fine(env, status) ? number(tensor) : 0;
}

TENON_NATIVE(jlong, callValue)
(JNIEnv* env, jclass, jlong context, jlong module, jlongArray tape, jint length, jbyteArray text) {
  Tape copied;
  tenon_value* given[2] = {nullptr, nullptr};  // args, kwargs
  tenon_value* out = nullptr;
  int64_t made = 0;
  if (!copied.take(env, tape, length, text))
    return 0;
  Reader reader(handle<tenon_context>(context), copied.longs.data(), copied.text.data());
  tenon_status status = reader.values(2, given, &made);
  if (status == TENON_OK)
    status = tenon_module_call(handle<tenon_module>(module), given[0], given[1], &out);
  tenon_release_all(reinterpret_cast<void* const*>(given), made);
  return fine(env, status) ? number(out) : 0;
}

// ---- tensors ----

TENON_NATIVE(jlongArray, shape)(JNIEnv* env, jclass, jlong number) {
  tenon_tensor* tensor = handle<tenon_tensor>(number);
  const int32_t ndim = tenon_tensor_ndim(tensor);
  jlongArray shape = ndim < 0 ? nullptr : env->NewLongArray(ndim);
  if (shape == nullptr)
    return nullptr;
  for (int32_t i = 0; i < ndim; ++i) {
    const jlong size = tenon_tensor_dim(tensor, i);
    env->SetLongArrayRegion(shape, i, 1, &size);
  }
  return shape;
}

TENON_NATIVE(jlong, fromArray)
(JNIEnv* env, jclass, jlong context, jint dtype, jlongArray shape, jobject values) {
  Longs sizes;
  tenon_tensor* tensor = nullptr;
  if (!sizes.take(env, shape))
    return 0;
  jarray array = static_cast<jarray>(values);
  void* data = env->GetPrimitiveArrayCritical(array, nullptr);
  if (data == nullptr)
    return 0;
  const tenon_status status = tenon_tensor_from_data(handle<tenon_context>(context), dtype,
                                                     sizes.data(), sizes.size(), data, &tensor);
  env->ReleasePrimitiveArrayCritical(array, data, JNI_ABORT);
  return fine(env, status) ? number(tensor) : 0;
}

TENON_NATIVE(jlong, fromBuffer)
(JNIEnv* env, jclass, jlong context, jint dtype, jlongArray shape, jobject buffer, jlong offset) {
  Longs sizes;
  tenon_tensor* tensor = nullptr;
  if (!sizes.take(env, shape))
    return 0;
  const tenon_status status =
      tenon_tensor_from_data(handle<tenon_context>(context), dtype, sizes.data(), sizes.size(),
                             address(env, buffer, offset), &tensor);
  return fine(env, status) ? number(tensor) : 0;
}

TENON_NATIVE(jlong, wrapBuffer)
(JNIEnv* env, jclass, jlong context, jint dtype, jlongArray shape, jobject buffer, jlong offset,
 jboolean read_only) {
  Longs sizes;
  tenon_tensor* tensor = nullptr;
  if (!sizes.take(env, shape))
    return 0;
  jobject kept = env->NewGlobalRef(buffer);
  if (kept == nullptr)
    return 0;
  tenon_context* owner = handle<tenon_context>(context);
  char* data = address(env, buffer, offset);
  const tenon_status status =
      read_only ? tenon_tensor_wrap_read_only(owner, dtype, sizes.data(), nullptr, sizes.size(),
                                              data, kept, forget, &tensor)
                : tenon_tensor_wrap(owner, dtype, sizes.data(), nullptr, sizes.size(), data, kept,
                                    forget, &tensor);
  return fine(env, status) ? number(tensor) : 0;
}

TENON_NATIVE(void, readArray)(JNIEnv* env, jclass, jlong tensor, jobject values, jlong bytes) {
  jarray array = static_cast<jarray>(values);
  void* data = env->GetPrimitiveArrayCritical(array, nullptr);
  if (data == nullptr)
    return;
  const tenon_status status = tenon_tensor_read(handle<tenon_tensor>(tensor), data, bytes);
  env->ReleasePrimitiveArrayCritical(array, data, 0);
  fine(env, status);
}

TENON_NATIVE(void, writeArray)(JNIEnv* env, jclass, jlong tensor, jobject values, jlong bytes) {
  jarray array = static_cast<jarray>(values);
  void* data = env->GetPrimitiveArrayCritical(array, nullptr);
  if (data == nullptr)
    return;
  const tenon_status status = tenon_tensor_write(handle<tenon_tensor>(tensor), data, bytes);
  env->ReleasePrimitiveArrayCritical(array, data, JNI_ABORT);
  fine(env, status);
}

TENON_NATIVE(void, readBuffer)
(JNIEnv* env, jclass, jlong tensor, jobject buffer, jlong offset, jlong bytes) {
  fine(env, tenon_tensor_read(handle<tenon_tensor>(tensor), address(env, buffer, offset), bytes));
}

TENON_NATIVE(void, writeBuffer)
(JNIEnv* env, jclass, jlong tensor, jobject buffer, jlong offset, jlong bytes) {
  fine(env, tenon_tensor_write(handle<tenon_tensor>(tensor), address(env, buffer, offset), bytes));
}

TENON_NATIVE(jobject, map)(JNIEnv* env, jclass, jlong tensor, jint flags, jlong bytes) {
  void* pointer = nullptr;
  static char nothing[1];
  if (!fine(env, tenon_tensor_map(handle<tenon_tensor>(tensor), flags, &pointer)))
    return nullptr;
  return env->NewDirectByteBuffer(pointer == nullptr ? nothing : pointer, bytes);
}

// ---- modules ----

TENON_NATIVE(jlong, address)(JNIEnv* env, jclass, jobject buffer) {
  return number(env->GetDirectBufferAddress(buffer));
}

// Up to four sizes come as numbers: an array would cost as much as the crossing.
TENON_NATIVE(jlong, callFloats)
(JNIEnv* env, jclass, jlong module, jint ndim, jlong d0, jlong d1, jlong d2, jlong d3, jlong in,
 jlong out, jlong capacity) {
  const int64_t shape[] = {d0, d1, d2, d3};
  int64_t count = 0;
  const tenon_status status =
      tenon_module_call_f32(handle<tenon_module>(module), handle<float>(in), shape, ndim,
                            handle<float>(out), capacity, &count);
  return fine(env, status) ? count : 0;
}

TENON_NATIVE(jlong, callArrays)
(JNIEnv* env, jclass, jlong module, jlongArray shape, jint ndim, jfloatArray in, jint given,
 jfloatArray out, jint capacity) {
  constexpr jsize kInline = 1024;
  float inline_floats[kInline];
  Longs sizes;
  int64_t count = 0;
  if (!sizes.take(env, shape, ndim))
    return 0;
  // Copied, not pinned: hooks run in between, and they need the VM.
  float* floats = inline_floats;
  if (given + static_cast<int64_t>(capacity) > kInline)
    floats = static_cast<float*>(
        malloc((static_cast<size_t>(given) + static_cast<size_t>(capacity)) * sizeof(float)));
  if (floats == nullptr) {
    raise_memory(env);
    return 0;
  }
  env->GetFloatArrayRegion(in, 0, given, floats);
  const tenon_status status =
      tenon_module_call_f32(handle<tenon_module>(module), floats, sizes.data(), sizes.size(),
                            floats + given, capacity, &count);
  if (status == TENON_OK)
    env->SetFloatArrayRegion(out, 0, static_cast<jsize>(count), floats + given);
  if (floats != inline_floats)
    free(floats);
  return fine(env, status) ? count : 0;
}

// ---- lists and texts; these let go of what they read ----

TENON_NATIVE(jobjectArray, names)(JNIEnv* env, jclass, jlong number) {
  tenon_list* list = handle<tenon_list>(number);
  jclass bytes = env->FindClass("[B");
  const jsize count = static_cast<jsize>(tenon_list_count(list));
  jobjectArray names = bytes == nullptr ? nullptr : env->NewObjectArray(count, bytes, nullptr);
  for (jsize i = 0; names != nullptr && i < count; ++i) {
    jbyteArray name = bytes_of(env, tenon_list_name(list, i));
    if (name == nullptr)
      return nullptr;
    env->SetObjectArrayElement(names, i, name);
    env->DeleteLocalRef(name);
  }
  return names;
}

namespace {

template <typename T>
jlongArray entries(JNIEnv* env, jlong list_number, tenon_status (*get)(tenon_list*, int64_t, T**)) {
  tenon_list* list = handle<tenon_list>(list_number);
  const jsize count = static_cast<jsize>(tenon_list_count(list));
  jlongArray entries = env->NewLongArray(count);
  tenon_status status = TENON_OK;
  for (jsize i = 0; entries != nullptr && i < count && status == TENON_OK; ++i) {
    T* entry = nullptr;
    status = get(list, i, &entry);
    const jlong shown = number(entry);
    env->SetLongArrayRegion(entries, i, 1, &shown);
  }
  return fine(env, status) ? entries : nullptr;
}

}  // namespace

TENON_NATIVE(jlongArray, tensors)(JNIEnv* env, jclass, jlong list) {
  return entries<tenon_tensor>(env, list, tenon_list_tensor);
}

TENON_NATIVE(jlongArray, modules)(JNIEnv* env, jclass, jlong list) {
  return entries<tenon_module>(env, list, tenon_list_module);
}

TENON_NATIVE(jlongArray, children)(JNIEnv* env, jclass, jlong module) {
  tenon_list* list = nullptr;
  if (!fine(env, tenon_module_named_children(handle<tenon_module>(module), &list)))
    return nullptr;
  jlongArray found = entries<tenon_module>(env, number(list), tenon_list_module);
  tenon_list_release(list);
  return found;
}

TENON_NATIVE(jbyteArray, take)(JNIEnv* env, jclass, jlong number) {
  tenon_string* string = handle<tenon_string>(number);
  jbyteArray bytes = bytes_of(env, tenon_string_data(string), tenon_string_size(string));
  tenon_string_release(string);
  return bytes;
}

TENON_NATIVE(jlong, loadMemory)(JNIEnv* env, jclass, jlong context, jbyteArray bytes) {
  Text copied;
  tenon_state_dict* out = nullptr;
  if (!copied.take(env, bytes))
    return 0;
  const tenon_status status = tenon_state_dict_load_memory(
      handle<tenon_context>(context), copied.data(), env->GetArrayLength(bytes), nullptr, &out);
  return fine(env, status) ? number(out) : 0;
}

TENON_NATIVE(void, release)(JNIEnv*, jclass, jlong number) {
  void* released = handle<void>(number);
  tenon_release_all(&released, 1);
}
