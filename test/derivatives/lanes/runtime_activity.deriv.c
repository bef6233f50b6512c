// Memory that is const or active as the run has it, lane by lane; const memory is
// never written.
#include "check.h"
typedef struct {
  double d[3];
} T3;
double f(double *x, double *y, int sel) {
  double *p = sel ? x : y;
  return *p * *p * *x;
}
void copies(double *x, double *y, int n, int sel) {
  double scratch[4];
  memcpy(scratch, sel ? x : y, n * sizeof(double));
  for (int i = 0; i < n; i++)
    x[i] = scratch[i] * x[i];
}
void __enzyme_autodiff_v(void *, ...);
void __enzyme_fwddiff_v(void *, ...);
T3 __enzyme_fwddiff_3(void *, ...);
static volatile int one = 1, zero = 0;
CHECK_VALUES(both_ways) {
  for (int sel = zero; sel <= one; sel++) {
    double x = 3, y = 4, d[3] = {0, 1, 2}, t[3] = {1, 0, -1};
    __enzyme_autodiff_v((void *)f, enzyme_width, 3, enzyme_runtime_activity, enzyme_dup, &x, d, d + 1, d + 2,
                        enzyme_const, &y, sel);
    for (int lane = 0; lane < 3; lane++)
      EXPECT_EXACT(d[lane], lane + (sel ? 27 : 16));
    T3 r = __enzyme_fwddiff_3((void *)f, enzyme_width, 3, enzyme_runtime_activity, enzyme_dup, &x, t, t + 1, t + 2,
                              enzyme_const, &y, sel);
    for (int lane = 0; lane < 3; lane++)
      EXPECT_EXACT(r.d[lane], t[lane] * (sel ? 27 : 16));
    EXPECT_EXACT(y, 4);
  }
}
CHECK_VALUES(copied) {
  for (int sel = zero; sel <= one; sel++) {
    double x[2] = {3, 5}, y[2] = {4, 7}, d[2][2] = {{1, 0}, {1, 1}};
    __enzyme_autodiff_v((void *)copies, enzyme_width, 2, enzyme_runtime_activity, enzyme_dup, x, d[0], d[1],
                        enzyme_const, y, 2, sel);
    EXPECT_EXACT(d[0][0], sel ? 6 : 4);
    EXPECT_EXACT(d[0][1], 0);
    EXPECT_EXACT(d[1][1], sel ? 10 : 7);
    EXPECT_EXACT(y[0], 4);
  }
}
CHECK_VALUES(some_lanes_constant) {
  // A lane whose shadow is the primal itself: with runtime activity it is const there.
  double x = 3, y = 4, d[2] = {0, 0}, z[2] = {1, 0};
  __enzyme_autodiff_v((void *)f, enzyme_width, 2, enzyme_runtime_activity, enzyme_dup, &x, d, d + 1, enzyme_dup, &y, z,
                      &y, zero);
  EXPECT_EXACT(d[0], 16);
  EXPECT_EXACT(d[1], 16);
  EXPECT_EXACT(z[0], 1 + 24);
  EXPECT_EXACT(y, 4);
}
/* Loops over arrays behind addresses in memory: all of them active, in no lane, or in some lanes only, by each array. */
enum { N = 5, W = 3 };
struct arrays {
  double *x, *y, *c;
};
NOINLINE static void update(struct arrays *a, int n) {
  for (int i = 0; i < n; i++)
    a->y[i] = a->y[i] * a->c[i] + a->x[i] * a->x[i];
}
CHECK_VALUES(loops_over_arrays) {
  for (int which = 0; which < 1 << (3 * W); which++) { /* a bit for each array of each lane */
    double p[3][N], t[W][3][N], start[3][N], seed[W][3][N];
    struct arrays primal = {p[0], p[1], p[2]}, shadow[W];
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < N; i++) {
        start[k][i] = p[k][i] = 0.5 * (k + 1) + 0.25 * i;
        for (int lane = 0; lane < W; lane++)
          seed[lane][k][i] = t[lane][k][i] = (lane + 1) * (k - 1) + 2 * i + 1;
      }
#define IS_ACTIVE(LANE, K) (which >> (3 * (LANE) + (K)) & 1)
    for (int lane = 0; lane < W; lane++)
      shadow[lane] = (struct arrays){IS_ACTIVE(lane, 0) ? t[lane][0] : p[0], IS_ACTIVE(lane, 1) ? t[lane][1] : p[1],
                                     IS_ACTIVE(lane, 2) ? t[lane][2] : p[2]};
    __enzyme_fwddiff_v((void *)update, enzyme_width, W, enzyme_runtime_activity, enzyme_dup, &primal, shadow,
                       shadow + 1, shadow + 2, N);
    int wrong = 0;
    for (int i = 0; i < N; i++) {
      wrong += p[1][i] != start[1][i] * start[2][i] + start[0][i] * start[0][i];
      wrong += p[0][i] != start[0][i] || p[2][i] != start[2][i];
      for (int lane = 0; lane < W; lane++) {
#define SEED(K) (IS_ACTIVE(lane, K) ? seed[lane][K][i] : 0)
        double expected = SEED(1) * start[2][i] + start[1][i] * SEED(2) + 2 * start[0][i] * SEED(0);
        wrong += IS_ACTIVE(lane, 1) && t[lane][1][i] != expected;
        wrong += !IS_ACTIVE(lane, 1) && t[lane][1][i] != seed[lane][1][i];
        wrong += t[lane][0][i] != seed[lane][0][i] || t[lane][2][i] != seed[lane][2][i];
      }
    }
    memcpy(p, start, sizeof p);
    memcpy(t, seed, sizeof t);
    __enzyme_autodiff_v((void *)update, enzyme_width, W, enzyme_runtime_activity, enzyme_dup, &primal, shadow,
                        shadow + 1, shadow + 2, N);
    for (int i = 0; i < N; i++)
      for (int lane = 0; lane < W; lane++) {
        double of = SEED(1), expected[3] = {SEED(0) + 2 * start[0][i] * of, of * start[2][i], SEED(2) + of * start[1][i]};
        for (int k = 0; k < 3; k++)
          wrong += t[lane][k][i] != (IS_ACTIVE(lane, k) ? expected[k] : seed[lane][k][i]);
      }
    EXPECT_EXACT(wrong, 0);
  }
}
