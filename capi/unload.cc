/// What runs when the shared object is unloaded, or at exit. Only libtenon.so links this file.
#include "capi/cell.h"

#if !defined(TENON_SANITIZED)
namespace __gnu_cxx {
void __freeres();  // libstdc++: gives the pool for exceptions without memory back (72 KB)
}
#endif

// At exit, finalizers and threads of the host may still call us: memory goes only if every context
// was shut down, and handles that are released later find g_unloaded set.
__attribute__((destructor)) static void unload() {
  if (!tenon::capi::unload_handles())
    return;
#if !defined(TENON_SANITIZED)
  __gnu_cxx::__freeres();  // our own copy: libstdc++ is linked statically
#endif
}
