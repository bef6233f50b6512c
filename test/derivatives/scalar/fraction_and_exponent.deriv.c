// frexp: the fraction moves with x, the exponent stored through the pointer does not.
#include "check.h"

double parts(double x) {
  int exponent;
  const double fraction = frexp(x, &exponent);
  return fraction * fraction + exponent * x;
}

CHECK_SCALAR(parts, 3, 0.3, -5);
