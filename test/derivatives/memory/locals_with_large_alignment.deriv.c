// Local variables that must lie at multiples of 64 keep that where their function is split into
// two halves, and their shadows too: vectors are loaded from there.
#include "check.h"
#include <stdint.h>

typedef double vector __attribute__((vector_size(64)));
typedef struct {
  vector rows[2];
} block;

NOINLINE static double energy(const block *b) {
  if ((uintptr_t)b % 64)
    return NAN;
  vector product = b->rows[0] * b->rows[1];
  double sum = 0;
  for (int i = 0; i < 8; i++)
    sum += product[i] * product[i];
  return sum;
}

NOINLINE static void fill(block *b, const double *x, double scale) {
  for (int i = 0; i < 8; i++) {
    b->rows[0][i] = scale * x[i % 3];
    b->rows[1][i] = x[(i + 1) % 3] + i;
  }
}

/* One function for each of three depths, so that what stands before differs. */
NOINLINE static double inner(const double *x, int depth) {
  char before[24];
  before[depth] = (char)depth;
  block b;
  fill(&b, x, 0.3 + before[depth]);
  double own = energy(&b);
  return depth ? own * inner(x, depth - 1) : own;
}

static void f(const double *x, double *y) {
  y[0] = inner(x, 2);
  y[1] = inner(x, 1) + x[1];
}
CHECK_VECTOR(f, 3, 2, 0.4, 0.7, -0.3);
