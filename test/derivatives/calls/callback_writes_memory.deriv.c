// A function pointer with pointer arguments and no result.
#include "check.h"
typedef void (*operation)(double *, const double *, int);

static void add(double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}
static void multiply(double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] *= b[i];
}
static void apply(double *a, const double *b, int n, const operation *plan, int steps) {
  for (int s = 0; s < steps; s++)
    plan[s](a, b, n);
}
void f(const double *x, double *y) {
  const operation plan[4] = {add, multiply, multiply, add};
  for (int i = 0; i < 3; i++)
    y[i] = 1;
  apply(y, x, 3, plan, 4);
}

CHECK_VECTOR(f, 3, 3, 0.5, -1.5, 0.75);
