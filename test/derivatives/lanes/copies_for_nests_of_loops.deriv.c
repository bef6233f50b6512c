// Nests of loops that read or write the caller's memory again and again, in all widths: pairs, a factorisation in place, a
// stencil with coefficients, rows whose bounds lie in memory, a packed triangle, backwards, with elements in between that
// are left alone, with nothing to do, and with shadows that overlap.
#include "check.h"
extern int enzyme_dupv;

static void pairs(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      double d = x[i] - x[j], f = d / (1 + d * d);
      y[i] -= f * x[j];
      y[j] += f * y[i];
    }
}
CHECK_VECTOR_N(pairs, 12, 12, 0.2, 1.1, -0.7, 0.4, 2.0, 0.9, -1.3, 0.6, 0.1, 1.7, -0.2, 0.5);

static void pairOfOne(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      y[i] += x[j] * x[i];
  y[0] = 2 * x[0];
}
CHECK_VECTOR_N(pairOfOne, 1, 1, 0.2);

static void threes(const double *x, double *y, int n) { // points: three numbers each
  n /= 3;
  for (int i = 0; i < 3 * n; i++)
    y[i] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double r = 1 + x[3 * i] * x[3 * j] + x[3 * i + 1] * x[3 * j + 1] + x[3 * i + 2] * x[3 * j + 2];
      y[3 * j] += x[3 * i] * r;
      y[3 * j + 1] -= x[3 * i + 1] / (r * r + 1);
      y[3 * j + 2] += r;
    }
}
CHECK_VECTOR_N(threes, 12, 12, 0.2, 1.1, -0.7, 0.4, 2.0, 0.9, -1.3, 0.6, 0.1, 1.7, -0.2, 0.5);

enum { Rows = 4 };
static void factorised(const double *x, double *a, int n) {
  for (int i = 0; i < Rows * Rows; i++)
    a[i] = x[i] + (i % (Rows + 1) == 0 ? 5 : 0);
  for (int k = 0; k < Rows; k++)
    for (int i = k + 1; i < Rows; i++) {
      a[i * Rows + k] /= a[k * Rows + k];
      for (int j = k + 1; j < Rows; j++)
        a[i * Rows + j] -= a[i * Rows + k] * a[k * Rows + j];
    }
}
CHECK_VECTOR_N(factorised, 16, 16, 0.2, 1.1, -0.7, 0.4, 2.0, 0.9, -1.3, 0.6, 0.1, 1.7, -0.2, 0.5, 1.2, -0.4, 0.8, 0.3);

static double diffused(const double *x, int n) { // x: a state, and a coefficient for each of its numbers
  double one[16], two[16], *u = one, *v = two, s = 0;
  n /= 2;
  for (int i = 0; i < n; i++)
    one[i] = two[i] = x[i];
  for (int step = 0; step < 7; step++) {
    for (int i = 1; i < n - 1; i++)
      v[i] = u[i] + 0.1 * x[n + i] * (u[i - 1] - 2 * u[i] + u[i + 1]);
    double *other = u;
    u = v, v = other;
  }
  for (int i = 0; i < n; i++)
    s += u[i] * u[i] * (i + 1);
  return s;
}
CHECK_FUNCTION_N(diffused, 12, 0.2, 1.1, -0.7, 0.4, 2.0, 0.9, -1.3, 0.6, 0.1, 1.7, -0.2, 0.5);

static const int begin[] = {0, 2, 2, 5, 6}, column[] = {1, 3, 0, 2, 3, 0};
static double sparse(const double *x, int n) { // x: a matrix of six numbers, and a vector
  double y[4], z[4], s = 0;
  for (int i = 0; i < 4; i++)
    y[i] = x[6 + i];
  for (int step = 0; step < 5; step++) {
    for (int i = 0; i < 4; i++) {
      z[i] = 0.5;
      for (int at = begin[i]; at < begin[i + 1]; at++)
        z[i] += x[at] * y[column[at]];
    }
    for (int i = 0; i < 4; i++)
      y[i] = sin(z[i]);
  }
  for (int i = 0; i < 4; i++)
    s += (i + 1) * y[i];
  return s;
}
CHECK_FUNCTION_N(sparse, 10, 0.2, 1.1, -0.7, 0.4, 2.0, 0.9, -1.3, 0.6, 0.1, 1.7);

static double triangle(const double *x, int n) { // x: a vector of four, a packed strict triangle
  double s = 0;
  for (int point = 0; point < 6; point++) {
    double y[4];
    const double *lower = x + 4;
    for (int r = 0; r < 4; r++)
      y[r] = x[r] * point;
    for (int c = 0; c < 4; c++)
      for (int r = c + 1; r < 4; r++)
        y[r] += *lower++ * x[c];
    for (int r = 0; r < 4; r++)
      s += y[r] * y[r] / (1 + point);
  }
  return s;
}
CHECK_FUNCTION_N(triangle, 10, 0.2, 1.1, -0.7, 0.4, 2.0, 0.9, -1.3, 0.6, 0.1, 1.7);

static void backwards(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 0.1;
  for (int i = n; i-- > 0;)
    for (int j = n; j-- > i;)
      y[j] += x[j - i] * y[n - 1 - j] * x[i];
}
CHECK_VECTOR_N(backwards, 8, 8, 0.2, 1.1, -0.7, 0.4, 2.0, 0.9, -1.3, 0.6);

static void everyOther(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  for (int step = 0; step < 5; step++)
    for (int i = 0; i + 1 < n; i += 2)
      y[i] += 0.3 * x[i + 1] * y[i];
}
CHECK_VECTOR_N(everyOther, 8, 8, 0.2, 1.1, -0.7, 0.4, 2.0, 0.9, -1.3, 0.6);

static void sometimes(const double *x, double *y, int n) { // what is read depends on numbers
  for (int i = 0; i < n; i++)
    y[i] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (x[i] > x[j])
        y[j] += x[i] * x[j];
}
CHECK_VECTOR_N(sometimes, 8, 8, 0.2, 1.1, -0.7, 0.4, 2.0, 0.9, -1.3, 0.6);

// Each sum reads what the one before wrote where `to` begins behind `from`.
static void sums(const double *from, double *to, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[j] += 0.1 * from[j] * from[i];
}
void __enzyme_fwddiff(void *, ...);
NOINLINE static void eight(double *from, double *dfrom, double *to, double *dto, long stride, int n) {
  __enzyme_fwddiff((void *)sums, enzyme_width, 8, enzyme_dupv, stride, from, dfrom, enzyme_dupv, stride, to, dto,
                   enzyme_const, n);
}
NOINLINE static void one(double *from, double *dfrom, double *to, double *dto, int n) {
  __enzyme_fwddiff((void *)sums, enzyme_dup, from, dfrom, enzyme_dup, to, dto, enzyme_const, n);
}

CHECK_VALUES(overlapping) {
  enum { N = 9, Room = N + 3 };
  for (int behind = 0; behind < 4; behind++) {
    double x[Room], d[8][Room], alone[Room], dalone[Room];
    for (int lane = 0; lane < 8; lane++)
      for (int i = 0; i < Room; i++)
        d[lane][i] = 0.1 * (i + 1) - 0.3 * lane * (i % 3);
    for (int i = 0; i < Room; i++)
      x[i] = 0.2 + 0.1 * i;
    eight(x, d[0], x + behind, d[0] + behind, sizeof d[0], N);
    for (int lane = 0; lane < 8; lane++) {
      for (int i = 0; i < Room; i++) {
        alone[i] = 0.2 + 0.1 * i;
        dalone[i] = 0.1 * (i + 1) - 0.3 * lane * (i % 3);
      }
      one(alone, dalone, alone + behind, dalone + behind, N);
      for (int i = 0; i < Room; i++)
        EXPECT_CLOSE(d[lane][i], dalone[i], 1e-12);
    }
  }
}

CHECK_VALUES(nothingElseIsTouched) { // memory of exactly the size that is read; rows of zero length
  for (int n = 0; n < 4; n++) {
    double *from = malloc((n + 1) * sizeof(double)), *to = malloc((n + 1) * sizeof(double));
    double *dfrom = calloc(8 * n + 1, sizeof(double)), *dto = calloc(8 * n + 1, sizeof(double));
    for (int i = 0; i < n; i++)
      from[i] = to[i] = i + 1;
    for (int i = 0; i < 8 * n; i++)
      dfrom[i] = dto[i] = i % 5;
    dfrom[8 * n] = dto[8 * n] = 77;
    eight(from, dfrom, to, dto, n * sizeof(double), n);
    EXPECT_EXACT(dfrom[8 * n], 77);
    EXPECT_EXACT(dto[8 * n], 77);
    free(from), free(to), free(dfrom), free(dto);
  }
}
