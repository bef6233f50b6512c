// How derivatives meet the declared result (words 1.8).
#include "check.h"
typedef struct {
  double a, b;
} D2;
typedef struct {
  double a, b, c;
} D3;
typedef struct {
  double p;
  D2 d;
} P2;
double f2(double x, double y) { return x * x * y; }
double f3(double x, double *p, double y) { return x * p[0] * y; }
double __enzyme_autodiff(void *, ...);
D2 __enzyme_autodiff_2(void *, ...);
D3 __enzyme_autodiff_3(void *, ...);
P2 __enzyme_autodiff_p(void *, ...);

CHECK_VALUES(words) {
  D2 r = __enzyme_autodiff_2((void *)f2, 3.0, 5.0);
  EXPECT_CLOSE(r.a, 30, 1e-12);
  EXPECT_CLOSE(r.b, 9, 1e-12);
  double p = 2, dp = 0;
  r = __enzyme_autodiff_2((void *)f3, 3.0, &p, &dp, 5.0);
  EXPECT_CLOSE(r.a, 10, 1e-12);
  EXPECT_CLOSE(r.b, 6, 1e-12);
  EXPECT_CLOSE(dp, 15, 1e-12);
  P2 q = __enzyme_autodiff_p((void *)f2, 3.0, 5.0, enzyme_primal_return);
  EXPECT_CLOSE(q.p, 45, 1e-12);
  EXPECT_CLOSE(q.d.a, 30, 1e-12);
  EXPECT_CLOSE(q.d.b, 9, 1e-12);
  EXPECT_CLOSE(__enzyme_autodiff((void *)f2, 3.0, 5.0), 30, 1e-12);
}
