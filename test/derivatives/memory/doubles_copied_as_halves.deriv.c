// A double copied as two integers, in every way people do it: through memory of any type, by pointer, in a loop.
#include "check.h"
#include <stdint.h>

typedef union {
  double value;
  struct {
    uint32_t low, high;
  } word;
} split;

NOINLINE static void copyHalves(void *to, const void *from) {
  ((int32_t *)to)[0] = ((const int32_t *)from)[0];
  ((int32_t *)to)[1] = ((const int32_t *)from)[1];
}
NOINLINE static void copyWords(int32_t *to, const int32_t *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}
NOINLINE static void swapHalves(void *a, void *b) {
  for (int i = 0; i < 2; i++) {
    int32_t t = ((int32_t *)a)[i];
    ((int32_t *)a)[i] = ((int32_t *)b)[i];
    ((int32_t *)b)[i] = t;
  }
}
NOINLINE static void moveShorts(short *to, const short *from) {
  short a = from[0], b = from[1], c = from[2], d = from[3];
  to[0] = a, to[1] = b, to[2] = c, to[3] = d;
}

void f(const double *x, double *y) {
  double p = x[1] * x[2], q = 0, s[3], t[3];
  copyHalves(&q, &p);
  y[0] = q * q;
  for (int i = 0; i < 3; i++)
    s[i] = x[i] * x[i] * (i + 1);
  copyWords((int32_t *)t, (const int32_t *)s, 6);
  swapHalves(&t[0], &t[2]);
  y[1] = t[0] * x[1] + 3 * t[2];
  double u, v = sin(x[0]);
  moveShorts((short *)&u, (const short *)&v);
  y[2] = u * x[0];
  split a, b;
  a.value = x[0] * x[1];
  b.word.low = a.word.low;
  b.word.high = a.word.high;
  y[3] = b.value * x[2];
}

CHECK_VECTOR(f, 3, 4, 0.5, -1.25, 0.75);
