/* The call record seen by three languages: an allow-list over the C headers, typemaps per language.
 * One trampoline a language serves every kind of callback, because there is one callback type. */
%module TenonNative
%{
#include <tenon.h>
%}
#define TENON_API
%include <stdint.i>

/* "status + one out-parameter" becomes "returns it, or fails": return typemaps go by function name. */
#if defined(SWIGJAVA)
%include "java.i"
#elif defined(SWIGCSHARP)
%include "csharp.i"
#elif defined(SWIGGO)
%include "go.i"
#endif

TENON_HANDLE(tenon_context, out_context)
TENON_HANDLE(tenon_module, out_module)
TENON_HANDLE(tenon_value, out_value)
TENON_HANDLE(tenon_call, out_call)
TENON_HANDLE(tenon_context_options, out_options)
TENON_RETURNS_HANDLE(tenon_context_create)
TENON_RETURNS_HANDLE(tenon_module_create_custom)
TENON_RETURNS_HANDLE(tenon_module_call)
TENON_RETURNS_HANDLE(tenon_call_context)
TENON_RETURNS_HANDLE(tenon_call_get)
TENON_RETURNS_HANDLE(tenon_value_int)
TENON_RETURNS_HANDLE(tenon_value_tuple)
TENON_RETURNS_HANDLE(tenon_value_dict)
TENON_RETURNS_HANDLE(tenon_value_get)
TENON_RETURNS_HANDLE(tenon_value_at)
TENON_RETURNS_INT64(tenon_value_as_int)
TENON_RETURNS_INT64(tenon_module_register_forward_hook)

/* Nothing leaks out by accident: what is not named here does not exist in the language. */
%rename("$ignore", %$isfunction) "";
%rename("$ignore", %$isvariable) "";
%rename("$ignore", %$isclass) "";
%rename("%s") tenon_context_create;
%rename("%s") tenon_context_live;
%rename("%s") tenon_context_release;
%rename("%s") tenon_module_create_custom;
%rename("%s") tenon_module_call;
%rename("%s") tenon_module_register_forward_hook;
%rename("%s") tenon_module_release;
%rename("%s") tenon_hook_remove;
%rename("%s") tenon_call_kind;
%rename("%s") tenon_call_context;
%rename("%s") tenon_call_get;
%rename("%s") tenon_call_set;
%rename("%s") tenon_value_int;
%rename("%s") tenon_value_tuple;
%rename("%s") tenon_value_dict;
%rename("%s") tenon_value_dict_set;
%rename("%s") tenon_value_as_int;
%rename("%s") tenon_value_at;
%rename("%s") tenon_value_count;
%rename("%s") tenon_value_get;
%rename("%s") tenon_value_release;
%include <tenon_c/base.h>
%include <tenon_c/error.h>
%include <tenon_c/context.h>
%include <tenon_c/call.h>
%include <tenon_c/value.h>
%include <tenon_c/module.h>
%include <tenon_c/hook.h>
