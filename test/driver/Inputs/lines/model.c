#include <math.h>
static double square(double x) {
  return x * x;
}
double model(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += square(x[i]) * sin(x[i]);
  return sum;
}
