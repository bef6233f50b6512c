#include <stdio.h>
double model(const double *x, int n);
void __enzyme_autodiff(void *, ...);
__attribute__((noinline)) void gradient(const double *x, double *d, int n) {
  __enzyme_autodiff((void *)model, x, d, n);
}
int main(void) {
  double x[3] = {0.5, 1, 2}, d[3] = {0, 0, 0};
  gradient(x, d, 3);
  printf("derivatives %.3f %.3f %.3f\n", d[0], d[1], d[2]);
}
