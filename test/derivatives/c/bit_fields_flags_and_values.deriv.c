// Bit-fields, flags in the low bits of pointers, and enumerations beside doubles.
#include "check.h"
#include <stdint.h>

struct item {
  unsigned kind : 3;
  signed level : 5;
  unsigned isActive : 1;
  double value;
  uint64_t wide : 40;
  float weight;
};

static double *untag(uintptr_t p) { return (double *)(p & ~(uintptr_t)1); }

double f(const double *x, int n) {
  struct item items[4];
  for (int i = 0; i < n; i++)
    items[i] = (struct item){.kind = (unsigned)i, .level = -i, .isActive = i % 2, .value = x[i] * x[i], .wide = (uint64_t)i << 33, .weight = 0.5f};
  double r = 0;
  for (int i = 0; i < n; i++) {
    items[i].level += 2;
    r += items[i].value * items[i].level * items[i].weight + (items[i].isActive ? x[0] : (double)(items[i].wide >> 33));
  }
  double box = r * x[1];
  const uintptr_t tagged = (uintptr_t)&box | 1;
  if (tagged & 1)
    *untag(tagged) *= x[2];
  return box;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
