// Of several functions that a pointer may lead to, some make numbers of table entries in ways that
// no derivative knows. They are not called with active values, and must not stand in the way of
// those that are.
#include "check.h"
#include <stdint.h>

typedef void (*convert)(void *to, const void *from);

static uint32_t mantissas[2048], exponents[64];
static uint16_t offsets[64];

static float of_half(uint16_t half) {
  union {
    float number;
    uint32_t bits;
  } made;
  int n = half >> 10;
  made.bits = mantissas[(half & 0x3ff) + offsets[n]] + exponents[n];
  return made.number;
}
static void from_half(void *to, const void *from) {
  *(double *)to = of_half(*(const uint16_t *)from);
}
static void from_double(void *to, const void *from) {
  double x = *(const double *)from;
  *(double *)to = x * x;
}
static void from_float(void *to, const void *from) { *(double *)to = *(const float *)from; }

struct plugin {
  convert convert, release;
};

NOINLINE static struct plugin *choose(int kind) {
  struct plugin *plugin = malloc(sizeof *plugin);
  plugin->convert = kind == 0 ? from_half : kind == 1 ? from_float : from_double;
  plugin->release = kind == 0 ? from_float : from_half;
  return plugin;
}

static volatile int kind = 2;

double converted(double x) {
  struct plugin *plugin = choose(kind);
  double from = sin(x), to = 0;
  plugin->convert(&to, &from);
  free(plugin);
  return to * x;
}
CHECK_SCALAR(converted, 0.7, 1.9);
