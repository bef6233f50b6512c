//===- nests.h - derivatives of derivatives against closed forms ----------===//
//
// Problem: forward and reverse mode over each other must agree to every order,
// whatever the function is made of.
//
// Here: CHECK_NESTS(f, d1, d2, d3, points…) for `double f(double)` makes the whole
// table of nests, 2 of first, 4 of second and 8 of third order, and compares each
// with the closed forms d1, d2, d3 (macros or functions of x) at every point. In a
// nest's name the outermost mode comes first: FR is forward over reverse.
//
// CHECK_HESSIAN(f, n, points…) for `double f(const double *)` and
// CHECK_HESSIAN_N(f, n, points…) for `double f(const double *, int)` make the four
// products of the Hessian with a vector and compare them with differences of the
// gradient and, more closely, with each other; and v'Hv and the third derivative
// along v, by forward over forward, with each other and with differences.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TEST_NESTS_H
#define ENZYME_TEST_NESTS_H

#include "check.h"

#ifdef __cplusplus
extern "C" {
#endif
extern double __enzyme_autodiff_nest(void *, double);
extern double __enzyme_fwddiff_nest(void *, double, double);
extern void __enzyme_autodiff_nestv(void *, ...);
extern void __enzyme_fwddiff_nestv(void *, ...);
extern double __enzyme_fwddiff_nests(void *, ...);
#ifdef __cplusplus
}
#endif

#ifndef NEST_TOLERANCE
#define NEST_TOLERANCE 1e-11
#endif

#define NEST_F(nest, f)                                                                            \
  CHECK_UNUSED static double nest(double x) { return __enzyme_fwddiff_nest((void *)f, x, 1.0); }
#define NEST_R(nest, f)                                                                            \
  CHECK_UNUSED static double nest(double x) { return __enzyme_autodiff_nest((void *)f, x); }
#define NEST_BOTH(f) NEST_F(f##F, f) NEST_R(f##R, f)
#define NEST_SECOND(f)                                                                             \
  NEST_F(f##FF, f##F) NEST_F(f##FR, f##R) NEST_R(f##RF, f##F) NEST_R(f##RR, f##R)
#define NEST_THIRD(f)                                                                              \
  NEST_F(f##FFF, f##FF)                                                                            \
  NEST_F(f##FFR, f##FR) NEST_F(f##FRF, f##RF) NEST_F(f##FRR, f##RR) NEST_R(f##RFF, f##FF)          \
      NEST_R(f##RFR, f##FR) NEST_R(f##RRF, f##RF) NEST_R(f##RRR, f##RR)

/// A table of nests is written per function: the numbers an error shows are then
/// those of one order.
CHECK_UNUSED static void nestCompare(const char *nest, double x, double got, double expected) {
  checkCount++;
  if (!checkIsClose(got, expected, NEST_TOLERANCE, fabs(expected))) {
    printf("at %.17g: ", x);
    checkFailed(nest, -1, -1, got, expected);
  }
}
#define NEST_COMPARE(nest, expected) nestCompare(#nest, x, nest(x), (double)(expected))

#define CHECK_NESTS(f, d1, d2, d3, ...)                                                            \
  NEST_BOTH(f)                                                                                     \
  NEST_SECOND(f)                                                                                   \
  NEST_THIRD(f)                                                                                    \
  CHECK_VALUES(nests_##f) {                                                                        \
    static volatile double points[] = {__VA_ARGS__};                                               \
    for (unsigned k = 0; k < sizeof points / sizeof *points; k++) {                                \
      const double x = points[k];                                                                  \
      NEST_COMPARE(f##F, d1(x));                                                                   \
      NEST_COMPARE(f##R, d1(x));                                                                   \
      NEST_COMPARE(f##FF, d2(x));                                                                  \
      NEST_COMPARE(f##FR, d2(x));                                                                  \
      NEST_COMPARE(f##RF, d2(x));                                                                  \
      NEST_COMPARE(f##RR, d2(x));                                                                  \
      NEST_COMPARE(f##FFF, d3(x));                                                                 \
      NEST_COMPARE(f##FFR, d3(x));                                                                 \
      NEST_COMPARE(f##FRF, d3(x));                                                                 \
      NEST_COMPARE(f##FRR, d3(x));                                                                 \
      NEST_COMPARE(f##RFF, d3(x));                                                                 \
      NEST_COMPARE(f##RFR, d3(x));                                                                 \
      NEST_COMPARE(f##RRF, d3(x));                                                                 \
      NEST_COMPARE(f##RRR, d3(x));                                                                 \
    }                                                                                              \
  }                                                                                                \
  enum { nestEnd_##f }

/// What one array function's nests look like to the checks below.
typedef struct nestProblem {
  int n;
  void (*gradient)(const double *x, double *g);
  void (*products[4])(double *x, double *v, double *hv); ///< FR, RF, RR, and columns of FF
  double (*third)(const double *x, const double *v);     ///< FFR along v, v, v
} nestProblem;

CHECK_UNUSED static void nestCheckProducts(const nestProblem *p, const double *point) {
  const int n = p->n;
  static const char *const names[4] = {"forward over reverse", "reverse over forward",
                                       "reverse over reverse", "forward over forward"};
  double *x = checkCopy(point, n), *v = checkRandom(n, 23), *first = 0;
  double *high = checkNew(n), *low = checkNew(n), *gHigh = checkNew(n), *gLow = checkNew(n);
  const double h = 1e-5;
  memset(gHigh, 0, sizeof(double) * (size_t)n);
  memset(gLow, 0, sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++)
    high[i] = x[i] + h * v[i], low[i] = x[i] - h * v[i];
  p->gradient(high, gHigh);
  p->gradient(low, gLow);
  for (int which = 0; which < 4; which++) {
    double *hv = checkNew(n), *vBefore = checkCopy(v, n);
    memset(hv, 0, sizeof(double) * (size_t)n);
    p->products[which](x, v, hv);
    checkSame("the point of a Hessian product", x, point, n);
    checkSame("the vector of a Hessian product", v, vBefore, n);
    for (int i = 0; i < n; i++) {
      const double expected = (gHigh[i] - gLow[i]) / (2 * h);
      checkCount++;
      if (!checkIsClose(hv[i], expected, 1e-6, fabs(expected)))
        checkFailed(names[which], i, -1, hv[i], expected);
      else if (first && !checkIsClose(hv[i], first[i], NEST_TOLERANCE, fabs(first[i])))
        checkFailed(names[which], i, -1, hv[i], first[i]);
    }
    free(vBefore);
    if (!first)
      first = hv;
    else
      free(hv);
  }
  double expected = 0, *hvHigh = checkNew(n), *hvLow = checkNew(n);
  memset(hvHigh, 0, sizeof(double) * (size_t)n);
  memset(hvLow, 0, sizeof(double) * (size_t)n);
  p->products[0](high, v, hvHigh);
  p->products[0](low, v, hvLow);
  for (int i = 0; i < n; i++)
    expected += v[i] * (hvHigh[i] - hvLow[i]) / (2 * h);
  checkClose("third derivative along v", p->third(x, v), expected, 1e-6);
  free(x), free(v), free(first), free(high), free(low), free(gHigh), free(gLow), free(hvHigh),
      free(hvLow);
}

// restOfRequest: what follows the array in a request of f.
#define NEST_ARRAY(f, n, restOfRequest, ...)                                     \
  static void f##_gradient(const double *x, double *g) {                                           \
    __enzyme_autodiff_nestv((void *)f, enzyme_dup, x, g restOfRequest);                            \
  }                                                                                                \
  static double f##_along(const double *x, const double *v) {                                      \
    return __enzyme_fwddiff_nests((void *)f, enzyme_dup, x, v restOfRequest);                      \
  }                                                                                                \
  static double f##_along2(const double *x, const double *v) {                                     \
    return __enzyme_fwddiff_nests((void *)f##_along, enzyme_dup, x, v, enzyme_const, v);           \
  }                                                                                                \
  static double f##_alongBoth(const double *x, const double *v, const double *w) {                 \
    return __enzyme_fwddiff_nests((void *)f##_along, enzyme_dup, x, w, enzyme_const, v);           \
  }                                                                                                \
  static double f##_along3(const double *x, const double *v) {                                     \
    return __enzyme_fwddiff_nests((void *)f##_along2, enzyme_dup, x, v, enzyme_const, v);          \
  }                                                                                                \
  static double f##_slope(const double *x, const double *v) {                                      \
    double g[n] = {0}, sum = 0;                                                                    \
    __enzyme_autodiff_nestv((void *)f, enzyme_dup, x, g restOfRequest);                            \
    for (int i = 0; i < (n); i++)                                                                  \
      sum += g[i] * v[i];                                                                          \
    return sum;                                                                                    \
  }                                                                                                \
  static void f##_FR(double *x, double *v, double *hv) {                                           \
    double g[n] = {0};                                                                             \
    __enzyme_fwddiff_nestv((void *)f##_gradient, enzyme_dup, x, v, enzyme_dup, g, hv);             \
  }                                                                                                \
  static void f##_RF(double *x, double *v, double *hv) {                                           \
    __enzyme_autodiff_nestv((void *)f##_along, enzyme_dup, x, hv, enzyme_const, v);                \
  }                                                                                                \
  static void f##_RR(double *x, double *v, double *hv) {                                           \
    __enzyme_autodiff_nestv((void *)f##_slope, enzyme_dup, x, hv, enzyme_const, v);                \
  }                                                                                                \
  static void f##_FF(double *x, double *v, double *hv) {                                           \
    for (int i = 0; i < (n); i++) {                                                                \
      double e[n] = {0};                                                                           \
      e[i] = 1;                                                                                    \
      hv[i] = f##_alongBoth(x, v, e);                                                              \
    }                                                                                              \
  }                                                                                                \
  CHECK_VALUES(hessian_##f) {                                                                      \
    static double points[] = {__VA_ARGS__};                                                        \
    const nestProblem problem = {n, f##_gradient, {f##_FR, f##_RF, f##_RR, f##_FF}, f##_along3};   \
    for (unsigned at = 0; at + (n) <= sizeof points / sizeof *points; at += (n))                   \
      nestCheckProducts(&problem, points + at);                                                    \
  }                                                                                                \
  enum { nestEnd_##f }

#define NEST_NOTHING
#define NEST_LENGTH(n) , enzyme_const, n
#define CHECK_HESSIAN(f, n, ...) NEST_ARRAY(f, n, NEST_NOTHING, __VA_ARGS__)
#define CHECK_HESSIAN_N(f, n, ...) NEST_ARRAY(f, n, NEST_LENGTH(n), __VA_ARGS__)

#endif
