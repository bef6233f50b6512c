// Horner's rule with a table of coefficients.
#include "check.h"

static const double coefficient[] = {1, -2, 0.5, 0.25, -0.125, 3};

double polynomial(double x) {
  double r = 0;
  for (int i = 0; i < 6; i++)
    r = r * x + coefficient[i];
  return r;
}

CHECK_SCALAR(polynomial, 0, 1.5, -0.75);
