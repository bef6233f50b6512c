// A loop that LLVM makes vectors and copies of.
#include <stdio.h>
extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);
double bend(int n, const double *restrict x) {
  double sum = 0;
  for (int i = 1; i < n - 1; i++)
    sum += (x[i + 1] - 2 * x[i] + x[i - 1]) * x[i];
  return sum;
}
int main(void) {
  double x[64], dx[64] = {0};
  for (int i = 0; i < 64; i++)
    x[i] = i * i;
  __enzyme_autodiff((void *)bend, 64, enzyme_dup, x, dx);
  printf("derivative %g\n", dx[7]);
}
