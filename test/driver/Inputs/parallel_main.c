// Asks for the derivative of a region in another file.
#include <stdio.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
double total(const double *x, int n);
double term(const double *x, int i) { return x[i] * x[i] * x[0]; }
int main(void) {
  double x[3] = {1, 2, 3}, g[3] = {0};
  __enzyme_autodiff((void *)total, enzyme_dup, x, g, enzyme_const, 3);
  printf("gradient: %g %g %g\n", g[0], g[1], g[2]);
}
