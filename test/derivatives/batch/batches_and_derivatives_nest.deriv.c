// Gradients of many inputs at once; the gradient of a function that uses a batch; a batch in a batch.
#include "check.h"
extern int enzyme_width, enzyme_scalar;
typedef struct {
  double v[4];
} V4;
typedef struct {
  double v[2];
} V2;
V4 __enzyme_batch_4(void *, ...);
V2 __enzyme_batch_2(void *, ...);
double __enzyme_autodiff_d(void *, ...);
double __enzyme_fwddiff_d(void *, ...);

double f(double x, double k) { return k * x * x * x + sin(x); }
double slope(double x, double k) { return __enzyme_autodiff_d((void *)f, x, enzyme_const, k); }
double power(double x, int n) {
  double y = 1;
  for (int i = 0; i < n; i++)
    y *= x;
  return y;
}
double slopeOfPower(double x, int n) { return __enzyme_autodiff_d((void *)power, x, n); }
double inner(double x, double y) { return x > 1 ? x * x * y : x + y; }
double sum(double x) {
  V4 r = __enzyme_batch_4((void *)inner, enzyme_width, 4, x, 2 * x, 3.0, 0.5, enzyme_scalar, x);
  return r.v[0] + 10 * r.v[1] + 100 * r.v[2] + 1000 * r.v[3];
}
double plainSum(double x) {
  return inner(x, x) + 10 * inner(2 * x, x) + 100 * inner(3, x) + 1000 * inner(0.5, x);
}
double curvature(double x, double k) {
  return __enzyme_fwddiff_d((void *)slope, x, 1.0, enzyme_const, k);
}
double product(double x) {
  V2 r = __enzyme_batch_2((void *)sum, enzyme_width, 2, x, x + 1);
  return r.v[0] * r.v[1];
}

CHECK_VALUES(gradients_in_batches) {
  double x[4] = {-1, 0.5, 2, 3};
  V4 r = __enzyme_batch_4((void *)slope, enzyme_width, 4, x[0], x[1], x[2], x[3], enzyme_scalar, 2.0);
  for (int i = 0; i < 4; i++)
    EXPECT_CLOSE(r.v[i], 6 * x[i] * x[i] + cos(x[i]), 1e-14);
  r = __enzyme_batch_4((void *)slopeOfPower, enzyme_width, 4, x[0], x[1], x[2], x[3], 1, 2, 3, 4);
  for (int i = 0; i < 4; i++)
    EXPECT_CLOSE(r.v[i], (i + 1) * pow(x[i], i), 1e-14);
  r = __enzyme_batch_4((void *)curvature, enzyme_width, 4, x[0], x[1], x[2], x[3], 1.0, 2.0, 3.0, 4.0);
  for (int i = 0; i < 4; i++)
    EXPECT_CLOSE(r.v[i], 6 * (i + 1) * x[i] - sin(x[i]), 1e-14);
}
CHECK_VALUES(derivatives_of_batches) {
  double points[3] = {0.25, 0.75, 2};
  for (int i = 0; i < 3; i++) {
    double x = points[i];
    EXPECT_EXACT(sum(x), plainSum(x));
    EXPECT_CLOSE(__enzyme_autodiff_d((void *)sum, x), __enzyme_autodiff_d((void *)plainSum, x), 1e-15);
    EXPECT_CLOSE(__enzyme_fwddiff_d((void *)sum, x, 1.0), __enzyme_autodiff_d((void *)plainSum, x),
                 1e-15);
    double slope = __enzyme_autodiff_d((void *)plainSum, x) * plainSum(x + 1) +
                   plainSum(x) * __enzyme_autodiff_d((void *)plainSum, x + 1);
    EXPECT_CLOSE(__enzyme_autodiff_d((void *)product, x), slope, 1e-14);
    EXPECT_CLOSE(__enzyme_fwddiff_d((void *)product, x, 1.0), slope, 1e-14);
  }
}
