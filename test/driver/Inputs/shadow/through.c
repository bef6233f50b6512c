// Calls what it does not know and reads the table, which another file defines.
#include <stdio.h>
extern double table[3];
static double hidden = 7;
double scale(double x);
void *shadowOfScale(void);
extern int enzyme_dup;
double __enzyme_fwddiff(void *, ...);
static double through(double (*g)(double), double x) {
  hidden = x;
  double y = g(x);
  return table[1] * x + y * hidden;
}
int main(void) {
  double (*volatile g)(double) = scale;
  // x^3 + x^2
  printf("derivative %g\n", __enzyme_fwddiff((void *)through, enzyme_dup, g, shadowOfScale(), 3.0, 1.0));
  return 0;
}
