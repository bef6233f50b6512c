// The smallest program with a request: prints the derivative of x * x at 3.
#include <stdio.h>

double __enzyme_autodiff(void *, double);

static double square(double x) { return x * x; }

int main(void) {
  printf("derivative %g\n", __enzyme_autodiff((void *)square, 3.0));
  return 0;
}
