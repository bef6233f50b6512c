// Vectors of floats as values: element-wise arithmetic, splat, insert, extract, shuffle.
#include "check.h"
typedef double vec4 __attribute__((vector_size(32)));

double mixed(const double *x) {
  vec4 a = {x[0], x[1], x[2], x[3]};
  vec4 b = a * a + 2.0;
  b[1] = x[0] * x[3];
  vec4 c = __builtin_shufflevector(a, b, 0, 5, 2, 7);
  c /= a;
  return c[0] + 2 * c[1] + 3 * c[2] + 4 * c[3];
}

CHECK_FUNCTION(mixed, 4, 1, 2, 3, 4);
