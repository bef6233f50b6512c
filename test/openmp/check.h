/* Gradients of functions of N numbers: forward against differences, reverse against forward, split
 * against combined, several directions and seeds at once; each time again, for races. */
#include <enzyme/enzyme.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef N
#define N 203
#endif
#ifndef REPEATS
#define REPEATS 20
#endif
#ifdef REPEATS_OF_ALL /* run.py --repeats */
#undef REPEATS
#define REPEATS REPEATS_OF_ALL
#endif

typedef struct {
  void *tape;
  double result;
} FirstHalf;
#ifdef __cplusplus
#define GIVES(type) <type>
extern "C" {
#else
#define GIVES(type)
#endif
extern FirstHalf __enzyme_augmentfwd(void *, ...);
extern void __enzyme_reverse(void *, ...);
#ifdef __cplusplus
}
#endif

static int failures;

typedef struct {
  const char *name;
  double (*primal)(double *x);
  double (*forward)(double *x, double *dx);
  void (*reverse)(double *x, double *gradient);
  void (*inHalves)(double *x, double *gradient);
  void (*inLanes)(double *x, double *one, double *other);
} Function;

/* `subroutine f(n, x, r)` of Fortran, as such a function. */
#define OF_FORTRAN(f)                                                                              \
  extern void f##_(int *n, double *x, double *r);                                                  \
  static double f(double *x) {                                                                     \
    int n = N;                                                                                     \
    double r = 0;                                                                                  \
    f##_(&n, x, &r);                                                                               \
    return r;                                                                                      \
  }

/* ALL(X) is X(f) for each function. */
#define DERIVATIVES(f)                                                                             \
  static double f##Forward(double *x, double *dx) {                                                \
    return __enzyme_fwddiff GIVES(double)((void *)f, enzyme_dup, x, dx);                           \
  }                                                                                                \
  static void f##Reverse(double *x, double *dx) {                                                  \
    __enzyme_autodiff GIVES(void)((void *)f, enzyme_dup, x, dx);                                   \
  }                                                                                                \
  static void f##InHalves(double *x, double *dx) {                                                 \
    FirstHalf first = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx);                           \
    __enzyme_reverse((void *)f, enzyme_dup, x, dx, 1.0, first.tape);                               \
  }                                                                                                \
  static void f##InLanes(double *x, double *d0, double *d1) {                                      \
    __enzyme_autodiff GIVES(void)((void *)f, enzyme_width, 2, enzyme_dup, x, d0, d1);              \
  }
#define CHECK(f) check((Function){#f, f, f##Forward, f##Reverse, f##InHalves, f##InLanes});

static int differs(double a, double b, double tolerance) {
  return !(fabs(a - b) <= tolerance * (1 + fabs(a) + fabs(b)));
}

static void start(double *x) {
  for (int i = 0; i < N; i++)
    x[i] = 0.4 + 0.3 * sin(1.7 * i) + 1e-3 * i;
}

/* DERIVATIVES_ALONE leaves it out: where a tool looks for races, it takes what libomp does with the
 * memory of finished tasks for races of the program that made them. */
#ifndef DERIVATIVES_ALONE
static double byDifferences(double (*primal)(double *x), const double *x, const double *direction) {
  double moved[2], h = 1e-6;
  for (int side = 0; side < 2; side++) {
    double y[N];
    for (int i = 0; i < N; i++)
      y[i] = x[i] + (side ? h : -h) * direction[i];
    moved[side] = primal(y);
  }
  return (moved[1] - moved[0]) / (2 * h);
}
#endif

static void check(Function f) {
  const char *name = f.name;
  double x[N], direction[N], once[N] = {0};
  start(x);
  for (int i = 0; i < N; i++)
    direction[i] = cos(0.9 * i);
  double y[N], d[N];
  memcpy(y, x, sizeof y);
  memcpy(d, direction, sizeof d);
  double tangent = f.forward(y, d);
#ifndef DERIVATIVES_ALONE
  double slope = byDifferences(f.primal, x, direction);
  if (differs(slope, tangent, 1e-5)) {
    printf("%s: forward %.12g, by differences %.12g\n", name, tangent, slope);
    failures++;
  }
#endif
  for (int repeat = 0; repeat < REPEATS; repeat++) {
    double gradient[N] = {0}, product = 0;
    memcpy(y, x, sizeof y);
    f.reverse(y, gradient);
    for (int i = 0; i < N; i++)
      product += gradient[i] * direction[i];
    if (differs(product, tangent, 1e-10)) {
      printf("%s: reverse %.15g, forward %.15g, run %d\n", name, product, tangent, repeat);
      failures++;
      return;
    }
    if (repeat == 0)
      memcpy(once, gradient, sizeof once);
    for (int i = 0; i < N; i++)
      if (differs(once[i], gradient[i], 1e-11)) {
        printf("%s: [%d] is %.15g and %.15g, run %d\n", name, i, once[i], gradient[i], repeat);
        failures++;
        return;
      }
  }
  double split[N] = {0};
  memcpy(y, x, sizeof y);
  f.inHalves(y, split);
  double one[N] = {0}, other[N] = {0};
  memcpy(y, x, sizeof y);
  f.inLanes(y, one, other);
  for (int i = 0; i < N; i++)
    if (differs(once[i], split[i], 1e-11) || differs(once[i], one[i], 1e-11) ||
        differs(once[i], other[i], 1e-11)) {
      printf("%s: [%d] is %.15g, in halves %.15g, in lanes %.15g and %.15g\n", name, i, once[i],
             split[i], one[i], other[i]);
      failures++;
      return;
    }
}
