/* Java: a status becomes an exception, an out-parameter the result, a handle a long, text a byte[] of
 * UTF-8 (JNI's own strings are a modified form), a callback one object. What has no use in Java
 * (pointers to memory, destroy functions) is a long: org.tenon.internal.Native has functions for it. */
%header %{
#include "bindings/java/native/runtime.h"
%}

%define TENON_JAVA(TYPE, JNI, JAVA)
%typemap(jni) TYPE "JNI"
%typemap(jtype) TYPE "JAVA"
%typemap(jstype) TYPE "JAVA"
%typemap(javain) TYPE "$javainput"
%typemap(javaout) TYPE { return $jnicall; }
%enddef

%typemap(jni) tenon_status "void"
%typemap(jtype) tenon_status "void"
%typemap(jstype) tenon_status "void"
%typemap(javaout) tenon_status { $jnicall; }
%typemap(out) tenon_status "if ($1 != TENON_OK) { tenon::java::raise(jenv, $1); return $null; }"
TENON_JAVA(tenon_status code, jint, int)
%typemap(in) tenon_status code "$1 = $input;"
/* These two only report a status. */
TENON_JAVA(tenon_status tenon_error_set, jint, int)
%typemap(out) tenon_status tenon_error_set "$result = $1;"
TENON_JAVA(tenon_status tenon_error_code, jint, int)
%typemap(out) tenon_status tenon_error_code "$result = $1;"

%define TENON_POINTER(TYPE)
TENON_JAVA(TYPE, jlong, long)
%typemap(in) TYPE "$1 = ($1_ltype)(intptr_t)$input;"
%typemap(out) TYPE "$result = (jlong)(intptr_t)$1;"
%enddef
%define TENON_OUT(TYPE, C, CAST)
%typemap(in, numinputs=0) TYPE (C made = 0) "$1 = &made;"
%typemap(argout) TYPE "$result = CAST(*$1);"
%enddef
%define TENON_LONGS(TYPE)
TENON_JAVA(TYPE, jlongArray, long[])
%typemap(in) TYPE (tenon::java::Longs longs) {
  if (!longs.take(jenv, $input)) return $null;
  $1 = ($1_ltype)longs.data();
}
%enddef
%define TENON_HANDLE(T, OUT)
TENON_POINTER(T *)
TENON_POINTER(const T *)
TENON_OUT(T **OUT, T *, (jlong)(intptr_t))
%enddef
TENON_OUT(void **out_pointer, void *, (jlong)(intptr_t))
TENON_OUT(double *out_number, double, (jdouble))
TENON_OUT(int64_t *out_integer, int64_t, (jlong))
%apply int64_t *out_integer { int64_t *out_count, int64_t *out_hook_id, int64_t *out_seed };
TENON_OUT(int32_t *out_flag, int32_t, (jint))
%apply int32_t *out_flag { int32_t *out_dtype, int32_t *out_op };
%define TENON_RETURNS_HANDLE(FUNCTION)
TENON_JAVA(tenon_status FUNCTION, jlong, long)
%enddef
%define TENON_RETURNS_POINTER(FUNCTION)
TENON_JAVA(tenon_status FUNCTION, jlong, long)
%enddef
%define TENON_RETURNS_DOUBLE(FUNCTION)
TENON_JAVA(tenon_status FUNCTION, jdouble, double)
%enddef
%define TENON_RETURNS_INT64(FUNCTION)
TENON_JAVA(tenon_status FUNCTION, jlong, long)
%enddef
%define TENON_RETURNS_INT32(FUNCTION)
TENON_JAVA(tenon_status FUNCTION, jint, int)
%enddef

TENON_POINTER(const tenon_context_options *options)
TENON_POINTER(tenon_destroy_fn)
TENON_POINTER(tenon_callback)
TENON_POINTER(void *)
TENON_POINTER(const void *)
TENON_POINTER(float *)
TENON_POINTER(const float *)
TENON_POINTER(void *const *handles)

%typemap(jni) const char * "jbyteArray"
%typemap(jtype) const char * "byte[]"
%typemap(jstype) const char * "String"
%typemap(javain) const char * "Text.bytes($javainput)"
%typemap(javaout) const char * { return Text.string($jnicall); }
%typemap(in) const char * (tenon::java::Text text) {
  if (!text.take(jenv, $input)) return $null;
  $1 = ($1_ltype)text.data();
}
%typemap(freearg) const char * ""
%typemap(out) const char * "$result = tenon::java::bytes_of(jenv, $1);"

/* With -DSWIGWORDSIZE64, as SWIG must know for pointers to it, an int64_t is C's long, not Java's int. */
TENON_JAVA(int64_t, jlong, long)
%typemap(in) int64_t "$1 = ($1_ltype)$input;"
%typemap(out) int64_t "$result = (jlong)$1;"

/* Sizes: the array and its length, which the callers see to. */
TENON_LONGS(const int64_t *)
%define TENON_HANDLES(TYPE)
TENON_JAVA(TYPE, jlongArray, long[])
%typemap(in) TYPE (tenon::java::Longs longs) {
  if (!longs.take(jenv, $input)) return $null;
  $1 = ($1_ltype)longs.data();
  $2 = longs.size();
}
%enddef
%define TENON_ARRAY(TYPE, ITEMS, COUNT)
TENON_HANDLES((TYPE ITEMS, int64_t COUNT))
%enddef

/* (fn, user_data, destroy) is one object, held weakly: the Java side keeps it. */
TENON_JAVA((tenon_callback fn, void *user_data, tenon_destroy_fn destroy), jobject, Callback)
%typemap(in) (tenon_callback fn, void *user_data, tenon_destroy_fn destroy) {
  $1 = tenon::java::call_back;
  $2 = tenon::java::weak_of(jenv, $input);
  $3 = tenon::java::forget_weak;
  if ($2 == NULL) return $null;
}

%javaconst(1);
%pragma(java) moduleclassmodifiers="public final class"
%pragma(java) jniclassclassmodifiers="final class"
