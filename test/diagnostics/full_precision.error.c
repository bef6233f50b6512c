// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// Functions that truncated code calls and whose body nobody sees compute as ever: said once,
// with all their names; not of functions that do not compute.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef double (*unary)(double);
unary __enzyme_truncate_op_func(void *, int, int);
double measured(double x);
void scaled(int n, double *x);
long counted(long n);
static double helper(double x) { return measured(x) / 3; }
static double model(double x) {
  double *p = malloc(counted(2) * sizeof(double));
  p[0] = helper(x) + sin(x);
  p[1] = measured(p[0]);
  scaled(2, p);
  printf("%g\n", x);
  double r = p[0] + p[1];
  free(p);
  return r;
}
double g(double x) {
  unary f = __enzyme_truncate_op_func((void *)model, 64, 32); // expected-warning-re {{functions without a body compute in full precision in truncated code: 'measured', 'scaled'{{.*}}ENZ0132}}
  return f(x);
}
