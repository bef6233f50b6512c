// modf: the fraction moves with x, the integral part stored through the pointer is flat.
#include "check.h"

double parts(double x) {
  double whole;
  const double fraction = modf(x, &whole);
  return fraction * fraction + whole * x;
}

CHECK_SCALAR(parts, 3.25, -1.75);
