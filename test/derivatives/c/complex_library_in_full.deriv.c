// Every function of <complex.h> for double.
#include "check.h"
#include <complex.h>

double f(const double *x) {
  const double complex z = x[0] + x[1] * I, w = x[1] + x[0] * I;
  double complex sum = csin(z) + ccos(z) * ctan(w) + casin(z) + cacos(w) + catan(z * 0.5);
  sum += csinh(z) * ccosh(w) + ctanh(z) + casinh(z) + cacosh(w) + catanh(z * 0.3);
  sum *= cexp(z) + clog(w) + cpow(z, w) + csqrt(z) + conj(w) + cproj(z);
  return creal(sum) + cimag(sum) * carg(z) + cabs(w);
}

CHECK_FUNCTION(f, 2, 0.5, 1.25);
