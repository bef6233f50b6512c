// Memory made by a callee, used by a second, freed by a third.
#include "check.h"
typedef struct {
  double *data;
  int length;
} vector;

NOINLINE static vector make(const double *x, int n) {
  vector v = {(double *)malloc(sizeof(double) * (size_t)n), n};
  for (int i = 0; i < n; i++)
    v.data[i] = x[i] * x[i];
  return v;
}
NOINLINE static double sum(vector v) {
  double r = 0;
  for (int i = 0; i < v.length; i++)
    r += v.data[i] * (i + 1);
  return r;
}
NOINLINE static void release(vector *v) {
  free(v->data);
  v->data = 0;
}
double f(const double *x, int n) {
  vector v = make(x, n);
  const double r = sum(v) * x[0];
  release(&v);
  return r;
}

CHECK_FUNCTION_N(f, 3, 2, -1.5, 0.75);
