// A request has more arguments than the function, so small structures that the
// function takes in registers may reach the request in memory.
#include "check.h"
typedef struct {
  double *p;
  long n;
} Slice;
typedef struct {
  double *p;
} Box;
typedef struct {
  float x, y, z;
} Vec;
static double dot(Slice a, Slice b) {
  double r = 0;
  for (long i = 0; i < a.n; i++)
    r += a.p[i] * b.p[i];
  return r;
}
static double boxed(double *a, double *b, Box c, Box d) { return *a * *b * *c.p + *d.p; }
static float mixed(Slice a, Slice b, Vec u, Vec v) {
  return (float)dot(a, b) * (u.x * v.x + u.y * v.y + u.z * v.z);
}
void __enzyme_autodiff_v(void *, ...);
double __enzyme_fwddiff(void *, ...);
float __enzyme_fwddiff_f(void *, ...);
CHECK_VALUES(slices) {
  double a[2] = {1, 2}, b[2] = {3, 4}, da[2] = {0, 0}, db[2] = {0, 0};
  Slice s = {a, 2}, t = {b, 2}, ds = {da, 2}, dt = {db, 2};
  __enzyme_autodiff_v((void *)dot, s, ds, t, dt);
  EXPECT_EXACT(da[0], 3);
  EXPECT_EXACT(da[1], 4);
  EXPECT_EXACT(db[1], 2);
  da[0] = 1, da[1] = 0, db[0] = 0, db[1] = 1;
  EXPECT_EXACT(__enzyme_fwddiff((void *)dot, s, ds, t, dt), 5);
  Vec u = {1, 2, 3}, v = {1, 1, 1}, du = {1, 0, 0}, dv = {0, 0, 0};
  EXPECT_EXACT(__enzyme_fwddiff_f((void *)mixed, s, ds, t, dt, u, du, v, dv), 5 * 6 + 11);
}
CHECK_VALUES(boxes) {
  double a = 2, b = 3, c = 5, d = 7, da = 0, db = 0, dc = 0, dd = 0;
  Box bc = {&c}, bd = {&d}, dbc = {&dc}, dbd = {&dd};
  __enzyme_autodiff_v((void *)boxed, &a, &da, &b, &db, bc, dbc, bd, dbd);
  EXPECT_EXACT(da, 15);
  EXPECT_EXACT(db, 10);
  EXPECT_EXACT(dc, 6);
  EXPECT_EXACT(dd, 1);
}
