// The program of README.md, word for word: run it in a folder that holds digits.safetensors.
// clang-format off
#include <stdio.h>
#include "tenon_dl.h"                     /* one header; the library is found at run time */

static tenon_status spy(void *user_data, tenon_call *call) {
    tenon_tensor *y = NULL;
    (void)user_data;
    if (tenon_call_tensor(call, TENON_SLOT_OUTPUT, 0, &y) == TENON_OK)
        printf("%s: %lld values\n", tenon_call_path(call), (long long)tenon_tensor_numel(y));
    tenon_tensor_release(y);
    return TENON_OK;
}
int main(void) {
    tenon_context *ctx = NULL;  tenon_module *net = NULL, *conv = NULL;
    float image[64] = {0}, score[10];  int64_t shape[] = {1, 1, 8, 8}, n;
    if (tenon_dl_open(NULL)) { puts("Tenon is not installed: going on without it"); return 0; }
    if (tenon_context_create(NULL, &ctx) || tenon_module_load(ctx, "digits.safetensors", NULL, &net) ||
        tenon_module_get_submodule(net, "0", &conv) ||
        tenon_module_register_forward_hook(conv, 0, spy, NULL, NULL, NULL) ||
        tenon_module_call_f32(net, image, shape, 4, score, 10, &n))
        fprintf(stderr, "%s\n", tenon_error_message());
    tenon_module_release(conv);  tenon_module_release(net);  tenon_context_release(ctx);  tenon_dl_close();
}
