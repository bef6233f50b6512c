// A struct holding a pointer to const data and one to active data.
#include "check.h"
typedef struct {
  const double *data, *parameters;
  int n;
} problem;
static const double measured[4] = {1, 1.5, 2.5, 3.9};

NOINLINE static double residual(const problem *p, int i) {
  return p->parameters[0] + p->parameters[1] * i - p->data[i];
}
void f(const double *x, double *y, const double *c) {
  const problem p = {c, x, 4};
  y[0] = 0;
  for (int i = 0; i < p.n; i++)
    y[0] += residual(&p, i) * residual(&p, i);
}

CHECK_VECTOR_CONST(f, 2, 1, measured, 0.5, 1.5);
