#include "loader.h"

#include "tenon_dl.h"

int second_source_uses_the_library(void) {
  tenon_context* ctx = NULL;
  tenon_module* module = NULL;
  int length = -1;
  if (tenon_context_create(NULL, &ctx) == TENON_OK &&
      tenon_module_create(ctx, "Identity", NULL, &module) == TENON_OK) {
    length = (int)strlen(tenon_module_type_name(module));
  }
  tenon_module_release(module);
  tenon_context_release(ctx);
  return length;
}
