// Asks for the derivative of a Fortran function.
#include <enzyme/enzyme.h>
#include <stdio.h>
void middle_(int *n, double *x, double *s);
int main(void) {
  int n = 2;
  double x[] = {1, 2}, dx[2] = {0}, s, ds = 1;
  __enzyme_autodiff((void *)middle_, enzyme_const, &n, enzyme_dup, x, dx, enzyme_dup, &s, &ds);
  printf("%.4f %.4f\n", dx[0], dx[1]);
}
