// Sums over an array given by pointer and length.
#include "check.h"

double sumOfSquares(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sum;
}
double product(const double *x, int n) {
  double r = 1;
  for (int i = 0; i < n; i++)
    r *= x[i];
  return r;
}

CHECK_FUNCTION_N(sumOfSquares, 5, 1, -2, 3, 0.5, 0);
CHECK_FUNCTION_N(product, 5, 1, -2, 3, 0.5, 0);
