#include <stdlib.h>
void residuals(const double *x, double *r, int n);
double norm(double x);

double objective(const double *x, int n) {
  double *r = malloc(n * sizeof *r), sum = 0;
  residuals(x, r, n);
  for (int i = 0; i < n; ++i)
    sum += norm(r[i]);
  free(r);
  return sum;
}
