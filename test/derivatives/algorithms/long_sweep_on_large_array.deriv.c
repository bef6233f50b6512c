// A hundred thousand cells, several nonlinear sweeps in place: tape and time stay sensible.
#include "check.h"

static double work[100000];
double f(const double *x) {
  const int n = 100000;
  for (int i = 0; i < n; i++)
    work[i] = x[i & 1] + 1e-6 * i;
  for (int sweep = 0; sweep < 3; sweep++)
    for (int i = 1; i < n - 1; i++)
      work[i] = 0.25 * (work[i - 1] + 2 * work[i] + work[i + 1]) + 0.01 * sin(work[i]);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += work[i] * work[i];
  return sum / n;
}

CHECK_FUNCTION(f, 2, 0.5, -0.5);
