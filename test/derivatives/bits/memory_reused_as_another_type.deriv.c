// One piece of heap memory used for double, long, float and double again.
#include "check.h"

double f(const double *x, int n) {
  void *m = malloc(64);
  double *d = m;
  for (int i = 0; i < n; i++)
    d[i] = x[i] * x[i];
  double r = 0;
  for (int i = 0; i < n; i++)
    r += d[i];
  long *l = m;
  for (int i = 0; i < n; i++)
    l[i] = i + 2;
  for (int i = 0; i < n; i++)
    r *= l[i];
  float *g = m;
  for (int i = 0; i < n; i++)
    g[i] = (float)l[0];
  d = m;
  for (int i = 0; i < n; i++)
    d[i] = x[i];
  for (int i = 0; i < n; i++)
    r += d[i] * d[i];
  free(m);
  return r;
}
CHECK_FUNCTION_N(f, 3, 1, 2, 3);
