// One value per lane or one for all; results as a structure; results behind pointers (words 2.6).
#include "check.h"
extern int enzyme_width, enzyme_vector, enzyme_scalar;
typedef struct {
  double v[4];
} V4;
double f(double x, double y) { return x * x + y; }
void g(double *x, double *y, double k) { *y = *x * *x * k; }
V4 __enzyme_batch_4(void *, ...);
void __enzyme_batch_v(void *, ...);

CHECK_VALUES(words) {
  V4 r = __enzyme_batch_4((void *)f, enzyme_width, 4, enzyme_vector, 1.0, 2.0, 3.0, 4.0,
                          enzyme_scalar, 10.0);
  EXPECT_EXACT(r.v[0], 11);
  EXPECT_EXACT(r.v[3], 26);
  r = __enzyme_batch_4((void *)f, enzyme_width, 4, 1.0, 2.0, 3.0, 4.0, 10.0, 20.0, 30.0, 40.0);
  EXPECT_EXACT(r.v[0], 11);
  EXPECT_EXACT(r.v[1], 24);
  EXPECT_EXACT(r.v[2], 39);
  EXPECT_EXACT(r.v[3], 56);
  double x[3] = {1, 2, 3}, y[3] = {0, 0, 0};
  __enzyme_batch_v((void *)g, enzyme_width, 3, x, x + 1, x + 2, y, y + 1, y + 2, enzyme_scalar,
                   10.0);
  EXPECT_EXACT(y[0], 10);
  EXPECT_EXACT(y[1], 40);
  EXPECT_EXACT(y[2], 90);
}
