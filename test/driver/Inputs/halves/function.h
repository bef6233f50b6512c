#include <math.h>
#include <stdio.h>
extern int enzyme_dup;
static double chain(const double *x, int n) {
  double s = x[0];
  while (s < 10)
    for (int i = 0; i < n; i++)
      s += sin(s) * x[i] + 1;
  return s;
}
void *record(double *x, double *dx, int n);
