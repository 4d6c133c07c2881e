/* As much of Godot 3's GDNative interface as the example needs, for 64 bits: sizes of opaque
 * values, the two structs a library is given, and places in the table of functions, which are the
 * same in all of Godot 3. */
#ifndef TENON_EXAMPLES_GODOT_GDNATIVE_H_
#define TENON_EXAMPLES_GODOT_GDNATIVE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct gd_variant {
  uint8_t opaque[24];
} gd_variant;
typedef struct gd_array {
  void* opaque;
} gd_array;
typedef struct gd_string {
  void* opaque;
} gd_string;
typedef struct gd_reals {
  void* opaque;
} gd_reals;
typedef struct gd_chars {
  void* opaque;
} gd_chars;
typedef struct gd_call_error {
  int error, argument, expected;
} gd_call_error;
typedef struct gd_core {
  unsigned type, major, minor;
  const void* next;
  unsigned extension_count;
  const void* const* extensions;
  void (*functions[744])(void);
} gd_core;
typedef struct gd_init {
  bool in_editor;
  uint64_t hashes[3];
  void *report_version, *report_error, *library;
  const gd_core* core;
  const gd_string* path;
} gd_init;
_Static_assert(offsetof(gd_core, functions) == 40, "the table begins at byte 40");
_Static_assert(offsetof(gd_init, core) == 56, "the table's address is at byte 56");

enum {
  GD_REALS_READ = 197,
  GD_REALS_SIZE = 201,
  GD_REALS_FREE = 202,
  GD_READ_POINTER = 276,
  GD_READ_END = 278,
  GD_ARRAY_GET = 333,
  GD_VARIANT_NIL = 509,
  GD_VARIANT_INT = 512,
  GD_VARIANT_REAL = 513,
  GD_VARIANT_AS_INT = 539,
  GD_VARIANT_AS_REALS = 559,
  GD_VARIANT_CALL = 564,
  GD_VARIANT_FREE = 570,
  GD_STRING_FROM_UTF8 = 681,
  GD_STRING_FREE = 721
};

#endif /* TENON_EXAMPLES_GODOT_GDNATIVE_H_ */
