/* Build with -DSWIG_CSHARP_NO_EXCEPTION_HELPER -DSWIG_CSHARP_NO_STRING_HELPER
 * -DSWIG_CSHARP_NO_IMCLASS_STATIC_CONSTRUCTOR: then SWIG itself registers no delegate, which
 * ahead-of-time compilers refuse. */

%typemap(ctype) tenon_status "int"
%typemap(imtype) tenon_status "int"
%typemap(cstype) tenon_status "void"
%typemap(csout, excode="") tenon_status { global::Failure.Check($imcall); }
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
%define TENON_RETURNS_HANDLE(FUNCTION)
%enddef
%define TENON_RETURNS_INT64(FUNCTION)
%enddef
TENON_OUT(int64_t *out_integer, long)
TENON_OUT(int64_t *out_hook_id, long)
/* An array of handles is pinned by the caller and passed as it is. */
TENON_POINTER(tenon_value *const *items, global::System.IntPtr)
TENON_POINTER(tenon_callback, global::System.IntPtr)
TENON_POINTER(tenon_destroy_fn, global::System.IntPtr)
TENON_POINTER(void *, global::System.IntPtr)

%typemap(imtype, inattributes="[global::System.Runtime.InteropServices.MarshalAs(global::System.Runtime.InteropServices.UnmanagedType.LPUTF8Str)]", out="global::System.IntPtr") const char * "string"
%typemap(csin) const char * "$csinput"
%typemap(csout, excode="") const char * { return global::System.Runtime.InteropServices.Marshal.PtrToStringUTF8($imcall); }
%typemap(ctype) const char * "const char *"
%typemap(in) const char * "$1 = (char *)$input;"
%typemap(freearg) const char * ""
%typemap(out) const char * "$result = $1;"

/* Not SWIG's own error checks: they are typemaps above. */
%rename("%s") tenon_error_message;
%rename("%s") tenon_error_set;
%rename("%s") tenon_error_take_payload;
/* Sets the record and hands the code to the library, so it must come back as a number. */
%typemap(cstype) tenon_status tenon_error_set "int"
%typemap(csout, excode="") tenon_status tenon_error_set { return $imcall; }
%typemap(cstype) tenon_status code "int"
%typemap(csin) tenon_status code "$csinput"
%typemap(in) tenon_status code "$1 = $input;"
%csconst(1);
