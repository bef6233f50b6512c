// The harness against derivatives written by hand: right ones pass, and each way
// of being wrong is caught. self_test.py compiles this once per value of WRONG.
#include "check.h"
#include <stdarg.h>
#ifndef WRONG
#define WRONG 0
#endif

int enzyme_const, enzyme_dup, enzyme_primal_return;
static double factors[2] = {3, 5};

void f(const double *x, double *y, const double *c) {
  y[0] = x[0] * x[1] * c[0];
  y[1] = x[0] * x[0] * c[1];
}

double g(double x) { return x * x * x; }

// Arguments of both: marker, x, x', marker, y, y', marker, c.
struct arguments {
  double *x, *dx, *y, *dy, *c;
};
static struct arguments readArguments(va_list list) {
  struct arguments a;
  va_arg(list, int);
  a.x = va_arg(list, double *);
  a.dx = va_arg(list, double *);
  va_arg(list, int);
  a.y = va_arg(list, double *);
  a.dy = va_arg(list, double *);
  va_arg(list, int);
  a.c = va_arg(list, double *);
  return a;
}

void __enzyme_fwddiff_checkv(void *function, ...) {
  va_list list;
  va_start(list, function);
  const struct arguments a = readArguments(list);
  va_end(list);
  if (WRONG != 1)
    f(a.x, a.y, a.c);
  a.dy[0] = (a.dx[0] * a.x[1] + a.x[0] * a.dx[1]) * a.c[0];
  a.dy[1] = 2 * a.x[0] * a.dx[0] * a.c[1];
  if (WRONG == 2)
    a.dy[0] *= 1 + 1e-6;
  if (WRONG == 3)
    a.dx[1] = 0;
  if (WRONG == 4)
    a.dy[1] = NAN;
}

void __enzyme_autodiff_checkv(void *function, ...) {
  va_list list;
  va_start(list, function);
  const struct arguments a = readArguments(list);
  va_end(list);
  f(a.x, a.y, a.c);
  if (WRONG == 5)
    a.dx[0] = a.dx[1] = 0;
  a.dx[0] += a.dy[0] * a.x[1] * a.c[0] + a.dy[1] * 2 * a.x[0] * a.c[1];
  a.dx[1] += a.dy[0] * a.x[0] * a.c[0] * (WRONG == 6 ? 1 + 1e-10 : 1);
  if (WRONG != 7)
    a.dy[0] = 0;
  a.dy[1] = 0;
  if (WRONG == 8)
    a.c[1] += 1e-3;
  if (WRONG == 9)
    a.x[0] += 1e-3;
  if (WRONG == 10)
    a.y[1] = nextafter(a.y[1], 100);
}

checkPair __enzyme_fwddiff_check(void *function, int primalToo, double x, double dx) {
  const checkPair r = {g(x), 3 * x * x * dx * (WRONG == 11 ? -1 : 1)};
  return r;
}

double __enzyme_autodiff_check(void *function, double x) { return WRONG == 12 ? 0 : 3 * x * x; }

CHECK_VECTOR_CONST(f, 2, 2, factors, 0.5, -1.5, 2, 3);
CHECK_SCALAR(g, 0.5, -2);
CHECK_VALUES(closed) { EXPECT_CLOSE(g(2), WRONG == 13 ? 8.001 : 8, 1e-12); }
