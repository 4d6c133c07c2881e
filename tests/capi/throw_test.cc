/// C++ hosts: what their callbacks throw does not leave the C functions.
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <cstring>
#include <stdexcept>

#include "tenon.h"

namespace {

tenon_status throw_error(void*, tenon_call*) {
  throw std::runtime_error("of the host's");
}
tenon_status throw_number(void*, tenon_call*) {
  throw 42;
}

void check_throwing(tenon_callback fn, const char* text) {
  tenon_context* ctx = nullptr;
  tenon_module* module = nullptr;
  tenon_value* result = nullptr;
  cr_assert(zero(int, tenon_context_create(nullptr, &ctx)));
  cr_assert(zero(int, tenon_module_create_custom(ctx, "Thrower", fn, nullptr, nullptr, &module)));
  cr_assert(eq(int, tenon_module_call(module, nullptr, nullptr, &result), TENON_E_CALLBACK));
  cr_assert(ne(ptr, const_cast<char*>(std::strstr(tenon_error_message(), text)), nullptr), "%s",
            tenon_error_message());
  cr_assert(zero(int, tenon_module_eval(module)), "the library goes on");
  tenon_module_release(module);
  tenon_context_release(ctx);
}

}  // namespace

Test(exception, of_the_standard_library_becomes_a_status_with_its_text) {
  check_throwing(throw_error, "of the host's");
}

Test(exception, of_any_type_becomes_a_status) {
  check_throwing(throw_number, "threw an exception");
}
