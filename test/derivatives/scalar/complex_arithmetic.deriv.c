// C's complex numbers: product, quotient, conjugate, real and imaginary part.
#include "check.h"
#include <complex.h>

double parts(const double *x) {
  const double complex z = x[0] + I * x[1], w = x[2] - I * x[0];
  const double complex r = z * w + z / w - conj(z) * 2 + w * 3;
  return creal(r) * cimag(r);
}

CHECK_FUNCTION(parts, 3, 1.5, -2, 0.75);
