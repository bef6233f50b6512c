// GNU vectors: arithmetic, comparisons, shuffles, subscripts, conversions, in memory.
#define CHECK_TOLERANCE 1e-3
#define CHECK_EXACTNESS 1e-6
#include "check.h"

typedef double v4 __attribute__((vector_size(32)));
typedef long m4 __attribute__((vector_size(32)));
typedef float f4 __attribute__((vector_size(16)));

NOINLINE static v4 clampLow(v4 v, v4 low) {
  m4 mask = v < low;
  return (v4)((m4)v & ~mask) + (v4)((m4)low & mask);
}

double f(const double *x) {
  v4 a = {x[0], x[1], x[2], x[0] * x[1]}, sum = {0};
  v4 list[3] = {a, a * a, a + 2.0};
  for (int i = 0; i < 3; i++)
    sum += list[i] * __builtin_shufflevector(a, list[i], 3, 4, 1, 6);
  sum = clampLow(sum, (v4){-10, 0.25, -10, 0.5});
  sum[1] *= x[2];
  v4 chosen = __builtin_elementwise_max(sum, a);
  f4 narrow = __builtin_convertvector(a, f4);
  return sum[0] + sum[1] * sum[2] + chosen[3] + (double)narrow[2] + __builtin_reduce_max((m4){1, 2, 3, 4});
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
