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

static void check(int holds, const char *claim) {
  printf("  %s  %s\n", holds ? "ok    " : "FAILED", claim);
  if (holds) {
    ++passed;
  } else {
    ++failed;
  }
}

static void stop(const char *what, const char *why) {
  printf("  FAILED  %s: %s\n", what, why);
  printf("checks: %d passed, %d failed\n", passed, failed + 1);
  exit(1);
}

/* Every function that can fail returns a status, 0 when all went well; the text is per thread. */
#define TRY(call)                                         \
  do {                                                    \
    if ((call) != TENON_OK) stop(#call, tenon_error_message()); \
  } while (0)

static char *read_text(const char *path) {
  FILE *file = fopen(path, "rb");
  long size;
  char *text;
  if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0) {
    stop(path, "cannot be read");
    return NULL;
  }
  rewind(file);
  text = malloc((size_t)size + 1);
  if (text == NULL || fread(text, 1, (size_t)size, file) != (size_t)size) stop(path, "cannot be read");
  text[size] = '\0';
  fclose(file);
  return text;
}

/* The images after the first 1400, pixel / 16 (exact in float), and their labels. */
static void read_digits(const char *path, float *images, int *labels) {
  gzFile file = gzopen(path, "rb");
  char line[512];
  int row = 0;
  if (file == NULL) stop(path, "cannot be read");
  for (; gzgets(file, line, sizeof line) != NULL; ++row) {
    char *at = line;
    if (row < kTrainRows || row >= kTrainRows + kRows) continue;
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
  if (row != kTrainRows + kRows) stop(path, "is not the table expected");
}

/* FNV-1a over the bytes. */
static uint64_t hash_of(const float *values) {
  const unsigned char *bytes = (const unsigned char *)values;
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < kScores * sizeof(float); ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
  return hash;
}

/* What a forward hook learns of one layer's output. */
typedef struct {
  const char *path;
  const char *type;
  int64_t hook;
  int64_t count;
  int64_t zeros;
  double sum;
  double least;
  double most;
} activations;

/* A forward hook. What it does not set stays as it is. */
static tenon_status watch(void *user_data, tenon_call *call) {
  activations *layer = user_data;
  tenon_tensor *output = NULL;
  const void *data = NULL;
  tenon_status status = tenon_call_tensor(call, TENON_SLOT_OUTPUT, 0, &output);
  if (status == TENON_OK) status = tenon_tensor_map(output, TENON_MAP_READ, (void **)&data);
  if (status == TENON_OK) {
    const float *values = data;
    const int64_t count = tenon_tensor_numel(output);
    for (int64_t i = 0; i < count; ++i) {
      const double v = values[i];
      if (layer->count == 0 || v < layer->least) layer->least = v;
      if (layer->count == 0 || v > layer->most) layer->most = v;
      layer->sum += v;
      layer->zeros += v == 0;
      ++layer->count;
    }
    tenon_tensor_unmap(output);
  }
  tenon_tensor_release(output);
  return status; /* an error here is the caller's error */
}

/* A module of our own: turns each row of scores into probabilities. */
static tenon_status confidence(void *user_data, tenon_call *call) {
  tenon_tensor *scores = NULL;
  tenon_tensor *shares = NULL;
  float row_of[kScores];
  tenon_status status;
  int64_t shape[2];
  if (tenon_call_kind(call) != TENON_CALL_FORWARD) return TENON_E_UNSUPPORTED; /* the default */
  status = tenon_call_tensor(call, TENON_SLOT_ARGS, 0, &scores);
  if (status == TENON_OK) {
    shape[0] = tenon_tensor_dim(scores, 0);
    shape[1] = tenon_tensor_dim(scores, 1);
    status = tenon_tensor_read(scores, row_of, sizeof row_of);
  }
  if (status == TENON_OK) {
    for (float *row = row_of; row < row_of + kScores; row += kClasses) {
      double sum = 0;
      float most = row[0];
      for (int i = 1; i < kClasses; ++i) most = row[i] > most ? row[i] : most;
      for (int i = 0; i < kClasses; ++i) sum += exp((double)row[i] - (double)most);
      for (int i = 0; i < kClasses; ++i) row[i] = (float)(exp((double)row[i] - (double)most) / sum);
    }
    status = tenon_tensor_from_data(user_data, TENON_FLOAT32, shape, 2, row_of, &shares);
  }
  if (status == TENON_OK) status = tenon_call_set_tensor(call, TENON_SLOT_OUTPUT, shares);
  tenon_tensor_release(shares);
  tenon_tensor_release(scores);
  return status;
}

static void count_destroy(void *user_data) { ++*(int *)user_data; }

static double milliseconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int best_of(const float *scores) {
  int best = 0;
  for (int i = 1; i < kClasses; ++i) best = scores[i] > scores[best] ? i : best;
  return best;
}
