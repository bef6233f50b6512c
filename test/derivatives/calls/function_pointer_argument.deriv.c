// A callback with a context pointer, as C libraries take them.
#include "check.h"
typedef double (*integrand)(double, void *);

NOINLINE static double integrate(integrand f, void *context, double a, double b) {
  double sum = 0;
  for (int i = 0; i < 8; i++)
    sum += f(a + (b - a) * (i + 0.5) / 8, context);
  return sum * (b - a) / 8;
}
static double wave(double t, void *context) {
  const double *p = (const double *)context;
  return p[0] * sin(p[1] * t);
}
static double line(double t, void *context) { return t * *(const double *)context; }
double f(const double *x) {
  double p[2] = {x[0], x[1]}, slope = x[2];
  return integrate(wave, p, 0, x[2]) * integrate(line, &slope, x[0], 2);
}

CHECK_FUNCTION(f, 3, 0.5, 1.5, 0.75);
