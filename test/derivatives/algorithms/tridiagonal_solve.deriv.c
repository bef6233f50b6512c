// The Thomas algorithm, in place, inside implicit time steps.
#include "check.h"

static void thomas(double *lower, double *main, double *upper, double *rhs, int n) {
  for (int i = 1; i < n; i++) {
    const double w = lower[i] / main[i - 1];
    main[i] -= w * upper[i - 1];
    rhs[i] -= w * rhs[i - 1];
  }
  rhs[n - 1] /= main[n - 1];
  for (int i = n - 2; i >= 0; i--)
    rhs[i] = (rhs[i] - upper[i] * rhs[i + 1]) / main[i];
}
void f(double *u) {
  double lower[6], main_[6], upper[6];
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < 6; i++) {
      lower[i] = upper[i] = -0.4 - 0.05 * u[i];
      main_[i] = 1.8 + 0.1 * u[i] * u[i];
    }
    thomas(lower, main_, upper, u, 6);
  }
}

CHECK_INPLACE(f, 6, 1, -0.5, 0.25, 2, 0.75, -1);
