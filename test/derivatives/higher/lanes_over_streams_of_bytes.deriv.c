// Columns of a Hessian in lanes, forward over reverse, reverse over forward and over reverse, where the function keeps its
// numbers in a growing stream of bytes and moves them there over themselves.
#include "check.h"
typedef struct {
  unsigned char *bytes;
  size_t used, room;
} stream;
static void put(stream *s, const void *data, size_t size) {
  if (s->used + size > s->room)
    s->bytes = realloc(s->bytes, s->room = 2 * (s->used + size));
  memcpy(s->bytes + s->used, data, size);
  s->used += size;
}
double product(const double *x, int n) {
  stream s = {0};
  for (int i = 0; i < n; i++) {
    char header = (char)i;
    double value = x[i] * x[(i + 1) % n];
    put(&s, &header, 1);
    put(&s, &value, sizeof value);
  }
  memmove(s.bytes, s.bytes + 9, s.used - 9); // the first number makes room
  double r = x[0];
  for (int i = 0; i + 1 < n; i++) {
    double value;
    memcpy(&value, s.bytes + 9 * i + 1, sizeof value);
    r *= value + s.bytes[9 * i];
  }
  free(s.bytes);
  return r;
}
enum { n = 3 };
void __enzyme_autodiff_gradient(void *, ...), __enzyme_autodiff_slopes(void *, ...);
void __enzyme_fwddiff_columns(void *, ...);
double __enzyme_fwddiff_slope(void *, ...);
static void gradient(const double *x, double *g) {
  __enzyme_autodiff_gradient((void *)product, enzyme_dup, x, g, enzyme_const, n);
}
static double slope(const double *x, const double *v) {
  return __enzyme_fwddiff_slope((void *)product, enzyme_dup, x, v, enzyme_const, n);
}
static double slopeByGradient(const double *x, const double *v) {
  double g[n] = {0}, sum = 0;
  gradient(x, g);
  for (int i = 0; i < n; i++)
    sum += g[i] * v[i];
  return sum;
}
CHECK_VALUES(columns) {
  double x[n] = {0.5, 1.5, 0.7}, unit[n][n] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double g[n] = {0}, hessian[n][n] = {{0}}, bySlope[n][n] = {{0}}, byGradient[n][n] = {{0}};
  __enzyme_fwddiff_columns((void *)gradient, enzyme_width, n, enzyme_dup, x, unit[0], unit[1], unit[2],
                           enzyme_dup, g, hessian[0], hessian[1], hessian[2]);
  double v[n] = {1, -2, 3}, along[2][n] = {{0}};
  for (int i = 0; i < n; i++) {
    __enzyme_autodiff_gradient((void *)slope, enzyme_dup, x, bySlope[i], enzyme_const, unit[i]);
    __enzyme_autodiff_gradient((void *)slopeByGradient, enzyme_dup, x, byGradient[i], enzyme_const,
                               unit[i]);
  }
  __enzyme_autodiff_slopes((void *)slopeByGradient, enzyme_width, 2, enzyme_dup, x, along[0], along[1],
                           enzyme_const, v);
  for (int i = 0; i < n; i++) {
    double high[n] = {0}, low[n] = {0}, step = 1e-5, expected = 0;
    x[i] += step, gradient(x, high), x[i] -= 2 * step, gradient(x, low), x[i] += step;
    for (int j = 0; j < n; j++) {
      EXPECT_CLOSE(hessian[i][j], (high[j] - low[j]) / (2 * step), 1e-8);
      EXPECT_CLOSE(bySlope[i][j], hessian[i][j], 1e-12);
      EXPECT_CLOSE(byGradient[i][j], hessian[i][j], 1e-12);
      expected += hessian[i][j] * v[j];
    }
    EXPECT_CLOSE(along[0][i], expected, 1e-12);
    EXPECT_CLOSE(along[1][i], expected, 1e-12);
  }
}
CHECK_FUNCTION_N(product, 3, 0.5, 1.5, 0.7);
