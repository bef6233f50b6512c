// Forward over reverse on an array: a Hessian times a vector.
#include "check.h"
extern void __enzyme_autodiff_inner(void *, ...);
extern void __enzyme_fwddiff_outer(void *, ...);
double f(const double *x, int n) {
  double r = 1;
  for (int i = 0; i < n; i++)
    r = r * x[i] + sin(x[i]);
  return r;
}
void gradient(const double *x, double *g, int n) {
  __enzyme_autodiff_inner((void *)f, enzyme_dup, x, g, enzyme_const, n);
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
CHECK_VALUES(againstDifferences) {
  double x[3] = {0.5, -1.5, 0.75}, v[3] = {1, 0.5, -2}, g[3] = {0, 0, 0}, hv[3] = {0, 0, 0};
  __enzyme_fwddiff_outer((void *)gradient, enzyme_dup, x, v, enzyme_dup, g, hv, enzyme_const, 3);
  const double h = 1e-5;
  double high[3], low[3], gHigh[3] = {0, 0, 0}, gLow[3] = {0, 0, 0};
  for (int i = 0; i < 3; i++)
    high[i] = x[i] + h * v[i], low[i] = x[i] - h * v[i];
  gradient(high, gHigh, 3);
  gradient(low, gLow, 3);
  for (int i = 0; i < 3; i++)
    EXPECT_CLOSE(hv[i], (gHigh[i] - gLow[i]) / (2 * h), 1e-8);
}
