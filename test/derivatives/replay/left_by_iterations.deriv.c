// Loops whose iterations leave something: gaps that the next one reads, results that it reads,
// scratch that is read when they are over, sums that are used.
#include "check.h"
enum { MOST = 9 }; // more than are made straight code
double everySecond(const double *x) {
  double work[2 * MOST] = {0}, sum = 0;
  for (int i = 0; i < MOST; i++) {
    for (int k = 0; k < MOST; k++)
      work[2 * k] = sin(x[k] * x[i]);
    for (int k = 0; k < 2 * MOST - 1; k++)
      sum += work[k] * work[k] * 0.125;
    for (int k = 0; k < MOST; k++)
      work[2 * k + 1] = work[2 * k] + 0.125 * sum;
  }
  return sum;
}
CHECK_FUNCTION(everySecond, 9, 1, 0.2, 0.5, -0.3, 0.7, 0.1, -0.2, 0.4, 0.6);

void smoothed(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < n; k++)
      t = sin(t) * t + (i ? y[i - 1] : 0);
    y[i] = t;
  }
}
CHECK_VECTOR_N(smoothed, 4, 4, 1, 0.2, 0.5, -0.3);

double last(const double *x, int n) {
  double work[MOST] = {0}, sum = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++)
      work[k] = sin(x[k] * x[i]);
    for (int k = 0; k < n; k++)
      sum += work[k] * work[n - 1 - k];
  }
  return sum + 3 * work[0] + work[n - 1] * work[0];
}
CHECK_FUNCTION_N(last, 4, 1, 0.2, 0.5, -0.3);

void added(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < n; k++)
      t = sin(t) * t;
    y[i] += t;
    y[n - 1 - i] += t * t;
  }
  for (int i = 0; i < n; i++)
    y[i] *= y[i];
}
CHECK_VECTOR_N(added, 4, 4, 1, 0.2, 0.5, -0.3);
