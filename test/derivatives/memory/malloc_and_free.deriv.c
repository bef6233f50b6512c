// A heap buffer made, filled, read and freed inside the function.
#include "check.h"

double f(const double *x, int n) {
  double *copy = (double *)malloc(sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++)
    copy[i] = sin(x[i]);
  double sum = 0;
  for (int i = 1; i < n; i++)
    sum += copy[i] * copy[i - 1];
  free(copy);
  return sum;
}

CHECK_FUNCTION_N(f, 4, 1, -2, 3, 0.5);
