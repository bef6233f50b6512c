// A variadic function that adds active doubles through va_arg.
#include "check.h"
#include <stdarg.h>

static double weighted(int n, ...) {
  va_list values;
  va_start(values, n);
  double r = 0;
  for (int i = 0; i < n; i++)
    r += va_arg(values, double) * (i + 1);
  va_end(values);
  return r;
}

double f(const double *x) { return weighted(3, x[0], x[1] * x[0], 2.0) * weighted(2, x[1], x[1]); }

CHECK_FUNCTION(f, 2, 0.5, -1.5);
