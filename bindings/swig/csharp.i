/* C#: every wrapper that SWIG writes passes its arguments on as they are, so bindings/csharp/generate.py
 * lets the P/Invokes call libtenon itself, and no wrapper library is built. A typemap that converts
 * in C would break that; bindings/csharp/generate.py refuses such a wrapper.
 *
 * Run with -DSWIG_CSHARP_NO_EXCEPTION_HELPER -DSWIG_CSHARP_NO_STRING_HELPER
 * -DSWIG_CSHARP_NO_IMCLASS_STATIC_CONSTRUCTOR: then SWIG itself registers no delegate, which
 * ahead-of-time compilers refuse. */
%pragma(csharp) imclassclassmodifiers="internal static unsafe class"
%pragma(csharp) moduleclassmodifiers="internal static unsafe class"

%typemap(ctype) tenon_status "int"
%typemap(imtype) tenon_status "int"
%typemap(cstype) tenon_status "void"
%typemap(csout, excode="") tenon_status { global::Tenon.Internal.Failure.Check($imcall); }
%typemap(out) tenon_status "$result = $1;"

%define TENON_POINTER(TYPE, CSHARP)
%typemap(ctype) TYPE "void *"
%typemap(imtype) TYPE "CSHARP"
%typemap(cstype) TYPE "CSHARP"
%typemap(csin) TYPE "$csinput"
%typemap(csout, excode="") TYPE { return $imcall; }
%typemap(in) TYPE "$1 = ($1_ltype)$input;"
%typemap(out) TYPE "$result = (void *)$1;"
%enddef
%define TENON_OUT(TYPE, CSHARP)
%typemap(ctype) TYPE "void *"
%typemap(imtype) TYPE "out CSHARP"
%typemap(cstype) TYPE "out CSHARP"
%typemap(csin) TYPE "out $csinput"
%typemap(in) TYPE "$1 = ($1_ltype)$input;"
%enddef
%define TENON_HANDLE(T, OUT)
TENON_POINTER(T *, global::System.IntPtr)
TENON_POINTER(const T *, global::System.IntPtr)
TENON_OUT(T **OUT, global::System.IntPtr)
%enddef
/* Status and out-parameter stay apart: both are there without a wrapper. */
%define TENON_RETURNS_HANDLE(FUNCTION)
%enddef
%define TENON_RETURNS_POINTER(FUNCTION)
%enddef
%define TENON_RETURNS_DOUBLE(FUNCTION)
%enddef
%define TENON_RETURNS_INT64(FUNCTION)
%enddef
%define TENON_RETURNS_INT32(FUNCTION)
%enddef
TENON_OUT(int64_t *, long)
TENON_OUT(int32_t *, int)
TENON_OUT(double *, double)
TENON_OUT(void **, global::System.IntPtr)
/* A module is held by a SafeHandle, and the call holds it too: what another thread closes meanwhile
 * goes when the call is over. */
TENON_POINTER(tenon_module *module, global::Tenon.Internal.ModuleSafeHandle)
TENON_POINTER(tenon_module *child, global::Tenon.Internal.ModuleSafeHandle)
/* Arrays are pinned by the caller and passed as they are. */
%define TENON_ARRAY(TYPE, ITEMS, COUNT)
TENON_POINTER(TYPE, global::System.IntPtr*)
%enddef
TENON_POINTER(const int64_t *, long*)
TENON_POINTER(const float *, float*)
TENON_POINTER(float *, float*)
TENON_POINTER(tenon_callback, global::System.IntPtr)
TENON_POINTER(tenon_destroy_fn, global::System.IntPtr)
TENON_POINTER(void *, global::System.IntPtr)
TENON_POINTER(const void *, global::System.IntPtr)
TENON_POINTER(const tenon_context_options *, global::System.IntPtr)

%typemap(imtype, inattributes="[global::System.Runtime.InteropServices.MarshalAs(global::System.Runtime.InteropServices.UnmanagedType.LPUTF8Str)]", out="global::System.IntPtr") const char * "string"
%typemap(csin) const char * "global::Tenon.Internal.Text.Checked($csinput)"
%typemap(cstype, out="string?") const char * "string"
%typemap(csout, excode="") const char * { return global::Tenon.Internal.Text.Of($imcall); }
%typemap(ctype) const char * "const char *"
%typemap(in) const char * "$1 = (char *)$input;"
%typemap(freearg) const char * ""
%typemap(out) const char * "$result = $1;"

/* Sets the record and hands the code to the library, so it must come back as a number. */
%typemap(cstype) tenon_status tenon_error_set "int"
%typemap(csout, excode="") tenon_status tenon_error_set { return $imcall; }
%typemap(cstype) tenon_status code "int"
%typemap(csin) tenon_status code "$csinput"
%typemap(in) tenon_status code "$1 = $input;"
%csconst(1);
