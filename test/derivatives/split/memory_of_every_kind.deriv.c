// Halves, and forward mode from their tape, of functions that allocate, copy, clear and pass memory
// on: stack, heap, variable lengths, structures, globals.
#define CHECK_FROM_TAPE
#include "check.h"
typedef struct {
  double a, b[2];
  int n;
} Cell;
static double heap(const double *x, int n) {
  double *p = (double *)calloc(n, sizeof(double)), *q = (double *)malloc(n * sizeof(double)), s = 0;
  for (int i = 0; i < n; i++)
    q[i] = x[i] * x[i];
  memcpy(p, q, n * sizeof(double));
  for (int i = 1; i < n; i++)
    p[i] += p[i - 1] * q[i];
  free(q);
  for (int i = 0; i < n; i++)
    s += p[i] * sin(x[i]);
  free(p);
  return s;
}
static double variable(const double *x, int n) {
  double s = 0;
  for (int k = 1; k <= n; k++) {
    double row[k];
    for (int i = 0; i < k; i++)
      row[i] = x[i] * (k + s);
    for (int i = 0; i < k; i++)
      s += row[i] * row[k - 1 - i] * 0.1;
  }
  return s;
}
NOINLINE static Cell make(double a, double b, int n) { return (Cell){a * b, {a, b}, n}; }
NOINLINE static void update(Cell *c, double k) {
  c->a *= k;
  c->b[c->n % 2] += c->a * c->b[0];
}
static double structures(const double *x, int n) {
  double s = 0;
  for (int i = 0; i + 1 < n; i++) {
    Cell c = make(x[i], x[i + 1], i), d = c;
    update(&c, x[0]);
    update(&d, s + 1);
    s += c.b[0] * d.b[1] + d.a;
  }
  return s;
}
static double kept[3];
static double globals(const double *x, int n) {
  for (int i = 0; i < 3; i++)
    kept[i] = x[i] * x[i];
  for (int i = 0; i < n; i++)
    kept[i % 3] = kept[(i + 1) % 3] * x[i];
  return kept[0] + kept[1] * kept[2];
}
static void halvesOfOneArray(double *x) {
  memmove(x + 1, x, 2 * sizeof(double));
  x[0] = x[1] * x[2];
  memset(x + 2, 0, sizeof(double));
  x[3] *= x[0];
}
CHECK_FUNCTION_N(heap, 4, 0.5, 1.2, -0.3, 0.8);
CHECK_FUNCTION_N(variable, 4, 0.5, 1.2, -0.3, 0.8);
CHECK_FUNCTION_N(structures, 4, 0.5, 1.2, -0.3, 0.8);
CHECK_FUNCTION_N(globals, 4, 0.5, 1.2, -0.3, 0.8);
CHECK_INPLACE(halvesOfOneArray, 4, 0.5, 1.2, -0.3, 0.8);
