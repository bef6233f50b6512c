// Quadrature, root finding and an ODE step that call back with a void* context.
#include "check.h"

typedef double function1(double, void *);
struct parameters {
  double a, b;
  int calls;
};

NOINLINE static double simpson(function1 *g, void *context, double from, double to, int n) {
  double h = (to - from) / n, sum = g(from, context) + g(to, context);
  for (int i = 1; i < n; i++)
    sum += (i % 2 ? 4 : 2) * g(from + i * h, context);
  return sum * h / 3;
}
NOINLINE static double newton(function1 *g, function1 *slope, void *context, double at) {
  for (int i = 0; i < 6; i++)
    at -= g(at, context) / slope(at, context);
  return at;
}
static double gauss(double t, void *context) {
  struct parameters *p = context;
  p->calls++;
  return exp(-p->a * t * t) * p->b;
}
static double cubic(double t, void *context) {
  const struct parameters *p = context;
  return t * t * t - p->a * t - p->b;
}
static double cubicSlope(double t, void *context) { return 3 * t * t - ((struct parameters *)context)->a; }

double f(const double *x) {
  struct parameters p = {x[0], x[1], 0};
  double area = simpson(gauss, &p, 0, x[0], 8);
  double root = newton(cubic, cubicSlope, &p, 1.8);
  return area * root + p.calls;
}

CHECK_FUNCTION(f, 2, 0.5, 1.5);
