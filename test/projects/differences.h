/*===- differences.h - functions of some numbers, compared with differences ------------------===
 *
 * COMPARE(f, n, tolerance, x…): the derivatives of `double f(const double *x)` by each of n
 * numbers, in forward mode, in reverse mode and by central differences, extrapolated once.
 *===----------------------------------------------------------------------------------------===*/
#ifndef ENZYME_TEST_PROJECTS_DIFFERENCES_H
#define ENZYME_TEST_PROJECTS_DIFFERENCES_H
#include <math.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif
extern int enzyme_dup;
double __enzyme_fwddiff(void *, ...);
double __enzyme_autodiff(void *, ...);
#ifdef __cplusplus
}
#endif

static int compared, agreeing;

static double difference(double (*f)(const double *), const double *at, int n, int i, double step) {
  double sides[2];
  for (int side = 0; side < 2; side++) {
    double x[8];
    memcpy(x, at, n * sizeof *x);
    x[i] += side ? -step : step;
    sides[side] = f(x);
  }
  return (sides[0] - sides[1]) / (2 * step);
}

static int agrees(const char *name, int i, double forward, double reverse, double expected,
                  double tolerance) {
  double scale = 1 + fabs(expected);
  int isRight = fabs(forward - expected) <= tolerance * scale &&
                fabs(forward - reverse) <= 1e-2 * tolerance * scale;
  if (!isRight)
    printf("WRONG %s by x[%d]: forward %.15g, reverse %.15g, differences %.15g\n", name, i, forward,
           reverse, expected);
  return isRight;
}

#define COMPARE(f, n, tolerance, ...)                                                              \
  do {                                                                                             \
    const double at[n] = {__VA_ARGS__};                                                            \
    double x[n], gradient[n], along[n];                                                            \
    int isRight = 1;                                                                               \
    memset(gradient, 0, sizeof gradient);                                                          \
    memcpy(x, at, sizeof x);                                                                       \
    __enzyme_autodiff((void *)f, enzyme_dup, x, gradient);                                         \
    for (int i = 0; i < n; i++) {                                                                  \
      double step = 1e-4 * (1 + fabs(at[i]));                                                      \
      double slope = (4 * difference(f, at, n, i, step) - difference(f, at, n, i, 2 * step)) / 3;  \
      memset(along, 0, sizeof along);                                                              \
      along[i] = 1;                                                                                \
      memcpy(x, at, sizeof x);                                                                     \
      double tangent = __enzyme_fwddiff((void *)f, enzyme_dup, x, along);                          \
      isRight &= agrees(#f, i, tangent, gradient[i], slope, tolerance);                            \
    }                                                                                              \
    compared++, agreeing += isRight;                                                               \
  } while (0)

static inline int reported(void) {
  printf("%d of %d functions\n", agreeing, compared);
  return agreeing != compared;
}
#endif
