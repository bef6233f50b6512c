// A number of lanes that only the run knows: strips of a compiled width and the
// rest, each lane equal to the derivative of width 1.
// flags: -fno-enzyme-reassociate
#include "check.h"
extern int enzyme_dupv;
enum { n = 3, most = 21 };
static void f(const double *x, double *y, double k) {
  double s = 1;
  for (int i = 0; i < n; i++) {
    s = s * 0.5 + sin(x[i]) * k;
    y[i] = s * x[i];
  }
}
static double g(const double *x, double k) {
  double row[n], s = 0;
  for (int i = 0; i < n; i++)
    row[i] = x[i] * k;
  for (int i = 0; i < n; i++)
    s += row[i] * row[n - 1 - i] * k;
  return s;
}
typedef struct {
  double primal, *tangents;
} Tangents;
typedef struct {
  double primal, tangent;
} One;
void __enzyme_fwddiff_v(void *, ...);
void __enzyme_autodiff_v(void *, ...);
Tangents __enzyme_fwddiff_n(void *, ...);
One __enzyme_fwddiff_1(void *, ...);
double *__enzyme_autodiff_n(void *, ...);
double __enzyme_autodiff_1(void *, ...);
static double dx[most][n], dy[most][n], dk[most], dxBefore[most][n], dyBefore[most][n];
static volatile double points[n] = {0.4, -1.2, 2.5}; // unknown, so that nothing is folded
static double x[n], y[n];

static void fill(void) {
  for (int i = 0; i < n; i++)
    x[i] = points[i];
  for (int lane = 0; lane < most; lane++) {
    dk[lane] = 0.1 * lane;
    for (int i = 0; i < n; i++)
      dx[lane][i] = 0.3 * lane - 1.1 * i, dy[lane][i] = 2 - lane + i;
  }
  memcpy(dxBefore, dx, sizeof dx);
  memcpy(dyBefore, dy, sizeof dy);
}
NOINLINE static void forward(int lanes) {
  __enzyme_fwddiff_v((void *)f, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx, enzyme_dupv, sizeof dy[0], y, dy,
                     enzyme_dupv, sizeof(double), 0.8, dk);
}
NOINLINE static void back(unsigned char lanes) {
  __enzyme_autodiff_v((void *)f, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx, enzyme_dupv, sizeof dy[0], y,
                      dy, enzyme_const, 0.8);
}

CHECK_VALUES(memory) {
  for (int lanes = 1; lanes <= most; lanes++) {
    double y1[n], dx1[n], dy1[n], primal[n];
    fill();
    f(x, primal, 0.8);
    forward(lanes);
    EXPECT_SAME_BYTES(y, primal, sizeof y);
    for (int lane = 0; lane < most; lane++) {
      __enzyme_fwddiff_v((void *)f, enzyme_dup, x, dx[lane], enzyme_dup, y1, dy1, enzyme_dup, 0.8, dk[lane]);
      for (int i = 0; i < n; i++)
        EXPECT_EXACT(dy[lane][i], lane < lanes ? dy1[i] : dyBefore[lane][i]);
    }
    fill();
    back(lanes);
    for (int lane = 0; lane < most; lane++) {
      memcpy(dx1, dxBefore[lane], sizeof dx1);
      memcpy(dy1, dyBefore[lane], sizeof dy1);
      if (lane < lanes)
        __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx1, enzyme_dup, y1, dy1, enzyme_const, 0.8);
      EXPECT_SAME_BYTES(dx[lane], dx1, sizeof dx1);
      EXPECT_SAME_BYTES(dy[lane], dy1, sizeof dy1);
    }
  }
}

CHECK_VALUES(results) {
  for (long lanes = 1; lanes <= most; lanes += 5) {
    fill();
    Tangents t = __enzyme_fwddiff_n((void *)g, enzyme_width, lanes, enzyme_primal_return, enzyme_dupv, sizeof dx[0], x,
                                    dx, enzyme_dupv, sizeof(double), 0.8, dk);
    EXPECT_EXACT(t.primal, g(x, 0.8));
    for (int lane = 0; lane < lanes; lane++) {
      One one = __enzyme_fwddiff_1((void *)g, enzyme_primal_return, enzyme_dup, x, dx[lane], 0.8, dk[lane]);
      EXPECT_EXACT(t.tangents[lane], one.tangent);
    }
    free(t.tangents);
    double *adjoints = __enzyme_autodiff_n((void *)g, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx, 0.8);
    double scratch[n];
    for (int lane = 0; lane < lanes; lane++)
      EXPECT_EXACT(adjoints[lane], __enzyme_autodiff_1((void *)g, x, scratch, 0.8));
    free(adjoints);
  }
}
