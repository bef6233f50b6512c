// Functions of the library that store an integer besides what they return, in a loop: what they
// store in each iteration is read there, not before the loop.
#define _DEFAULT_SOURCE
#include "check.h"
#include <math.h>
#include <stdlib.h>

double exponents(const double *x) {
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    int exponent;
    double fraction = frexp(x[i] * (i + 1), &exponent);
    sum += ldexp(fraction, exponent) * x[i] + fraction * exponent;
  }
  return sum;
}
CHECK_FUNCTION(exponents, 3, 0.7, 5.2, -2.1);

double quotients(const double *x) {
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    int quotient;
    double rest = remquo(x[i] * (i + 3), x[1], &quotient);
    sum += (rest + (quotient & 7) * x[1]) * x[2];
  }
  return sum;
}
CHECK_FUNCTION(quotients, 3, 5.3, 2.1, 3.4);

double signsOfGamma(const double *x) {
  double product = 1;
  int *sign = malloc(sizeof *sign);
  for (int i = 0; i < 3; i++) {
    double logarithm = lgamma_r(x[i], sign);
    product *= *sign * exp(logarithm);
  }
  free(sign);
  return product;
}
CHECK_FUNCTION(signsOfGamma, 3, 0.7, -1.2, 2.1);

NOINLINE static double normalised(double value, int *exponent) {
  double fraction = frexp(value, exponent);
  return *exponent > 2 ? fraction * fraction : fraction;
}
double exponentsOfCallees(const double *x) {
  double value = x[0];
  for (int i = 0; i < 6; i++) {
    int exponent = 0;
    value = normalised(value * x[1] * (i + 1), &exponent) + exponent * x[2];
  }
  return value;
}
CHECK_FUNCTION(exponentsOfCallees, 3, 0.7, 1.2, 2.1);
