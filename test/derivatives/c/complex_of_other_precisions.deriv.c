// float complex and long double complex, arrays of them and division.
#define CHECK_TOLERANCE 2e-3
#define CHECK_EXACTNESS 1e-5
#include "check.h"
#include <complex.h>

double f(const double *x) {
  float complex a = (float)x[0] + (float)x[1] * I;
  long double complex b = x[0] * 2.0L - x[1] * I;
  long double complex list[3] = {b, b * b, cexpl(b)};
  long double complex sum = cabsl(b);
  for (int i = 0; i < 3; i++)
    sum += list[i] / (i + 1 + I);
  a = cexpf(a) * a / (a + 2);
  return (double)(creall(sum) * cimagl(sum)) + crealf(a) + cabsf(a);
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
