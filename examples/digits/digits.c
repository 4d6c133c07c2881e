/* Reads handwriting with a network that PyTorch trained, through nothing but the C ABI.
 *
 *     digits_c LIBTENON_SO EXAMPLE_FOLDER
 *
 * Includes only the generated loader tenon_dl.h and is not linked with Tenon: the library is opened
 * at run time. zlib opens the compressed table of images.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

#include "tenon_dl.h"

enum {
  kTrainRows = 1400, /* PyTorch trained on the first rows; it never saw the others */
  kRows = 397,
  kClasses = 10,
  kPixels = 64,
  kScores = kRows * kClasses,
  kWatched = 5
};

static int passed;
static int failed;

static void check(int holds, const char* claim) {
  printf("  %s  %s\n", holds ? "ok    " : "FAILED", claim);
  if (holds) {
    ++passed;
  } else {
    ++failed;
  }
}

static void stop(const char* what, const char* why) {
  printf("  FAILED  %s: %s\n", what, why);
  printf("checks: %d passed, %d failed\n", passed, failed + 1);
  exit(1);
}

/* Every function that can fail returns a status, 0 when all went well; the text is per thread. */
#define TRY(call)                         \
  do {                                    \
    if ((call) != TENON_OK)               \
      stop(#call, tenon_error_message()); \
  } while (0)

static char* read_text(const char* path) {
  FILE* file = fopen(path, "rb");
  long size;
  char* text;
  if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0) {
    stop(path, "cannot be read");
    return NULL;
  }
  rewind(file);
  text = malloc((size_t)size + 1);
  if (text == NULL || fread(text, 1, (size_t)size, file) != (size_t)size)
    stop(path, "cannot be read");
  text[size] = '\0';
  fclose(file);
  return text;
}

/* The images after the first 1400, pixel / 16 (exact in float), and their labels. */
static void read_digits(const char* path, float* images, int* labels) {
  gzFile file = gzopen(path, "rb");
  char line[512];
  int row = 0;
  if (file == NULL)
    stop(path, "cannot be read");
  for (; gzgets(file, line, sizeof line) != NULL; ++row) {
    char* at = line;
    if (row < kTrainRows || row >= kTrainRows + kRows)
      continue;
    for (int column = 0; column <= kPixels; ++column) {
      const long number = strtol(at, &at, 10);
      if (column < kPixels) {
        images[(row - kTrainRows) * kPixels + column] = (float)number / 16.0f;
      } else {
        labels[row - kTrainRows] = (int)number;
      }
      ++at; /* the comma */
    }
  }
  gzclose(file);
  if (row != kTrainRows + kRows)
    stop(path, "is not the table expected");
}

/* FNV-1a over the bytes. */
static uint64_t hash_of(const float* values) {
  const unsigned char* bytes = (const unsigned char*)values;
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < kScores * sizeof(float); ++i)
    hash = (hash ^ bytes[i]) * 1099511628211u;
  return hash;
}

/* What a forward hook learns of one layer's output. */
typedef struct {
  const char* path;
  const char* type;
  int64_t hook;
  int64_t count;
  int64_t zeros;
  double sum;
  double least;
  double most;
} activations;

/* A forward hook. What it does not set stays as it is. */
static tenon_status watch(void* user_data, tenon_call* call) {
  activations* layer = user_data;
  tenon_tensor* output = NULL;
  void* data = NULL;
  tenon_status status = tenon_call_tensor(call, TENON_SLOT_OUTPUT, 0, &output);
  if (status == TENON_OK)
    status = tenon_tensor_map(output, TENON_MAP_READ, &data);
  if (status == TENON_OK) {
    const float* values = data;
    const int64_t count = tenon_tensor_numel(output);
    for (int64_t i = 0; i < count; ++i) {
      const double v = values[i];
      if (layer->count == 0 || v < layer->least)
        layer->least = v;
      if (layer->count == 0 || v > layer->most)
        layer->most = v;
      layer->sum += v;
      layer->zeros += v == 0;
      ++layer->count;
    }
    status = tenon_tensor_unmap(output);
  }
  tenon_tensor_release(output);
  return status; /* an error here is the caller's error */
}

/* A module of our own: turns each row of scores into probabilities. */
static tenon_status confidence(void* user_data, tenon_call* call) {
  tenon_context* ctx = NULL;
  tenon_tensor* scores = NULL;
  tenon_tensor* shares = NULL;
  float row_of[kScores];
  tenon_status status;
  int64_t shape[2];
  (void)user_data;
  if (tenon_call_kind(call) != TENON_CALL_FORWARD)
    return TENON_E_UNSUPPORTED; /* the default */
  status = tenon_call_context(call, &ctx);
  if (status == TENON_OK)
    status = tenon_call_tensor(call, TENON_SLOT_ARGS, 0, &scores);
  if (status == TENON_OK) {
    shape[0] = tenon_tensor_dim(scores, 0);
    shape[1] = tenon_tensor_dim(scores, 1);
    status = tenon_tensor_read(scores, row_of, sizeof row_of);
  }
  if (status == TENON_OK) {
    for (float* row = row_of; row < row_of + kScores; row += kClasses) {
      double sum = 0;
      float most = row[0];
      for (int i = 1; i < kClasses; ++i)
        most = row[i] > most ? row[i] : most;
      for (int i = 0; i < kClasses; ++i)
        sum += exp((double)row[i] - (double)most);
      for (int i = 0; i < kClasses; ++i)
        row[i] = (float)(exp((double)row[i] - (double)most) / sum);
    }
    status = tenon_tensor_from_data(ctx, TENON_FLOAT32, shape, 2, row_of, &shares);
  }
  if (status == TENON_OK)
    status = tenon_call_set_tensor(call, TENON_SLOT_OUTPUT, shares);
  tenon_tensor_release(shares);
  tenon_tensor_release(scores);
  tenon_context_release(ctx);
  return status;
}

static void count_destroy(void* user_data) {
  ++*(int*)user_data;
}

static double milliseconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int best_of(const float* scores) {
  int best = 0;
  for (int i = 1; i < kClasses; ++i)
    best = scores[i] > scores[best] ? i : best;
  return best;
}

static float images[kRows * kPixels];
static int labels[kRows];
static float logits[kScores];
static float others[kScores];

/* Calls a module with all images and copies its scores. */
static void run(tenon_module* net, tenon_tensor* input, float* scores) {
  tenon_tensor* output = NULL;
  TRY(tenon_module_call1(net, input, &output));
  TRY(tenon_tensor_read(output, scores, kScores * sizeof(float)));
  tenon_tensor_release(output);
}

/* The tree from a printed text, the weights from the state dict, in eval mode. */
static tenon_module* build(tenon_context* ctx, const char* text_path, tenon_state_dict* weights) {
  char* text = read_text(text_path);
  tenon_module* net = NULL;
  TRY(tenon_module_parse(ctx, text, &net));
  TRY(tenon_module_load_state_dict(net, weights, NULL, NULL)); /* strictly */
  TRY(tenon_module_eval(net));
  free(text);
  return net;
}

static void print_parameters(tenon_module* net) {
  tenon_list* list = NULL;
  TRY(tenon_module_named_parameters(net, NULL, &list));
  printf("parameters\n");
  for (int64_t i = 0; i < tenon_list_count(list); ++i) {
    printf("  %-12s (", tenon_list_name(list, i));
    for (int32_t dim = 0; dim < tenon_list_ndim(list, i); ++dim) {
      printf(dim == 0 ? "%lld" : ", %lld", (long long)tenon_list_dim(list, i, dim));
    }
    printf(tenon_list_ndim(list, i) == 1 ? ",)\n" : ")\n");
  }
  tenon_list_release(list);
}

int main(int argc, char** argv) {
  static activations seen[kWatched] = {
      {.path = "0"}, {.path = "2"}, {.path = "6"}, {.path = "9"}, {.path = "10"}};
  static const int64_t input_shape[] = {kRows, 1, 8, 8};
  char path[4096];
  tenon_context* ctx = NULL;
  tenon_state_dict* weights = NULL;
  tenon_tensor* input = NULL;
  int destroyed = 0;

  if (argc != 3) {
    fprintf(stderr, "usage: %s LIBTENON_SO EXAMPLE_FOLDER\n", argv[0]);
    return 2;
  }
#define IN_FOLDER(name) (snprintf(path, sizeof path, "%s/" name, argv[2]), path)

  read_digits(IN_FOLDER("digits.csv.gz"), images, labels);
  if (tenon_dl_open(argv[1]) != 0)
    stop(argv[1], tenon_dl_error());
  TRY(tenon_context_create(NULL, &ctx));
  TRY(tenon_state_dict_load(ctx, IN_FOLDER("model/model.safetensors"), NULL, &weights));
  tenon_module* net = build(ctx, IN_FOLDER("model/model.txt"), weights);
  print_parameters(net);

  /* Zero copy: the tensor uses our memory, which outlives it. */
  TRY(tenon_tensor_wrap(ctx, TENON_FLOAT32, input_shape, NULL, 4, images, NULL, NULL, &input));
  for (int i = 0; i < kWatched; ++i) {
    tenon_module* layer = NULL;
    TRY(tenon_module_get_submodule(net, seen[i].path, &layer));
    seen[i].type = tenon_module_type_name(layer);
    TRY(tenon_module_register_forward_hook(layer, 0, watch, &seen[i], NULL, &seen[i].hook));
    tenon_module_release(layer);
  }
  run(net, input, logits);
  for (int i = 0; i < kWatched; ++i)
    TRY(tenon_hook_remove(ctx, seen[i].hook));
  printf("activations            mean       min       max   zeros\n");
  for (int i = 0; i < kWatched; ++i) {
    printf("  %-2s %-12s %9.4f %9.4f %9.4f %6.1f%%\n", seen[i].path, seen[i].type,
           seen[i].sum / (double)seen[i].count, seen[i].least, seen[i].most,
           100.0 * (double)seen[i].zeros / (double)seen[i].count);
  }

  const uint64_t hash = hash_of(logits);
  double fastest = 1e9;
  int steady = 1;
  for (int i = 0; i < 20; ++i) {
    const double start = milliseconds();
    tenon_tensor* output = NULL;
    TRY(tenon_module_call1(net, input, &output));
    const double took = milliseconds() - start;
    if (took < fastest)
      fastest = took;
    TRY(tenon_tensor_read(output, others, sizeof others));
    tenon_tensor_release(output);
    steady = steady && hash_of(others) == hash;
  }

  /* A custom module behind the whole network, in a Sequential of ours. */
  tenon_module *both = NULL, *custom = NULL;
  static float shares[kScores];
  TRY(tenon_module_create_custom(ctx, "Confidence", confidence, &destroyed, count_destroy,
                                 &custom));
  TRY(tenon_module_create(ctx, "Sequential", NULL, &both));
  TRY(tenon_module_append(both, net));
  TRY(tenon_module_append(both, custom));
  run(both, input, shares);

  tenon_state_dict* recorded = NULL;
  tenon_tensor *recorded_logits = NULL, *recorded_predictions = NULL;
  static int64_t predictions[kRows];
  TRY(tenon_state_dict_load(ctx, IN_FOLDER("model/expected.safetensors"), NULL, &recorded));
  TRY(tenon_state_dict_tensor(recorded, "logits", &recorded_logits));
  TRY(tenon_state_dict_tensor(recorded, "predictions", &recorded_predictions));
  TRY(tenon_tensor_read(recorded_logits, others, sizeof others));
  TRY(tenon_tensor_read(recorded_predictions, predictions, sizeof predictions));
  int right = 0, same = 0;
  double largest = 0;
  for (int row = 0; row < kRows; ++row) {
    const int digit = best_of(logits + row * kClasses);
    right += digit == labels[row];
    same += digit == predictions[row];
  }
  for (int i = 0; i < kScores; ++i) {
    const double off = fabs((double)logits[i] - (double)others[i]);
    if (!(off <= largest))
      largest = off;
  }
  printf("accuracy     %d of %d right (%.2f%%)\n", right, kRows, 100.0 * right / kRows);
  printf("logits hash  %016llx\n", (unsigned long long)hash);
  printf("custom hash  %016llx\n", (unsigned long long)hash_of(shares));
  printf("custom       the first image is a %d, says Confidence with %.2f%%\n", best_of(shares),
         100.0 * (double)shares[best_of(shares)]);
  printf("time         %.3f ms for %d images\n", fastest, kRows);
  printf("differs      %.3g at most from PyTorch's logits\n", largest);

  /* The same model as PyTorch 2.15 prints it, and as one file. */
  tenon_module *newer = build(ctx, IN_FOLDER("model/model_2_15.txt"), weights), *single = NULL;
  TRY(tenon_module_load(ctx, IN_FOLDER("model/model.safetensors"), NULL, &single));
  check(same == kRows, "PyTorch predicts the same for every image");
  check(largest <= 1e-5, "logits are within 1e-5 of PyTorch's");
  check(steady, "every run gives the same bits");
  run(newer, input, others);
  check(hash_of(others) == hash, "the text of PyTorch 2.15 gives the same bits");
  run(single, input, others);
  check(hash_of(others) == hash, "the single file gives the same bits");
  check(seen[0].count == (int64_t)kRows * 16 * 8 * 8, "the hook saw every value once");

  /* The short path: one image in, ten scores out, no tensors in sight. */
  static const int64_t image_shape[] = {1, 1, 8, 8};
  double apart = 0;
  for (int row = 0; row < kRows; ++row) {
    float score[kClasses];
    int64_t count = 0;
    TRY(tenon_module_call_f32(net, images + row * kPixels, image_shape, 4, score, kClasses,
                              &count));
    for (int i = 0; i < kClasses; ++i) {
      const double off = fabs((double)score[i] - (double)logits[row * kClasses + i]);
      if (!(off <= apart))
        apart = off;
    }
  }
  check(apart <= 1e-5, "one image at a time gives the scores of all at once");

  tenon_tensor_release(recorded_predictions);
  tenon_tensor_release(recorded_logits);
  tenon_state_dict_release(recorded);
  tenon_module_release(single);
  tenon_module_release(newer);
  tenon_module_release(both);
  tenon_module_release(custom);
  tenon_module_release(net);
  tenon_tensor_release(input);
  tenon_state_dict_release(weights);
  check(destroyed == 1, "our custom module was let go of exactly once");
  check(tenon_context_live(ctx, TENON_LIVE_HANDLES) == 0, "no handle is left");
  TRY(tenon_context_shutdown(ctx));
  tenon_context_release(ctx);
  tenon_dl_close();
  printf("checks: %d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
