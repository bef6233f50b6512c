// Iteration by pointers, towards each other.
#include "check.h"

double f(const double *x, int n) {
  double sum = 0;
  for (const double *a = x, *b = x + n - 1; a < b; a++, b--)
    sum += *a * *b;
  const double *end = x + n;
  while (x != end) {
    sum *= 1 + *x * 0.1;
    x++;
  }
  return sum;
}

CHECK_FUNCTION_N(f, 5, 1, -2, 3, 0.5, 0.25);
