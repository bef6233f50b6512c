// Small structs by value: all pieces out give a struct; a slice is given piece by piece
// (words 1.3).
#include "check.h"
typedef struct {
  double a, b;
} D2;
typedef struct {
  double *p;
  long n;
} Slice;
double area(D2 s) { return s.a * s.a * s.b; }
double sumsq(Slice s) {
  double r = 0;
  for (long i = 0; i < s.n; i++)
    r += s.p[i] * s.p[i];
  return r;
}
D2 __enzyme_autodiff_s(void *, ...);
void __enzyme_autodiff_v(void *, ...);

CHECK_VALUES(words) {
  D2 s = {3, 5};
  D2 r = __enzyme_autodiff_s((void *)area, s);
  EXPECT_CLOSE(r.a, 30, 1e-12);
  EXPECT_CLOSE(r.b, 9, 1e-12);
  double a[2] = {1, 2}, da[2] = {0, 0};
  Slice q = {a, 2}, dq = {da, 2};
  __enzyme_autodiff_v((void *)sumsq, q.p, dq.p, q.n);
  EXPECT_CLOSE(da[0], 2, 1e-12);
  EXPECT_CLOSE(da[1], 4, 1e-12);
}
