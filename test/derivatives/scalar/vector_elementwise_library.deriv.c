// Element-wise math builtins on vectors, and reductions.
#include "check.h"
typedef double vec4 __attribute__((ext_vector_type(4)));

double library(const double *x) {
  const vec4 a = {x[0], x[1], x[2], x[3]};
  vec4 r =
      __builtin_elementwise_exp(a) * __builtin_elementwise_sin(a) + __builtin_elementwise_sqrt(a);
  r += __builtin_elementwise_max(a, (vec4)2.5) + __builtin_elementwise_abs(a - (vec4)2.2);
  r += __builtin_elementwise_fma(a, a, r) + __builtin_elementwise_pow(a, (vec4)1.5);
  return r.x * r.y + r.z - r.w * 2;
}

CHECK_FUNCTION(library, 4, 1, 2, 3, 0.5);
