%header %{
#include <stdint.h>

/* Looked up once, in JNI_OnLoad: a callback may run on a thread whose class loader knows nothing. */
static JavaVM *tn_vm;
static jclass tn_exception_class;
static jmethodID tn_exception_new, tn_callback_call;

static JNIEnv *tn_env(void) {
  JNIEnv *env = NULL;
  if (tn_vm->GetEnv((void **)&env, JNI_VERSION_1_8) == JNI_OK) return env;
  return tn_vm->AttachCurrentThreadAsDaemon((void **)&env, NULL) == JNI_OK ? env : NULL;
}

static void tn_unref(void *object) {
  JNIEnv *env = tn_env();
  if (env != NULL) env->DeleteGlobalRef((jobject)object);
}
/* Its own function: the address says that a payload is a Java exception of ours. */
static void tn_unref_exception(void *object) { tn_unref(object); }

static tenon_status tn_callback(void *user_data, tenon_call *call) {
  JNIEnv *env = tn_env();
  if (env == NULL) return tenon_error_set(TENON_E_CALLBACK, "the JVM took no thread", NULL, NULL);
  const jint status = env->CallIntMethod((jobject)user_data, tn_callback_call, (jlong)(intptr_t)call);
  jthrowable thrown = env->ExceptionOccurred();
  if (thrown == NULL) return status;
  env->ExceptionClear();
  jobject kept = env->NewGlobalRef(thrown);
  env->DeleteLocalRef(thrown);
  return tenon_error_set(TENON_E_CALLBACK, "a Java callback threw", kept, tn_unref_exception);
}

/* Our own exception comes home as the same object; anything else is a TenonException. */
static void tn_throw(JNIEnv *env, tenon_status status) {
  jobject own = (jobject)tenon_error_take_payload(tn_unref_exception);
  if (own != NULL) {
    env->Throw((jthrowable)own);
    env->DeleteGlobalRef(own);
    return;
  }
  jstring text = env->NewStringUTF(tenon_error_message());
  jobject made = env->NewObject(tn_exception_class, tn_exception_new, (jint)status, text);
  if (made != NULL) env->Throw((jthrowable)made);
}

extern "C" JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *) {
  JNIEnv *env = NULL;
  tn_vm = vm;
  if (vm->GetEnv((void **)&env, JNI_VERSION_1_8) != JNI_OK) return JNI_ERR;
  jclass found = env->FindClass("TenonException");
  if (found == NULL) return JNI_ERR;
  tn_exception_class = (jclass)env->NewGlobalRef(found);
  tn_exception_new = env->GetMethodID(found, "<init>", "(ILjava/lang/String;)V");
  found = env->FindClass("Callback");
  if (found == NULL) return JNI_ERR;
  tn_callback_call = env->GetMethodID(found, "call", "(J)I");
  return tn_exception_new != NULL && tn_callback_call != NULL ? JNI_VERSION_1_8 : JNI_ERR;
}
%}

%typemap(jni) tenon_status "void"
%typemap(jtype) tenon_status "void"
%typemap(jstype) tenon_status "void"
%typemap(javaout) tenon_status "{ $jnicall; }"
%typemap(out) tenon_status "if ($1 != TENON_OK) { tn_throw(jenv, $1); return $null; }"

%define TENON_HANDLE(T, OUT)
%typemap(jni) T * "jlong"
%typemap(jtype) T * "long"
%typemap(jstype) T * "long"
%typemap(javain) T * "$javainput"
%typemap(in) T * "$1 = (T *)(intptr_t)$input;"
%typemap(out) T * "$result = (jlong)(intptr_t)$1;"
%typemap(javaout) T * { return $jnicall; }
%typemap(in, numinputs=0) T **OUT (T *made = NULL) "$1 = &made;"
%typemap(argout) T **OUT "$result = (jlong)(intptr_t)*$1;"
%apply T * { const T * };
%enddef
%define TENON_RETURNS_LONG(FUNCTION)
%typemap(jni) tenon_status FUNCTION "jlong"
%typemap(jtype) tenon_status FUNCTION "long"
%typemap(jstype) tenon_status FUNCTION "long"
%typemap(javaout) tenon_status FUNCTION { return $jnicall; }
%enddef
%define TENON_RETURNS_HANDLE(FUNCTION)
TENON_RETURNS_LONG(FUNCTION)
%enddef
%define TENON_RETURNS_INT64(FUNCTION)
TENON_RETURNS_LONG(FUNCTION)
%enddef
%typemap(in, numinputs=0) int64_t *out_integer (int64_t made = 0) "$1 = &made;"
%typemap(argout) int64_t *out_integer "$result = (jlong)*$1;"
%apply int64_t *out_integer { int64_t *out_hook_id };

/* An array of handles is a long[]. */
%typemap(jni) (tenon_value *const *items, int64_t item_count) "jlongArray"
%typemap(jtype) (tenon_value *const *items, int64_t item_count) "long[]"
%typemap(jstype) (tenon_value *const *items, int64_t item_count) "long[]"
%typemap(javain) (tenon_value *const *items, int64_t item_count) "$javainput"
%typemap(in) (tenon_value *const *items, int64_t item_count) {
  $2 = jenv->GetArrayLength($input);
  $1 = (tenon_value **)jenv->GetLongArrayElements($input, NULL);
}
%typemap(freearg) (tenon_value *const *items, int64_t item_count)
    "jenv->ReleaseLongArrayElements($input, (jlong *)$1, JNI_ABORT);"

/* (fn, user_data, destroy) is one Java object. */
%typemap(jni) (tenon_callback fn, void *user_data, tenon_destroy_fn destroy) "jobject"
%typemap(jtype) (tenon_callback fn, void *user_data, tenon_destroy_fn destroy) "Callback"
%typemap(jstype) (tenon_callback fn, void *user_data, tenon_destroy_fn destroy) "Callback"
%typemap(javain) (tenon_callback fn, void *user_data, tenon_destroy_fn destroy) "$javainput"
%typemap(in) (tenon_callback fn, void *user_data, tenon_destroy_fn destroy)
    "$1 = tn_callback; $2 = jenv->NewGlobalRef($input); $3 = tn_unref;"

%javaconst(1);
