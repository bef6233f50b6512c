// A VLA whose length is an argument, and one inside a loop.
#include "check.h"

double once(const double *x, int n) {
  double copy[n];
  for (int i = 0; i < n; i++)
    copy[i] = x[n - 1 - i] * x[i];
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += copy[i] * (i + 1);
  return sum;
}
double inLoop(const double *x, int n) {
  double sum = 0;
  for (int length = 1; length <= n; length++) {
    double part[length];
    for (int i = 0; i < length; i++)
      part[i] = x[i] * x[i];
    for (int i = 0; i < length; i++)
      sum += part[i] * part[length - 1 - i];
  }
  return sum;
}

CHECK_FUNCTION_N(once, 4, 1, -2, 3, 0.5);
CHECK_FUNCTION_N(inLoop, 4, 1, -2, 3, 0.5);
