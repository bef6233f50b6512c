// A number of lanes that only the run knows, of functions that take and return structures through
// memory: results of all lanes are arrays, their adjoints stand side by side.
#include "check.h"
extern int enzyme_dupv;
enum { most = 11 };
typedef struct {
  double a, b, c;
} Three;
typedef struct {
  double w[4];
  int n;
} Weights;
typedef struct {
  Three primal, *tangents;
} Both;
Three *__enzyme_fwddiff_n(void *, ...);
Both __enzyme_fwddiff_both(void *, ...);
double *__enzyme_fwddiff_d(void *, ...);
double *__enzyme_autodiff_n(void *, ...);
void __enzyme_autodiff_v(void *, ...);
Three __enzyme_fwddiff_1(void *, ...);
double __enzyme_fwddiff_d1(void *, ...);
double __enzyme_autodiff_1(void *, ...);
void __enzyme_fwddiff_v(void *, ...);

static Three powers(double x, const double *y) {
  Three r = {x * x, x * y[0], y[1] * y[1]};
  r.a += r.b * r.c;
  return r;
}
static double dot(Weights w, const double *x) {
  double s = 0;
  for (int i = 0; i < w.n; i++)
    s += w.w[i] * x[i] * x[i];
  w.w[0] = 7;
  return s * w.w[0];
}
static Three inPlace(double *x) {
  x[0] *= x[1];
  return (Three){x[0], x[0] * x[0], x[1]};
}
static double dx[most], y[2] = {0.7, 1.3}, dy[most][2];
static Three seeds[most];
static Weights dw[most];
static void fill(void) {
  for (int lane = 0; lane < most; lane++) {
    dx[lane] = 0.3 * lane - 1;
    dy[lane][0] = lane, dy[lane][1] = 1 - lane;
    seeds[lane] = (Three){1 + lane, 2, -lane};
    dw[lane] = (Weights){{1, lane, 0.5, 2}, 4};
  }
}
static int sameThree(Three a, Three b) { return fabs(a.a - b.a) + fabs(a.b - b.b) + fabs(a.c - b.c) < 1e-13; }

CHECK_VALUES(results) {
  for (int lanes = 1; lanes <= most; lanes += 5) {
    fill();
    Three *t = __enzyme_fwddiff_n((void *)powers, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], 1.5, dx, enzyme_dupv,
                                  sizeof dy[0], y, dy);
    Both b = __enzyme_fwddiff_both((void *)powers, enzyme_width, lanes, enzyme_primal_return, enzyme_dupv,
                                   sizeof dx[0], 1.5, dx, enzyme_dupv, sizeof dy[0], y, dy);
    EXPECT_TRUE(sameThree(b.primal, powers(1.5, y)));
    for (int lane = 0; lane < lanes; lane++) {
      Three one = __enzyme_fwddiff_1((void *)powers, 1.5, dx[lane], y, dy[lane]);
      EXPECT_TRUE(sameThree(t[lane], one));
      EXPECT_TRUE(sameThree(b.tangents[lane], one));
    }
    free(t);
    free(b.tangents);
    double *d = __enzyme_autodiff_n((void *)powers, enzyme_width, lanes, seeds, 1.5, enzyme_dupv, sizeof dy[0], y, dy);
    for (int lane = 0; lane < lanes; lane++) {
      Three seed = {1 + lane, 2, -lane};
      double d1[2] = {lane, 1 - lane};
      EXPECT_CLOSE(d[lane], __enzyme_autodiff_1((void *)powers, &seed, 1.5, y, d1), 1e-13);
      EXPECT_CLOSE(dy[lane][0], d1[0], 1e-13);
      EXPECT_CLOSE(dy[lane][1], d1[1], 1e-13);
      EXPECT_EXACT(seeds[lane].a, 0);
    }
    free(d);
  }
}
CHECK_VALUES(arguments) {
  const Weights w = {{1, 2, 3, 4}, 4};
  double x[4] = {0.5, 1, -1, 2};
  for (int lanes = 1; lanes <= most; lanes += 5) {
    fill();
    double *t = __enzyme_fwddiff_d((void *)dot, enzyme_width, lanes, enzyme_dupv, sizeof dw[0], w, dw, enzyme_const, x);
    for (int lane = 0; lane < lanes; lane++)
      EXPECT_CLOSE(t[lane], __enzyme_fwddiff_d1((void *)dot, w, dw[lane], enzyme_const, x), 1e-13);
    free(t);
    __enzyme_autodiff_v((void *)dot, enzyme_width, lanes, enzyme_dupv, sizeof dw[0], w, dw, enzyme_const, x);
    for (int lane = 0; lane < lanes; lane++)
      for (int i = 0; i < 4; i++)
        EXPECT_CLOSE(dw[lane].w[i], ((double[]){1, lane, 0.5, 2})[i] + 7 * x[i] * x[i], 1e-13);
  }
}
CHECK_VALUES(in_place) {
  for (int lanes = 1; lanes <= most; lanes += 5) {
    fill();
    double x[2] = {0.7, 1.3};
    Three *t = __enzyme_fwddiff_n((void *)inPlace, enzyme_width, lanes, enzyme_dupv, sizeof dy[0], x, dy);
    EXPECT_EXACT(x[0], 0.7 * 1.3);
    for (int lane = 0; lane < lanes; lane++) {
      double x1[2] = {0.7, 1.3}, d1[2] = {lane, 1 - lane};
      Three one = __enzyme_fwddiff_1((void *)inPlace, x1, d1);
      EXPECT_TRUE(sameThree(t[lane], one));
      EXPECT_CLOSE(dy[lane][0], d1[0], 1e-13);
    }
    free(t);
    fill();
    x[0] = 0.7;
    __enzyme_autodiff_v((void *)inPlace, enzyme_width, lanes, seeds, enzyme_dupv, sizeof dy[0], x, dy);
    for (int lane = 0; lane < lanes; lane++) {
      Three seed = {1 + lane, 2, -lane};
      double x1[2] = {0.7, 1.3}, d1[2] = {lane, 1 - lane};
      __enzyme_autodiff_1((void *)inPlace, &seed, x1, d1);
      EXPECT_CLOSE(dy[lane][0], d1[0], 1e-13);
      EXPECT_CLOSE(dy[lane][1], d1[1], 1e-13);
    }
  }
}
