// Arrays of float and double complex, memcpy between them and interleaved reals.
#include "check.h"
#include <complex.h>

double f(const double *x) {
  double complex z[3];
  memcpy(z, x, sizeof z);
  for (int i = 0; i < 3; i++)
    z[i] = z[i] * z[(i + 1) % 3] + 0.5;
  double parts[6];
  memcpy(parts, z, sizeof parts);
  double sum = 0;
  for (int i = 0; i < 6; i++)
    sum += parts[i] * (i + 1);
  return sum * creal(z[0]);
}

CHECK_FUNCTION(f, 6, 0.5, -0.5, 1, 0.75, 2, -1);
