// Calls in a loop that give the same each time, or nearly so.
#include "check.h"

NOINLINE static double norm(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sqrt(sum);
}
static double length(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sqrt(sum);
}
void normalised(const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] / length(x, n);
}
void scaled(const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > 0.4) // not in every iteration
      y[i] = x[i] / norm(x, n) + length(x + 1, n - 1);
    else
      y[i] = x[i] * x[i];
}
void inPlace(double *x) { // the norm changes from one to the next
  for (int i = 0; i < 4; i++)
    x[i] /= length(x, 4);
}

CHECK_VECTOR_N(normalised, 4, 4, 0.3, 0.9, -1.1, 0.7);
CHECK_VECTOR_N(scaled, 4, 4, 0.3, 0.9, -1.1, 0.7, 0.3, 0.2, 0.1, -0.3);
CHECK_INPLACE(inPlace, 4, 0.3, 0.9, -1.1, 0.7);
