// Two doubles swapped by a shuffle of their 16 bytes.
#include "check.h"

typedef unsigned char bytes __attribute__((vector_size(16)));
typedef double two __attribute__((vector_size(16)));
double f(const double *x) {
  two v = {x[0] * x[0], x[1]};
  bytes b = (bytes)v;
  b = __builtin_shufflevector(b, b, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
  v = (two)b;
  return v[0] * 3 + v[1];
}
CHECK_FUNCTION(f, 2, 1.5, 2);
