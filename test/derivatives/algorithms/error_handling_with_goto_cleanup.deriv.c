// C error handling: several allocations, goto cleanup, a status returned, the result behind a
// pointer.
#include "check.h"

static int mean(const double *x, int n, double *result) {
  int status = -1;
  double *weights = 0, *sorted = 0;
  weights = (double *)malloc(sizeof(double) * (size_t)n);
  if (!weights)
    goto out;
  sorted = (double *)malloc(sizeof(double) * (size_t)n);
  if (!sorted)
    goto out;
  double sum = 0;
  for (int i = 0; i < n; i++) {
    weights[i] = exp(-x[i] * x[i]);
    sorted[i] = x[i] * weights[i];
    sum += weights[i];
  }
  if (sum < 1e-300) {
    status = -2;
    goto out;
  }
  *result = 0;
  for (int i = 0; i < n; i++)
    *result += sorted[i] / sum;
  status = 0;
out:
  free(sorted);
  free(weights);
  return status;
}
double f(const double *x, int n) {
  double r = 0;
  if (mean(x, n, &r) != 0)
    return -1;
  double second;
  return mean(&r, 1, &second) ? 0 : r * r + second;
}

CHECK_FUNCTION_N(f, 4, 0.5, -0.5, 1, 0.75);
