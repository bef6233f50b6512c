// Global variables of equations: constant ones, and work memory that holds nothing between calls.
// Parameters and results that are constant.
// alone: off, the header asks for derivatives
#include "check.h"
#include <enzyme/implicit.h>

static double stiffness = 1.5, work[3];

static void springs(int n, const double *x, int np, const double *p, double *r) {
  for (int i = 0; i < n; i++)
    work[i] = stiffness * x[i] + p[0] * x[i] * x[i] * x[i];
  for (int i = 0; i < n; i++)
    r[i] = 2 * work[i] - 0.5 * work[(i + 1) % n] - p[i + 1];
}
static double deflection(const double *p) {
  double x[3] = {1, 1, 1}, loads[4] = {p[0], p[1], p[2], p[1] * p[2]};
  enzyme_root(springs, 0, 3, x, 4, loads);
  const double first = x[0] * p[2];
  loads[0] = first * first;
  enzyme_root(springs, 0, 3, x, 4, loads);
  return first * x[1] + x[2];
}
CHECK_FUNCTION(deflection, 3, 0.5, 0.8, 1.3);

CHECK_VALUES(constant) {
  double p[4] = {0.5, 1, 1, 1}, dp[4] = {0}, x[3] = {1, 1, 1}, dx[3] = {1, 0, 0};
  __enzyme_autodiff_checkv((void *)enzyme_root, enzyme_const, springs, enzyme_const, (enzyme_solver)0, 3, enzyme_dup, x, dx, 4, enzyme_const, p);
  EXPECT_EXACT(dx[0], 0);
  EXPECT_EXACT(p[0], 0.5);
  __enzyme_autodiff_checkv((void *)enzyme_root, enzyme_const, springs, enzyme_const, (enzyme_solver)0, 3, enzyme_const, x, 4, enzyme_dup, p, dp);
  EXPECT_EXACT(dp[0], 0);
}
