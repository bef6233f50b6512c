// References as parameters, results and locals.
#include "check.h"

static double &at(double *x, int i) { return x[i]; }
NOINLINE static void scale(double &value, const double &by) { value *= by; }
NOINLINE static const double &larger(const double &a, const double &b) { return a < b ? b : a; }
void f(double *x) {
  double &first = at(x, 0);
  scale(first, x[1]);
  scale(at(x, 2), first);
  at(x, 1) += larger(first, x[2]) * first;
}

CHECK_INPLACE(f, 3, 2, 3, 5, 2, -3, 5);
