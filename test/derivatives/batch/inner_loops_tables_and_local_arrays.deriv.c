// A counted loop that all lanes share, a table that all lanes read, and local memory that each lane
// has for itself.
#include "check.h"
extern int enzyme_width, enzyme_scalar;
typedef struct {
  double v[4];
} V4;
typedef struct {
  float v[4];
} F4;
V4 __enzyme_batch_4(void *, ...);
F4 __enzyme_batch_f(void *, ...);

double polynomial(double x, const double *c, int n) {
  double y = 0;
  for (int i = n - 1; i >= 0; i--)
    y = y * x + c[i];
  return y;
}
double bins(double x, const double *edges, int n) {
  double weight[8] = {0};
  for (int i = 0; i < 8; i++) {
    int bin = 0;
    while (bin < n && edges[bin] < x * i)
      bin++;
    weight[bin] += i;
  }
  double sum = 0;
  for (int i = 0; i < 8; i++)
    sum += weight[i] * (i + 1);
  return sum;
}
float smooth(float x, int n) {
  float y = x;
  for (int i = 0; i < n; i++)
    y = sinf(y) + 0.5f * y;
  return y;
}

CHECK_VALUES(shared) {
  double c[4] = {1, -2, 0.5, 3}, x[4] = {0, 1, -2, 0.25};
  V4 r = __enzyme_batch_4((void *)polynomial, enzyme_width, 4, x[0], x[1], x[2], x[3],
                          enzyme_scalar, c, enzyme_scalar, 4);
  for (int i = 0; i < 4; i++)
    EXPECT_CLOSE(r.v[i], polynomial(x[i], c, 4), 1e-15);
  double edges[7] = {0, 1, 2, 3, 5, 8, 13};
  r = __enzyme_batch_4((void *)bins, enzyme_width, 4, 0.1, 1.0, 2.5, -1.0, enzyme_scalar, edges,
                       enzyme_scalar, 7);
  EXPECT_EXACT(r.v[0], bins(0.1, edges, 7));
  EXPECT_EXACT(r.v[1], bins(1.0, edges, 7));
  EXPECT_EXACT(r.v[2], bins(2.5, edges, 7));
  EXPECT_EXACT(r.v[3], bins(-1.0, edges, 7));
  // A number of trips for each lane.
  int n[4] = {4, 0, 1, 2};
  r = __enzyme_batch_4((void *)polynomial, enzyme_width, 4, enzyme_scalar, 2.0, enzyme_scalar, c,
                       n[0], n[1], n[2], n[3]);
  for (int i = 0; i < 4; i++)
    EXPECT_EXACT(r.v[i], polynomial(2, c, n[i]));
  F4 s = __enzyme_batch_f((void *)smooth, enzyme_width, 4, 0.1f, 1.0f, -2.0f, 3.0f, 0, 1, 2, 5);
  EXPECT_CLOSE(s.v[0], smooth(0.1f, 0), 1e-6);
  EXPECT_CLOSE(s.v[1], smooth(1.0f, 1), 1e-6);
  EXPECT_CLOSE(s.v[2], smooth(-2.0f, 2), 1e-6);
  EXPECT_CLOSE(s.v[3], smooth(3.0f, 5), 1e-6);
}
