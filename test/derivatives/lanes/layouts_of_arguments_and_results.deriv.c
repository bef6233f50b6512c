// Where lanes stand in arguments and results: beside the value, behind
// enzyme_interleave, behind one base; results of every shape.
#include "check.h"
extern int enzyme_dupv, enzyme_dupnoneedv;
typedef struct {
  double v[2];
} V2;
typedef struct {
  double t[4];
} T4;
typedef struct {
  double a[2], b[2];
} W2;
typedef struct {
  double p, t[3];
} P3;
typedef struct {
  double p, a[2], b[2];
} PW2;
double g(double *x, double *y) { return *x * *y; }
double f(double x, double y) { return x * x * y; }
void out(double *x, double *y) { *y = *x * *x; }
V2 __enzyme_fwddiff(void *, ...);
T4 __enzyme_fwddiff_4(void *, ...);
P3 __enzyme_fwddiff_p3(void *, ...);
W2 __enzyme_autodiff_w(void *, ...);
PW2 __enzyme_autodiff_pw(void *, ...);
V2 __enzyme_autodiff_2(void *, ...);
void __enzyme_fwddiff_v(void *, ...);

CHECK_VALUES(arguments) {
  double x = 2, y = 3, a[2] = {1, 0}, b[2] = {0, 1};
  V2 r = __enzyme_fwddiff((void *)g, enzyme_width, 2, enzyme_dup, &x, a, a + 1, enzyme_dup, &y, b, b + 1);
  EXPECT_EXACT(r.v[0], 3);
  EXPECT_EXACT(r.v[1], 2);
  r = __enzyme_fwddiff((void *)g, enzyme_width, 2, enzyme_dupv, 8, &x, a, enzyme_dupv, sizeof(double), &y, b);
  EXPECT_EXACT(r.v[0], 3);
  EXPECT_EXACT(r.v[1], 2);
  r = __enzyme_fwddiff((void *)g, enzyme_dup, &x, enzyme_dup, &y, enzyme_width, 2, enzyme_interleave, a, a + 1, b,
                       b + 1);
  EXPECT_EXACT(r.v[0], 3);
  EXPECT_EXACT(r.v[1], 2);
  // One base per parameter also behind enzyme_interleave, and beside plain lanes.
  r = __enzyme_fwddiff((void *)g, enzyme_width, 2, enzyme_dupv, sizeof(double), &x, enzyme_dup, &y, enzyme_interleave,
                       a, b, b + 1);
  EXPECT_EXACT(r.v[0], 3);
  EXPECT_EXACT(r.v[1], 2);
  // Values too may have their lanes in memory.
  r = __enzyme_fwddiff((void *)f, enzyme_width, 2, enzyme_dupv, sizeof(double), 3.0, a, enzyme_dup, 5.0, 0.0, 1.0);
  EXPECT_EXACT(r.v[0], 30);
  EXPECT_EXACT(r.v[1], 9);
  double o = -1, dx[2] = {1, 2}, d[2] = {0, 0};
  __enzyme_fwddiff_v((void *)out, enzyme_width, 2, enzyme_dupv, sizeof(double), &x, dx, enzyme_dupnoneedv,
                     sizeof(double), &o, d);
  EXPECT_EXACT(d[0], 4);
  EXPECT_EXACT(d[1], 8);
}

CHECK_VALUES(results) {
  T4 w = __enzyme_fwddiff_4((void *)f, enzyme_width, 4, 3.0, 1.0, 0.0, 2.0, 0.5, 5.0, 0.0, 1.0, 0.0, 0.5);
  EXPECT_EXACT(w.t[0], 30);
  EXPECT_EXACT(w.t[1], 9);
  EXPECT_EXACT(w.t[2], 60);
  EXPECT_EXACT(w.t[3], 19.5);
  P3 p = __enzyme_fwddiff_p3((void *)f, enzyme_primal_return, enzyme_width, 3, 3.0, 1.0, 0.0, 2.0, enzyme_const, 5.0);
  EXPECT_EXACT(p.p, 45);
  EXPECT_EXACT(p.t[0], 30);
  EXPECT_EXACT(p.t[1], 0);
  EXPECT_EXACT(p.t[2], 60);
  W2 q = __enzyme_autodiff_w((void *)f, enzyme_width, 2, 3.0, 5.0);
  EXPECT_EXACT(q.a[0], 30);
  EXPECT_EXACT(q.a[1], 30);
  EXPECT_EXACT(q.b[0], 9);
  EXPECT_EXACT(q.b[1], 9);
  PW2 u = __enzyme_autodiff_pw((void *)f, enzyme_primal_return, enzyme_width, 2, 3.0, 5.0);
  EXPECT_EXACT(u.p, 45);
  EXPECT_EXACT(u.a[1], 30);
  EXPECT_EXACT(u.b[0], 9);
  V2 one = __enzyme_autodiff_2((void *)f, enzyme_width, 2, enzyme_const, 3.0, 5.0);
  EXPECT_EXACT(one.v[0], 9);
  EXPECT_EXACT(one.v[1], 9);
}
