// A structure of pointers whose members change between const and active memory in a loop.
#include "check.h"
static double fixed[3] = {5, 6, 7};
typedef struct {
  const double *a, *b;
  double weight;
} view;
NOINLINE static double at(const view *v, int i) { return v->weight * v->a[i] * v->b[i]; }
void f(const double *x, double *y, const double *c) {
  view v = {c, c, 1};
  for (int i = 0; i < 3; i++) {
    if (i == 1)
      v.a = x;
    if (i == 2)
      v.b = x, v.weight = x[0];
    y[i] = at(&v, i);
  }
}
CHECK_VECTOR_CONST(f, 3, 3, fixed, 1, 2, 3);
