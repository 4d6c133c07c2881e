/* tenon_dl.h: nothing of ours is linked here. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "loader.h"
#include "tenon_dl.h"

Test(loader, without_a_library_functions_answer_and_do_not_crash) {
  tenon_context* ctx = (tenon_context*)&ctx;
  cr_assert(eq(int, tenon_dl_open("/nowhere/libtenon.so.0"), TENON_E_IO));
  cr_assert(gt(sz, strlen(tenon_dl_error()), 0));
  cr_assert(eq(int, tenon_context_create(NULL, &ctx), TENON_E_UNSUPPORTED));
  cr_assert(zero(ptr, ctx));
  cr_assert(eq(str, (char*)tenon_error_message(), "libtenon is not loaded"));
  cr_assert(eq(int, tenon_module_is_training(NULL), -1));
  tenon_context_release(NULL);
  tenon_dl_close();
}

Test(loader, another_library_is_told_by_what_it_lacks) {
  cr_assert(eq(int, tenon_dl_open("libm.so.6"), TENON_E_VERSION));
  cr_assert(ne(ptr, strstr(tenon_dl_error(), "tenon_abi_version"), NULL), "%s", tenon_dl_error());
}

Test(loader, one_opening_serves_all_sources) {
  cr_assert(eq(int, second_source_uses_the_library(), -1));
  cr_assert(zero(int, tenon_dl_open(TENON_SO)), "%s", tenon_dl_error());
  cr_assert(eq(str, (char*)tenon_dl_error(), ""));
  cr_assert(eq(int, tenon_abi_version(), TENON_ABI_VERSION));
  cr_assert(eq(int, second_source_uses_the_library(), 8));
  cr_assert(zero(int, tenon_dl_open(TENON_SO)));
  tenon_dl_close();
  cr_assert(eq(int, second_source_uses_the_library(), 8), "one opening is left");
  tenon_dl_close();
  cr_assert(eq(int, second_source_uses_the_library(), -1));
  tenon_dl_close();
}
