#include <math.h>
#include <stdio.h>
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
static double angle(const double *x) {
  double length = x[0] * x[0] + x[1];
  double ratio = x[1] / length;
  return acos(ratio) * 2;
}
static double height(double x) { return 3 * log(x - 1); }
int main(int count, char **words) {
  double x[2] = {0, 4}, dx[2] = {0, 1}; // the ratio is 1, where acos has no slope
  if (count > 1)
    printf("%g\n", __enzyme_fwddiff((void *)height, 1.0, 1.0));
  else
    __enzyme_autodiff((void *)angle, x, dx);
  printf("%g %g\n", dx[0], dx[1]);
}
