// Numbers that are overwritten by bytes, words and integers lose their derivative: small memsets
// become stores of integers.
// flags: -fno-strict-aliasing
#include "check.h"
#include <stdint.h>
typedef struct {
  double a, b;
  float c, d;
} Cell;
static void one(double *x) {
  memset(x + 1, 0, sizeof(double));
  x[2] *= x[0];
}
static void moved(double *x) {
  memmove(x + 1, x, 2 * sizeof(double));
  x[0] = x[1] * x[2];
  memset(x + 2, 0, sizeof(double));
  x[3] *= x[0];
}
static void loops(double *x) {
  for (int i = 0; i < 3; i++) {
    double t = x[i] * x[i + 1];
    memset(&x[i], 0, sizeof x[i]);
    x[i + 1] += t;
  }
}
static void words(double *x) {
  *(uint64_t *)x = 0x3ff8000000000000u; // 1.5
  x[1] = x[0] * x[1];
  *(uint64_t *)(x + 2) = 0;
}
static void structures(const double *x, double *y) {
  Cell cell = {x[0], x[1] * x[0], (float)1, 0};
  y[0] = cell.a * cell.b;
  memset(&cell, 0, sizeof cell);
  y[1] = cell.a + x[1] * x[1];
  memset(y + 2, 0, sizeof(double));
  y[3] = x[0];
  memset(y + 3, 0, sizeof(double));
}
CHECK_INPLACE(one, 3, 0.5, 1.2, -0.3);
CHECK_INPLACE(moved, 4, 0.5, 1.2, -0.3, 0.8);
CHECK_INPLACE(loops, 4, 0.5, 1.2, -0.3, 0.8);
CHECK_INPLACE(words, 3, 0.5, 1.2, -0.3);
CHECK_VECTOR(structures, 2, 4, 0.5, 1.2);
