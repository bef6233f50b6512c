// double and float complex by value through kept calls.
#include "check.h"
#include <complex.h>

NOINLINE static double complex step(double complex z, double complex c) { return z * z + c; }
NOINLINE static float complex stepFloat(float complex z) { return z * (2.0f + 1.0f * I); }
double f(double x, double y) {
  double complex z = 0;
  for (int i = 0; i < 4; i++)
    z = step(z, x + I * y);
  return creal(z) * creal(z) + cimag(z) * cimag(z) + 0 * creal(stepFloat(1));
}

CHECK_SCALAR2(f, 0.25, -0.4);
