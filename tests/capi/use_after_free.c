/* Under AddressSanitizer, what is freed inside the library is seen to be freed.
 *
 *     use_after_free          runs itself with each word below and wants it to die with a report
 *     use_after_free cell     reads the cell of a released handle
 *     use_after_free data     reads a tensor's elements after its end
 *     use_after_free fine     touches nothing that is gone: must not die
 */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tenon.h"

static int misuse(const char* word) {
  const int64_t shape[] = {2};
  tenon_context* ctx = NULL;
  tenon_tensor* x = NULL;
  void* data = NULL;
  volatile char* bytes;
  if (tenon_context_create(NULL, &ctx) != TENON_OK ||
      tenon_tensor_create(ctx, TENON_FLOAT32, shape, 1, &x) != TENON_OK ||
      tenon_tensor_map(x, TENON_MAP_READ, &data) != TENON_OK) {
    return 3;
  }
  bytes = strcmp(word, "cell") == 0 ? (volatile char*)x + 40 : (volatile char*)data;
  if (strcmp(word, "fine") == 0) {
    const int content = bytes[0];
    tenon_tensor_release(x);
    if (tenon_tensor_unmap(x) != TENON_E_BAD_HANDLE)
      return 4; /* checks still work */
    tenon_context_release(ctx);
    return content;
  }
  tenon_tensor_release(x);
  return bytes[0]; /* the sanitizer ends the process here */
}

/* Runs this program with a word; true if it died with a report (or ended well, for `fine`). */
static int run(char* self, char* word, int dies) {
  char text[4096];
  size_t n = 0;
  ssize_t more;
  int pipes[2], status = 0, reported;
  pid_t child;
  if (pipe(pipes) != 0)
    return 0;
  child = fork();
  if (child == 0) {
    char* arguments[] = {self, word, NULL};
    dup2(pipes[1], 2);
    close(pipes[0]);
    close(pipes[1]);
    execv(self, arguments);
    _exit(127);
  }
  close(pipes[1]);
  while (n < sizeof text - 1 && (more = read(pipes[0], text + n, sizeof text - 1 - n)) > 0) {
    n += (size_t)more;
  }
  text[n] = '\0';
  close(pipes[0]);
  if (waitpid(child, &status, 0) != child)
    return 0;
  reported = strstr(text, "AddressSanitizer") != NULL;
  if (dies ? reported && status != 0 : !reported && status == 0)
    return 1;
  printf("FAILED: %s: status %d\n%s\n", word, status, text);
  return 0;
}

int main(int argc, char** argv) {
  int passed = 0;
  if (argc > 1)
    return misuse(argv[1]);
  passed += run(argv[0], "cell", 1);
  passed += run(argv[0], "data", 1);
  passed += run(argv[0], "fine", 0);
  printf("%d passed, %d failed\n", passed, 3 - passed);
  return passed != 3;
}
