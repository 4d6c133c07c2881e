/* Loads and unloads the library a hundred times: it really goes, and leaves no memory behind.
 *
 *     unload LIBTENON_SO
 */
#include <malloc.h>
#include <stdio.h>
#include <string.h>

#include "tenon_dl.h"

static int passed;
static int failed;

static void check(int holds, const char* claim) {
  if (holds) {
    ++passed;
  } else {
    ++failed;
    printf("FAILED: %s\n", claim);
  }
}

static int is_mapped(void) {
  char line[1024];
  int found = 0;
  FILE* maps = fopen("/proc/self/maps", "r");
  if (maps == NULL)
    return -1;
  while (fgets(line, sizeof line, maps) != NULL)
    found = found || strstr(line, "libtenon") != NULL;
  fclose(maps);
  return found;
}

/* `keep` leaves a handle unreleased and ends the context by a shutdown. */
static int use(int keep) {
  static const float numbers[] = {1, 2};
  const int64_t shape[] = {1, 2};
  tenon_context* ctx = NULL;
  tenon_module* layer = NULL;
  tenon_value* options = NULL;
  tenon_module* unknown = NULL;
  float result[2];
  int ok = tenon_context_create(NULL, &ctx) == TENON_OK &&
           tenon_value_dict(ctx, &options) == TENON_OK &&
           tenon_value_dict_set_int(options, "in_features", 2) == TENON_OK &&
           tenon_value_dict_set_int(options, "out_features", 2) == TENON_OK &&
           tenon_module_create(ctx, "Linear", options, &layer) == TENON_OK &&
           tenon_module_call_f32(layer, numbers, shape, 2, result, 2, NULL) == TENON_OK &&
           tenon_module_create(ctx, "None", NULL, &unknown) == TENON_E_KEY;
  tenon_value_release(options);
  if (keep) {
    ok = ok && tenon_context_shutdown(ctx) == TENON_OK;
  } else {
    tenon_module_release(layer);
  }
  tenon_error_clear();
  tenon_context_release(ctx);
  return ok;
}

int main(int argc, char** argv) {
  size_t before = 0, after;
  int i;
  if (argc < 2)
    return 2;
  for (i = 0; i < 100; ++i) {
    if (tenon_dl_open(argv[1]) != TENON_OK) {
      printf("%s\n", tenon_dl_error());
      return 1;
    }
    check(is_mapped() == 1, "the library is mapped while it is open");
    check(use(i % 2), "it works");
    tenon_dl_close();
    check(is_mapped() == 0, "the library is gone after closing");
    if (i == 49)
      before = mallinfo2().uordblks;
  }
  /* What malloc keeps for its threads counts as in use; it has settled by the fiftieth round. */
  after = mallinfo2().uordblks;
  printf("heap in use: %zu, then %zu\n", before, after);
  check(after <= before + 1024, "fifty reloads keep no memory");
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
