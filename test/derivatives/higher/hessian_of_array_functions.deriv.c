// Hessian-vector products in each nesting of the modes, and third derivatives along a vector.
#include "nests.h"
static double rosenbrock(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i + 1 < n; i++)
    sum += 10 * (x[i + 1] - x[i] * x[i]) * (x[i + 1] - x[i] * x[i]) + (1 - x[i]) * (1 - x[i]);
  return sum;
}
static double logSumExp(const double *x, int n) {
  double top = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > top)
      top = x[i];
  for (int i = 0; i < n; i++)
    sum += exp(x[i] - top);
  return top + log(sum);
}
static const double matrix[3][3] = {{4, 1, 0.5}, {1, 3, -1}, {0.5, -1, 2}};
static double quadratic(const double *x) {
  double sum = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      sum += 0.5 * x[i] * matrix[i][j] * x[j];
  return sum * sum;
}
CHECK_HESSIAN_N(rosenbrock, 4, 0.5, -0.25, 0.75, 1.5);
CHECK_HESSIAN_N(logSumExp, 3, 0.5, -0.25, 1);
CHECK_HESSIAN(quadratic, 3, 0.5, -0.25, 1, 0.2, 0.4, -0.6);
