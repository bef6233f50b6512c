// __enzyme_double and its sisters say what lies behind a pointer, for some bytes or (-1) for all;
// the primal does not notice (words 2.10).
#include "check.h"
void __enzyme_double(void *, unsigned long);
void __enzyme_float(void *, unsigned long);
void __enzyme_integer(void *, unsigned long);
void __enzyme_pointer(void *, unsigned long);
void __enzyme_double_one(void *);
void __enzyme_autodiff_hint(void *, ...);

void copy(void *d, const void *s, long n) {
  __enzyme_double((void *)s, 16);
  memcpy(d, s, n);
}
void copyAll(void *d, const void *s, long n) {
  __enzyme_double((void *)s, -1);
  memmove(d, s, n);
}
void copyFloats(void *d, const void *s, long n) {
  __enzyme_float(d, -1);
  memcpy(d, s, n);
}
void copyOne(void *d, const void *s) {
  __enzyme_double_one(d);
  memcpy(d, s, 8);
}
/// An integer, a pointer, then doubles.
void copyMixed(void *d, const void *s, long n) {
  __enzyme_integer((void *)s, 8);
  __enzyme_pointer((char *)s + 8, 8);
  __enzyme_double((char *)s + 16, 16);
  memcpy(d, s, n);
}

CHECK_VALUES(hints) {
  double x[2] = {3, 4}, dx[2] = {0, 0}, y[2], dy[2] = {1, 2};
  __enzyme_autodiff_hint((void *)copy, y, dy, x, dx, 16L);
  EXPECT_EXACT(dx[0], 1);
  EXPECT_EXACT(dx[1], 2);
  EXPECT_EXACT(dy[1], 0);
  EXPECT_EXACT(y[1], 4);
  dy[0] = 5, dy[1] = 6;
  __enzyme_autodiff_hint((void *)copyAll, y, dy, x, dx, 16L);
  EXPECT_EXACT(dx[0], 6);
  EXPECT_EXACT(dx[1], 8);
  dy[0] = 5;
  __enzyme_autodiff_hint((void *)copyOne, y, dy, x, dx);
  EXPECT_EXACT(dx[0], 11);
  float a[3] = {1, 2, 3}, da[3] = {0}, b[3], db[3] = {1, 2, 3};
  __enzyme_autodiff_hint((void *)copyFloats, b, db, a, da, 12L);
  EXPECT_EXACT(da[0], 1);
  EXPECT_EXACT(da[2], 3);
  struct {
    long n;
    double *p, v[2];
  } s = {2, x, {1, 2}}, ds = {2, dx, {0, 0}}, t, dt = {2, dx, {7, 8}};
  __enzyme_autodiff_hint((void *)copyMixed, &t, &dt, &s, &ds, 32L);
  EXPECT_EXACT(ds.v[0], 7);
  EXPECT_EXACT(ds.v[1], 8);
  EXPECT_EXACT(ds.n, 2);
  EXPECT_TRUE(ds.p == dx);
  EXPECT_TRUE(t.p == x);
}
