// A GARCH-like log-likelihood with guards against bad parameters, as optimisers meet it.
#include "check.h"
static const double series[10] = {0.1, -0.4, 0.2, 0.6, -0.5, 0.3, -0.1, 0.8, -0.7, 0.05};

double f(const double *p) {
  if (!(p[0] > 0) || p[1] < 0 || p[2] < 0 || p[1] + p[2] >= 1)
    return -1e10;
  double h = p[0] / (1 - p[1] - p[2]), sum = 0;
  for (int t = 0; t < 10; t++) {
    if (isnan(h) || h < 1e-12) {
      fprintf(stderr, "bad variance %g at %d\n", h, t);
      return -1e10;
    }
    sum += -0.5 * (log(2 * M_PI) + log(h) + series[t] * series[t] / h);
    h = p[0] + p[1] * series[t] * series[t] + p[2] * h;
  }
  return sum;
}

CHECK_FUNCTION(f, 3, 0.1, 0.2, 0.5, -1, 0.2, 0.5);
