// Small and large structs by value; the callee changes its copy.
#include "check.h"
typedef struct {
  double a, b;
} small;
typedef struct {
  double v[5];
  long count;
} large;

NOINLINE static double area(small s) {
  s.a *= 2;
  return s.a * s.b;
}
NOINLINE static double sum(large s) {
  double r = 0;
  for (long i = 0; i < s.count; i++) {
    s.v[i] *= s.v[0];
    r += s.v[i];
  }
  return r;
}
double f(const double *x, int n) {
  const small s = {x[0], x[1]};
  large l = {{x[0], x[1], x[2]}, n};
  return area(s) * sum(l) + sum(l) * s.a + l.v[0];
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
