// The harness against derivatives written by hand: right ones pass, and each way
// of being wrong is caught. self_test.py compiles this once per value of WRONG.
#define CHECK_NO_SPLIT "halves are not written by hand here"
#include "check.h"
#include <stdarg.h>
#ifndef WRONG
#define WRONG 0
#endif

int enzyme_const, enzyme_dup, enzyme_primal_return;
int enzyme_width = 77; // told from the other markers by its value
static double factors[2] = {3, 5};

void f(const double *x, double *y, const double *c) {
  y[0] = x[0] * x[1] * c[0];
  y[1] = x[0] * x[0] * c[1];
}

double g(double x) { return x * x * x; }

// Arguments of both: [width, lanes,] marker, x, x'…, marker, y, y'…, marker, c.
struct arguments {
  int lanes;
  double *x, *dx, *y, *dy, *c;
  double *dxs[4], *dys[4]; // of all lanes
};
static struct arguments readArguments(va_list list) {
  struct arguments a = {1};
  if (va_arg(list, int) == enzyme_width) {
    a.lanes = va_arg(list, int);
    va_arg(list, int);
  }
  a.x = va_arg(list, double *);
  for (int lane = 0; lane < a.lanes; lane++)
    a.dxs[lane] = va_arg(list, double *);
  va_arg(list, int);
  a.y = va_arg(list, double *);
  for (int lane = 0; lane < a.lanes; lane++)
    a.dys[lane] = va_arg(list, double *);
  va_arg(list, int);
  a.c = va_arg(list, double *);
  a.dx = a.dxs[0];
  a.dy = a.dys[0];
  return a;
}

static void forward(struct arguments a) {
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

void __enzyme_fwddiff_checkv(void *function, ...) {
  va_list list;
  va_start(list, function);
  struct arguments a = readArguments(list);
  va_end(list);
  for (int lane = 0; lane < a.lanes; lane++) {
    a.dx = a.dxs[lane], a.dy = a.dys[lane];
    forward(a);
  }
  if (WRONG == 14 && a.lanes > 1)
    a.dy[1] = nextafter(a.dy[1], 100);
}

static void back(struct arguments a) {
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

void __enzyme_autodiff_checkv(void *function, ...) {
  va_list list;
  va_start(list, function);
  struct arguments a = readArguments(list);
  va_end(list);
  for (int lane = 0; lane < a.lanes; lane++) {
    a.dx = a.dxs[lane], a.dy = a.dys[WRONG == 15 ? 0 : lane];
    back(a);
  }
}

checkPair __enzyme_fwddiff_check(void *function, int primalToo, double x, double dx) {
  const checkPair r = {g(x), 3 * x * x * dx * (WRONG == 11 ? -1 : 1)};
  return r;
}

checkTangents __enzyme_fwddiff_lanes(void *function, int width, int lanes, int primalToo, double x,
                                     double a, double b, double c) {
  const checkTangents r = {g(x), {3 * x * x * a, 3 * x * x * b, 3 * x * x * (WRONG == 16 ? b : c)}};
  return r;
}

checkAdjoints __enzyme_autodiff_lanes(void *function, int width, int lanes, double x) {
  const checkAdjoints r = {{3 * x * x, WRONG == 17 ? 0 : 3 * x * x}};
  return r;
}

double __enzyme_autodiff_check(void *function, double x) { return WRONG == 12 ? 0 : 3 * x * x; }

CHECK_VECTOR_CONST(f, 2, 2, factors, 0.5, -1.5, 2, 3);
CHECK_SCALAR(g, 0.5, -2);
CHECK_VALUES(closed) { EXPECT_CLOSE(g(2), WRONG == 13 ? 8.001 : 8, 1e-12); }
