// A number of lanes that only the run knows, of functions that change what they read:
// the primal runs once, and each lane reads its tape.
#include "check.h"
extern int enzyme_dupv;
enum { n = 4, most = 11 };
void __enzyme_fwddiff_v(void *, ...);
void __enzyme_autodiff_v(void *, ...);
typedef struct {
  double primal, *tangents;
} Tangents;
typedef struct {
  double primal, tangent;
} One;
Tangents __enzyme_fwddiff_n(void *, ...);
One __enzyme_fwddiff_1(void *, ...);
double *__enzyme_autodiff_n(void *, ...);
double __enzyme_autodiff_1(void *, ...);

static int runs;
static void smooth(double *x, double k) {
  runs++;
  for (int sweep = 0; sweep < 3; sweep++)
    for (int i = 0; i < n; i++)
      x[i] = sin(x[i]) * k + x[(i + 1) % n] * x[i];
}
static void accumulate(const double *x, double *sum) {
  for (int i = 0; i < n; i++)
    *sum += *sum * x[i] * x[i];
}
NOINLINE static double advance(double *state, double dt) {
  double *rate = (double *)malloc(n * sizeof(double)), energy = 0;
  for (int i = 0; i < n; i++)
    rate[i] = cos(state[i]) - state[(i + 2) % n];
  for (int i = 0; i < n; i++) {
    state[i] += dt * rate[i];
    energy += state[i] * state[i] * rate[i];
  }
  free(rate);
  return energy;
}
static double march(double *state, double dt) {
  double last = 0;
  for (int step = 0; step < 3; step++)
    last += advance(state, dt) * (step + 1);
  return last;
}

static volatile double points[n] = {0.4, -1.2, 2.5, 0.9};
static double x[n], x1[n], dx[most][n], before[most][n], d1[n], dk[most];
static void fill(void) {
  for (int i = 0; i < n; i++)
    x[i] = x1[i] = points[i];
  for (int lane = 0; lane < most; lane++) {
    dk[lane] = 0.1 * lane - 0.3;
    for (int i = 0; i < n; i++)
      dx[lane][i] = before[lane][i] = 0.3 * lane - 1.1 * i + 0.2;
  }
}
static void again(void) {
  for (int i = 0; i < n; i++)
    x1[i] = points[i];
}
NOINLINE static void smoothForward(int lanes) {
  __enzyme_fwddiff_v((void *)smooth, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx, enzyme_dupv,
                     sizeof(double), 0.8, dk);
}
NOINLINE static void smoothBack(int lanes) {
  __enzyme_autodiff_v((void *)smooth, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx, enzyme_const, 0.8);
}

CHECK_VALUES(in_place) {
  for (int lanes = 1; lanes <= most; lanes += 5)
    for (int isReverse = 0; isReverse < 2; isReverse++) {
      fill();
      runs = 0;
      if (isReverse)
        smoothBack(lanes);
      else
        smoothForward(lanes);
      EXPECT_TRUE(runs == 1);
      for (int lane = 0; lane < most; lane++) {
        memcpy(d1, before[lane], sizeof d1);
        again();
        if (lane < lanes && isReverse)
          __enzyme_autodiff_v((void *)smooth, x1, d1, enzyme_const, 0.8);
        else if (lane < lanes)
          __enzyme_fwddiff_v((void *)smooth, x1, d1, 0.8, dk[lane]);
        EXPECT_TRUE(lane >= lanes || memcmp(x, x1, sizeof x) == 0);
        for (int i = 0; i < n; i++)
          EXPECT_CLOSE(dx[lane][i], d1[i], 1e-13);
      }
    }
}

CHECK_VALUES(sums_that_are_read) {
  for (int lanes = 1; lanes <= most; lanes += 3) {
    double sum = 0.7, dsum[most], sum1;
    fill();
    for (int lane = 0; lane < most; lane++)
      dsum[lane] = 1 + lane;
    __enzyme_autodiff_v((void *)accumulate, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx, enzyme_dupv,
                        sizeof(double), &sum, dsum);
    for (int lane = 0; lane < lanes; lane++) {
      double s1 = 1 + lane;
      sum1 = 0.7;
      memcpy(d1, before[lane], sizeof d1);
      __enzyme_autodiff_v((void *)accumulate, x1, d1, &sum1, &s1);
      EXPECT_EXACT(sum, sum1);
      EXPECT_CLOSE(dsum[lane], s1, 1e-13);
      for (int i = 0; i < n; i++)
        EXPECT_CLOSE(dx[lane][i], d1[i], 1e-13);
    }
  }
}

CHECK_VALUES(results_and_values) {
  for (int lanes = 1; lanes <= most; lanes += 5) {
    fill();
    Tangents t = __enzyme_fwddiff_n((void *)march, enzyme_width, lanes, enzyme_primal_return, enzyme_dupv,
                                    sizeof dx[0], x, dx, enzyme_dupv, sizeof(double), 0.1, dk);
    for (int lane = 0; lane < lanes; lane++) {
      again();
      memcpy(d1, before[lane], sizeof d1);
      One one = __enzyme_fwddiff_1((void *)march, enzyme_primal_return, x1, d1, 0.1, dk[lane]);
      EXPECT_EXACT(t.primal, one.primal);
      EXPECT_CLOSE(t.tangents[lane], one.tangent, 1e-13);
      for (int i = 0; i < n; i++)
        EXPECT_CLOSE(dx[lane][i], d1[i], 1e-13);
    }
    free(t.tangents);
    fill();
    double *adjoints = __enzyme_autodiff_n((void *)march, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx, 0.1);
    for (int lane = 0; lane < lanes; lane++) {
      again();
      memcpy(d1, before[lane], sizeof d1);
      EXPECT_CLOSE(adjoints[lane], __enzyme_autodiff_1((void *)march, x1, d1, 0.1), 1e-12);
      for (int i = 0; i < n; i++)
        EXPECT_CLOSE(dx[lane][i], d1[i], 1e-12);
    }
    free(adjoints);
  }
}
