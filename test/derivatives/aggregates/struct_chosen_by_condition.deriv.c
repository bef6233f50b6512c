// Ternaries and early returns between whole structs.
#include "check.h"
typedef struct {
  double lo, hi;
} interval;

NOINLINE static interval hull(interval a, interval b) {
  interval r = a.lo < b.lo ? a : b;
  r.hi = a.hi > b.hi ? a.hi : b.hi;
  return r;
}
double f(const double *x) {
  const interval a = {x[0], x[1]}, b = {x[2], x[3]}, c = hull(a, b);
  const interval *p = x[0] > 0 ? &a : &b;
  return (c.hi - c.lo) * p->hi + p->lo * c.lo;
}

CHECK_FUNCTION(f, 4, 0.5, 1.5, 0.75, 1.25, -0.5, 2, -1, 3);
