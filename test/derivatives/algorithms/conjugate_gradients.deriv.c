// Conjugate gradients on a sparse matrix in CSR form, until the residual is small.
#include "check.h"
static const int rowStart[5] = {0, 2, 5, 8, 10}, column[10] = {0, 1, 0, 1, 2, 1, 2, 3, 2, 3};

static void multiply(const double *value, const double *x, double *y) {
  for (int i = 0; i < 4; i++) {
    double sum = 0;
    for (int k = rowStart[i]; k < rowStart[i + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}
static double dot(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}
double f(const double *p) {
  double value[10], x[4] = {0}, r[4], d[4], q[4];
  for (int i = 0, k = 0; i < 4; i++)
    for (; k < rowStart[i + 1]; k++)
      value[k] = column[k] == i ? 4 + p[i] * p[i] : -1;
  for (int i = 0; i < 4; i++)
    r[i] = d[i] = p[i] + 1;
  double rr = dot(r, r);
  for (int step = 0; step < 12 && rr > 1e-26; step++) {
    multiply(value, d, q);
    const double alpha = rr / dot(d, q);
    for (int i = 0; i < 4; i++) {
      x[i] += alpha * d[i];
      r[i] -= alpha * q[i];
    }
    const double next = dot(r, r), beta = next / rr;
    rr = next;
    for (int i = 0; i < 4; i++)
      d[i] = r[i] + beta * d[i];
  }
  return x[0] + 2 * x[1] * x[2] + x[3];
}

CHECK_FUNCTION(f, 4, 0.5, -0.25, 1, 0.75);
