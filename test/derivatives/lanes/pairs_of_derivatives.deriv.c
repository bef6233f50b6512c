// Function pointers whose shadow is a pair made by hand, in several lanes: each lane has its own
// pair, tape and shadows.
#include "check.h"
typedef struct {
  void *tape;
  double p;
} Taped;
typedef struct {
  double v[3];
} Lanes;
typedef struct {
  double p, t;
} Both;
Lanes __enzyme_autodiff(void *, ...);
Lanes __enzyme_fwddiff(void *, ...);
static double square(double x) { return x * x; }
static Taped augmented(double x) {
  double *tape = (double *)malloc(sizeof(double));
  *tape = x;
  return (Taped){tape, x * x};
}
static double reverse(double x, double seed, void *tape) {
  double d = 20 * *(double *)tape * seed;
  free(tape);
  return d;
}
static double reverse_other(double x, double seed, void *tape) {
  free(tape);
  return 7 * seed;
}
static Both forward(double x, double dx) { return (Both){x * x, 1000 * dx}; }
static double sumsq(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
  return s;
}
static Taped sumsq_augmented(const double *x, double *dx, int n, int n2) { return (Taped){0, sumsq(x, n)}; }
static void sumsq_reverse(const double *x, double *dx, int n, int n2, double seed, void *tape) {
  for (int i = 0; i < n; i++)
    dx[i] += 20 * x[i] * seed;
}
double (*volatile known)(double) = square;
double (*volatile sums)(const double *, int) = sumsq;
static double call(double (*g)(double), double x) { return g(x) * x; }
static double over(double (*g)(const double *, int), const double *x, int n) { return g(x, n) * x[0]; }

CHECK_VALUES(reverse_mode) {
  void *pair[2] = {(void *)augmented, (void *)reverse}, *other[2] = {(void *)augmented, (void *)reverse_other};
  double (*g)(double) = known;
  Lanes d = __enzyme_autodiff((void *)call, enzyme_width, 3, enzyme_dup, g, pair, other, pair, 3.0);
  EXPECT_EXACT(d.v[0], 9 + 3 * 60);
  EXPECT_EXACT(d.v[1], 9 + 3 * 7);
  EXPECT_EXACT(d.v[2], 9 + 3 * 60);
  d = __enzyme_autodiff((void *)call, enzyme_width, 3, enzyme_dup, g, g, g, g, 3.0);
  EXPECT_EXACT(d.v[2], 27);
}
CHECK_VALUES(forward_mode) {
  void *cell = (void *)forward;
  double (*g)(double) = known;
  Lanes t = __enzyme_fwddiff((void *)call, enzyme_width, 3, enzyme_dup, g, &cell, &cell, &cell, 3.0, 1.0, 2.0, 0.0);
  EXPECT_EXACT(t.v[0], 9 + 3000);
  EXPECT_EXACT(t.v[1], 18 + 6000);
  EXPECT_EXACT(t.v[2], 0);
}
CHECK_VALUES(with_memory) {
  void *pair[2] = {(void *)sumsq_augmented, (void *)sumsq_reverse};
  double (*g)(const double *, int) = sums;
  double x[2] = {3, 4}, d0[2] = {0, 0}, d1[2] = {1, 1}, d2[2] = {0, 5};
  __enzyme_autodiff((void *)over, enzyme_width, 3, enzyme_dup, g, pair, pair, pair, x, d0, d1, d2, 2);
  EXPECT_EXACT(d0[0], 25 + 3 * 60);
  EXPECT_EXACT(d1[1], 1 + 3 * 80);
  EXPECT_EXACT(d2[0], 25 + 3 * 60);
  EXPECT_EXACT(d2[1], 5 + 3 * 80);
}
