// Structures by value: whole ones with their lanes behind them, pieces with theirs,
// and large ones in memory.
#include "check.h"
extern int enzyme_dupv;
typedef struct {
  double *p;
  long n;
} Slice;
typedef struct {
  double a, b;
} D2;
typedef struct {
  double a, b, c, d;
} D4;
typedef struct {
  double t[2];
} T2;
static double sumsq(Slice s) {
  double r = 0;
  for (long i = 0; i < s.n; i++)
    r += s.p[i] * s.p[i];
  return r;
}
static double area(D2 s) { return s.a * s.a * s.b; }
static double large(D4 s) { return s.a * s.b + s.c * s.d; }
T2 __enzyme_fwddiff(void *, ...);
void __enzyme_autodiff_v(void *, ...);

CHECK_VALUES(slices) {
  double a[2] = {1, 2}, d0[2] = {1, 0}, d1[2] = {0, 1};
  // The last one finds no registers: the call passes it in memory.
  Slice q = {a, 2}, q0 = {d0, 2}, q1 = {d1, 2};
  T2 t = __enzyme_fwddiff((void *)sumsq, enzyme_width, 2, q, q0, q1);
  EXPECT_EXACT(t.t[0], 2);
  EXPECT_EXACT(t.t[1], 4);
  t = __enzyme_fwddiff((void *)sumsq, enzyme_width, 2, q.p, d0, d1, q.n);
  EXPECT_EXACT(t.t[0], 2);
  EXPECT_EXACT(t.t[1], 4);
  __enzyme_autodiff_v((void *)sumsq, enzyme_width, 2, q.p, d0, d1, q.n);
  EXPECT_EXACT(d0[0], 3);
  EXPECT_EXACT(d1[1], 5);
}

CHECK_VALUES(values) {
  D2 s = {3, 5}, s0 = {1, 0}, s1 = {0, 1};
  T2 t = __enzyme_fwddiff((void *)area, enzyme_width, 2, s, s0, s1);
  EXPECT_EXACT(t.t[0], 30);
  EXPECT_EXACT(t.t[1], 9);
  D4 v = {1, 2, 3, 4}, v0 = {1, 0, 0, 0}, v1 = {0, 1, 1, 1};
  t = __enzyme_fwddiff((void *)large, enzyme_width, 2, enzyme_dup, v, v0, v1);
  EXPECT_EXACT(t.t[0], 2);
  EXPECT_EXACT(t.t[1], 8);
  D4 b0 = {0, 0, 0, 0}, b1 = {1, 1, 1, 1};
  __enzyme_autodiff_v((void *)large, enzyme_width, 2, enzyme_dup, v, b0, b1);
  EXPECT_EXACT(b0.a, 2);
  EXPECT_EXACT(b1.d, 4);
}
