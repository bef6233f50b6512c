#include <stdio.h>
double __enzyme_autodiff(void *, ...);
double square(double x);
int main(void) {
  double slope = __enzyme_autodiff((void *)square, 3.0);
  printf("%g\n", slope);
}
