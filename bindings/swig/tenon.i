/* The flat layer of every language: the C headers through an allow-list (tenon_api.i, derived from
 * them), typemaps per language. Nobody sees it but the idiomatic layer on top.
 *
 * tenon_api.i says which functions have an out-parameter, and of what kind; SWIG matches return
 * typemaps by function name, so "status + one out-parameter" can become "returns it, or fails". */
%module TenonNative
#define TENON_API
%include <stdint.i>

#if defined(SWIGJAVA)
%include "java.i"
#elif defined(SWIGCSHARP)
%include "csharp.i"
#elif defined(SWIGGO)
%include "go.i"
#endif

%include "tenon_api.i"
