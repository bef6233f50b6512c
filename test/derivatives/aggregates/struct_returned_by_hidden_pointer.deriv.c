// A struct too large for registers, returned by value from a kept call.
#include "check.h"
typedef struct {
  double v[3];
  int tag;
} big;

NOINLINE static big make(double x, double y) { return (big){{x * y, x * x, sin(y)}, 3}; }
double f(double x, double y) {
  const big a = make(x, y), b = make(a.v[0], x);
  return a.v[0] * b.v[1] + a.v[2] * b.v[2] * b.tag;
}

CHECK_SCALAR2(f, 0.5, -1.5);
