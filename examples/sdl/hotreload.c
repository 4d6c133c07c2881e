/* A game loop that reloads libtenon and its model 60 times a second: what a plug-in host does after
 * each build. Prints what it cost, and fails if a reload leaves anything behind.
 *
 *     hotreload LIBTENON_SO MODEL_SAFETENSORS [FRAMES]
 *
 * SDL_VIDEODRIVER=dummy draws into memory.
 */
#include <SDL.h>
#include <dirent.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tenon_dl.h"

static int thread_count(void) {
  int n = -2;
  DIR* folder = opendir("/proc/self/task");
  while (folder != NULL && readdir(folder) != NULL)
    ++n;
  if (folder != NULL)
    closedir(folder);
  return n;
}

static int mapped_lines(void) {
  char line[1024];
  int found = 0;
  FILE* maps = fopen("/proc/self/maps", "r");
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL)
    found += strstr(line, "libtenon") != NULL;
  if (maps != NULL)
    fclose(maps);
  return found;
}

/* One frame's work: open, load, ask, shut down, close. The scores become bars. */
static int frame(const char* library, const char* model, float* scores) {
  static const int64_t shape[] = {1, 1, 8, 8};
  static float image[64];
  tenon_context_options options = TENON_CONTEXT_OPTIONS_INIT;
  tenon_context* ctx = NULL;
  tenon_module* net = NULL;
  int i, ok;
  if (tenon_dl_open(library) != TENON_OK) {
    printf("%s\n", tenon_dl_error());
    return 0;
  }
  for (i = 0; i < 64; ++i)
    image[i] = (float)((i * 7) % 16) / 16;
  options.threads = 2;
  ok = tenon_context_create(&options, &ctx) == TENON_OK &&
       tenon_module_load(ctx, model, NULL, &net) == TENON_OK &&
       tenon_module_call_f32(net, image, shape, 4, scores, 10, NULL) == TENON_OK;
  if (!ok)
    printf("%s\n", tenon_error_message());
  tenon_error_clear();
  tenon_context_shutdown(ctx); /* the module's handle is left to it */
  tenon_context_release(ctx);
  tenon_dl_close();
  return ok;
}

int main(int argc, char** argv) {
  const int frames = argc > 3 ? atoi(argv[3]) : 60;
  SDL_Window* window;
  SDL_Renderer* renderer;
  Uint64 hz, next;
  double worst = 0, sum = 0;
  float first[10], scores[10];
  int f, i, threads, bad = 0, same = 1;
  size_t heap = 0, growth;
  if (argc < 3)
    return 2;
  if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_TIMER) != 0) {
    printf("SDL: %s\n", SDL_GetError());
    return 2;
  }
  window = SDL_CreateWindow("Tenon", 0, 0, 320, 240, 0);
  renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE);
  threads = thread_count();
  hz = SDL_GetPerformanceFrequency();
  next = SDL_GetPerformanceCounter();
  for (f = 0; f < frames; ++f) {
    SDL_Event event;
    const Uint64 start = SDL_GetPerformanceCounter();
    double ms;
    Sint64 left;
    bad += !frame(argv[1], argv[2], scores);
    ms = (double)(SDL_GetPerformanceCounter() - start) * 1e3 / (double)hz;
    sum += ms;
    worst = ms > worst ? ms : worst;
    if (f == 0)
      memcpy(first, scores, sizeof first);
    same = same && memcmp(first, scores, sizeof first) == 0;
    for (i = 0; thread_count() != threads && i < 100; ++i)
      SDL_Delay(1); /* a joined thread stands in /proc for a moment longer */
    bad += mapped_lines() != 0 || thread_count() != threads;
    while (SDL_PollEvent(&event)) {
    }
    SDL_SetRenderDrawColor(renderer, 20, 20, 30, 255);
    SDL_RenderClear(renderer);
    SDL_SetRenderDrawColor(renderer, 90, 180, 240, 255);
    for (i = 0; i < 10; ++i) {
      const SDL_Rect bar = {10 + 30 * i, 120, 20, (int)(scores[i] * 4)};
      SDL_RenderFillRect(renderer, &bar);
    }
    SDL_RenderPresent(renderer);
    if (f == 9)
      heap = mallinfo2().uordblks;
    next += hz / 60;
    left = (Sint64)(next - SDL_GetPerformanceCounter());
    if (left > 0)
      SDL_Delay((Uint32)((Uint64)left * 1000 / hz));
  }
  growth = mallinfo2().uordblks > heap ? mallinfo2().uordblks - heap : 0;
  SDL_DestroyRenderer(renderer);
  SDL_DestroyWindow(window);
  SDL_Quit();
  printf(
      "%d frames, reload and answer %.2f ms on average, %.2f ms at worst; heap grew by %zu bytes\n",
      frames, sum / frames, worst, growth);
  i = (bad == 0) + same + (frames < 20 || growth < (64 << 10));
  printf("%d passed, %d failed\n", i, 3 - i);
  return i != 3;
}
