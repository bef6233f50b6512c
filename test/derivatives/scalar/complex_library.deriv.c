// cexp, clog, csqrt, csin, ccos, cabs, carg, cpow.
#include "check.h"
#include <complex.h>

void exponential(const double *x, double *y) {
  const double complex r = cexp(x[0] + I * x[1]) * clog(x[1] + I * x[0]);
  y[0] = creal(r);
  y[1] = cimag(r);
}
void trigonometric(const double *x, double *y) {
  const double complex z = x[0] + I * x[1], r = csin(z) + ccos(z) * csqrt(z);
  y[0] = creal(r);
  y[1] = cimag(r);
}
void polar(const double *x, double *y) {
  const double complex z = x[0] + I * x[1];
  y[0] = cabs(z) * 3;
  y[1] = carg(z);
}
void power(const double *x, double *y) {
  const double complex r = cpow(x[0] + I * x[1], 2.5);
  y[0] = creal(r);
  y[1] = cimag(r);
}

CHECK_VECTOR(exponential, 2, 2, 0.5, 1);
CHECK_VECTOR(trigonometric, 2, 2, 0.5, 1);
CHECK_VECTOR(polar, 2, 2, 3, 4);
CHECK_VECTOR(power, 2, 2, 1.5, 0.5);
