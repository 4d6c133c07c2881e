/**
 * @file tenon.h
 * @brief The C ABI of Tenon, PyTorch's modules as a small native library.
 *
 * What holds everywhere, and is therefore not repeated at each function:
 *
 * - Handles (`tenon_module *`, `tenon_tensor *` …) are reference counted. Every handle a function
 *   hands out is **owned** by the caller: release it once. Handles passed in are **borrowed** for
 *   the call. No handle becomes invalid because another one was released.
 * - `tenon_status` is TENON_OK or one of the TENON_E_ codes; details are in the thread's error
 *   record (tenon_c/error.h). Out-parameters come last and are always written: NULL or 0 on
 *   failure. Functions that return something else ("accessors") answer NULL, -1 or 0 on misuse and
 *   never touch the error record.
 * - Every function checks its handles: NULL is TENON_E_VALUE, a handle of another type
 *   TENON_E_TYPE, a released one TENON_E_BAD_HANDLE, handles of two contexts
 *   TENON_E_WRONG_CONTEXT. So is every allocation: TENON_E_NOMEM leaves all objects as they were.
 * - Strings passed in are UTF-8 with a terminating zero and **copied**. `const char *` results are
 *   **borrowed** from an object that does not change: the comment says which.
 * - `fn, user_data, destroy` is **taken**: `destroy(user_data)` runs exactly once, also when the
 *   registration fails. `fn` runs on the thread that made the call, with no lock held.
 * - Thread tags: MT-SAFE, any time; MT-READ, together with other MT-READ calls on the same object;
 *   MT-EXCLUSIVE, alone on that object.
 */
#ifndef TENON_H_
#define TENON_H_

#include "tenon_c/base.h"
#include "tenon_c/call.h"
#include "tenon_c/container.h"
#include "tenon_c/context.h"
#include "tenon_c/error.h"
#include "tenon_c/hook.h"
#include "tenon_c/list.h"
#include "tenon_c/model.h"
#include "tenon_c/module.h"
#include "tenon_c/op.h"
#include "tenon_c/optim.h"
#include "tenon_c/report.h"
#include "tenon_c/state_dict.h"
#include "tenon_c/string.h"
#include "tenon_c/tensor.h"
#include "tenon_c/value.h"

#endif /* TENON_H_ */
