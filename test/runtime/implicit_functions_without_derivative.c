// Where an equation has no derivative, or is not solved, the program stops and says so.
// RUN: enzyme-clang -O1 %s -o %t
// RUN: not %t singular 2>&1 | FileCheck %s --check-prefix=SINGULAR
// RUN: not %t forward 2>&1 | FileCheck %s --check-prefix=SINGULAR
// RUN: not %t nearly 2>&1 | FileCheck %s --check-prefix=SINGULAR
// RUN: not %t unsolved 2>&1 | FileCheck %s --check-prefix=UNSOLVED
// RUN: not %t restless 2>&1 | FileCheck %s --check-prefix=RESTLESS
// RUN: not %t large 2>&1 | FileCheck %s --check-prefix=LARGE
// SINGULAR: enzyme: the matrix of an implicit function is singular
// UNSOLVED: enzyme: Newton's method finds no solution
// RESTLESS: enzyme: enzyme_fixed_point: the iteration does not come to rest
// LARGE: enzyme: the linear system of an implicit function was not solved by GMRES
#include <enzyme/implicit.h>
#include <stdio.h>
#include <string.h>

static void dependent(int n, const double *x, int np, const double *p, double *r) {
  for (int i = 0; i < n; i++)
    r[i] = (i + 1) * (x[0] + x[1] - p[0]);
}
static void half(int n, double *x, int np, const double *p) { x[0] = x[1] = p[0] / 2; }
static void none(int n, const double *x, int np, const double *p, double *r) { r[0] = x[0] * x[0] + p[0]; }
static void turning(int n, const double *x, int np, const double *p, double *next) { next[0] = p[0] - x[0]; }

enum { size = 150 };
static double singular(double p) {
  double x[size] = {0};
  enzyme_root(dependent, half, 2, x, 1, &p);
  return x[0];
}
static double large(double p) {
  double x[size] = {0};
  enzyme_root(dependent, half, size, x, 1, &p);
  return x[0];
}
static double nearly(double p) {
  const double a[4] = {1, 1 / 3.0, 3, 1}, b[2] = {p, 1};
  double x[2];
  enzyme_linear_solve(2, a, b, x);
  return x[0];
}
static double unsolved(double p) {
  double x = 1;
  enzyme_root(none, 0, 1, &x, 1, &p);
  return x;
}
static double restless(double p) {
  double x = 2;
  enzyme_fixed_point(turning, 0, 1, &x, 1, &p);
  return x;
}

int main(int count, char **arguments) {
  if (!strcmp(arguments[1], "singular"))
    printf("%g\n", __enzyme_autodiff((void *)singular, 1.0));
  if (!strcmp(arguments[1], "forward"))
    printf("%g\n", __enzyme_fwddiff((void *)singular, 1.0, 1.0));
  if (!strcmp(arguments[1], "nearly"))
    printf("%g\n", __enzyme_autodiff((void *)nearly, 1.0));
  if (!strcmp(arguments[1], "unsolved"))
    printf("%g\n", __enzyme_autodiff((void *)unsolved, 2.0));
  if (!strcmp(arguments[1], "restless"))
    printf("%g\n", __enzyme_autodiff((void *)restless, 1.0));
  if (!strcmp(arguments[1], "large"))
    printf("%g\n", __enzyme_autodiff((void *)large, 1.0));
}
