#include <stdio.h>
double __enzyme_autodiff(void *, ...);
double square(double x);
double cube(double x) { return square(x) * x; }
int main(void) { printf("%g\n", __enzyme_autodiff((void *)cube, 1.5)); }
