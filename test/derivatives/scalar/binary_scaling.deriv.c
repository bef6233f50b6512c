// ldexp, scalbn, scalbln: linear in the number, constant in the exponent.
#include "check.h"

double scaled(const double *x, int n) {
  return ldexp(x[0], n) * scalbn(x[1], -n) + scalbln(x[0], 3L);
}

CHECK_FUNCTION_N(scaled, 2, 1.5, -0.75);
