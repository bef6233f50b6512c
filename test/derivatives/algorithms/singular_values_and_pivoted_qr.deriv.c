// Jacobi rotations, Householder reflections with pivoting, and a convolution by a recursive transform, all on arrays of run-time size.
// VLA of VLA, _Complex float, alloca
#include "check.h"
#include <alloca.h>
#include <complex.h>
static void fft(double complex *a, int n, int inv) {
  if (n == 1)
    return;
  double complex e[n / 2], o[n / 2];
  for (int i = 0; i < n / 2; i++) {
    e[i] = a[2 * i];
    o[i] = a[2 * i + 1];
  }
  fft(e, n / 2, inv);
  fft(o, n / 2, inv);
  for (int k = 0; k < n / 2; k++) {
    double complex w = cexp((inv ? 2 : -2) * M_PI * I * k / n) * o[k];
    a[k] = e[k] + w;
    a[k + n / 2] = e[k] - w;
  }
}
static void convolve(int n, const double *a, const double *b, double *c) {
  double complex *A = alloca(2 * n * sizeof *A), *B = A + n;
  for (int i = 0; i < n; i++) {
    A[i] = a[i];
    B[i] = b[i];
  }
  fft(A, n, 0);
  fft(B, n, 0);
  for (int i = 0; i < n; i++)
    A[i] *= B[i];
  fft(A, n, 1);
  for (int i = 0; i < n; i++)
    c[i] = creal(A[i]) / n;
}
static void svd(int m, int n, double a[m][n], double *s) {
  for (int sweep = 0; sweep < 6; sweep++)
    for (int p = 0; p < n - 1; p++)
      for (int q = p + 1; q < n; q++) {
        double al = 0, be = 0, ga = 0;
        for (int i = 0; i < m; i++) {
          al += a[i][p] * a[i][p];
          be += a[i][q] * a[i][q];
          ga += a[i][p] * a[i][q];
        }
        if (fabs(ga) < 1e-13 * sqrt(al * be))
          continue;
        double z = (be - al) / (2 * ga), t = copysign(1, z) / (fabs(z) + sqrt(1 + z * z)),
               c = 1 / sqrt(1 + t * t), d = c * t;
        for (int i = 0; i < m; i++) {
          double u = a[i][p];
          a[i][p] = c * u - d * a[i][q];
          a[i][q] = d * u + c * a[i][q];
        }
      }
  for (int j = 0; j < n; j++) {
    long double v = 0;
    for (int i = 0; i < m; i++)
      v += (long double)a[i][j] * a[i][j];
    s[j] = (double)sqrtl(v);
  }
}
static double qr(int n, double (*a)[n], const double *b) {
  int piv[n];
  double y[n];
  memcpy(y, b, sizeof y);
  for (int i = 0; i < n; i++)
    piv[i] = i;
  for (int k = 0; k < n; k++) {
    int best = k;
    long double bn = -1;
    for (int j = k; j < n; j++) {
      long double v = 0;
      for (int i = k; i < n; i++)
        v += a[i][j] * a[i][j];
      if (v > bn) {
        bn = v;
        best = j;
      }
    }
    if (best != k) {
      for (int i = 0; i < n; i++) {
        double t = a[i][k];
        a[i][k] = a[i][best];
        a[i][best] = t;
      }
      int t = piv[k];
      piv[k] = piv[best];
      piv[best] = t;
    }
    double v[n - k], al = -copysign(sqrt((double)bn), a[k][k]), vv = 0;
    for (int i = k; i < n; i++)
      v[i - k] = a[i][k];
    v[0] -= al;
    for (int i = 0; i < n - k; i++)
      vv += v[i] * v[i];
    if (vv < 1e-300)
      continue;
    for (int j = k; j < n; j++) {
      double d = 0;
      for (int i = k; i < n; i++)
        d += v[i - k] * a[i][j];
      for (int i = k; i < n; i++)
        a[i][j] -= 2 * d / vv * v[i - k];
    }
    double d = 0;
    for (int i = k; i < n; i++)
      d += v[i - k] * y[i];
    for (int i = k; i < n; i++)
      y[i] -= 2 * d / vv * v[i - k];
  }
  double sol[n];
  for (int i = n; i--;) {
    double t = y[i];
    for (int j = i + 1; j < n; j++)
      t -= a[i][j] * sol[piv[j]];
    sol[piv[i]] = t / a[i][i];
  }
  double r = 0;
  for (int i = 0; i < n; i++)
    r += (i + 1) * sol[i];
  return r;
}
double f(const double *x, int n) {
  double a[8] = {x[0], x[1], x[2], 1}, b[8] = {x[2], 2, x[0] * x[1]}, c[8];
  convolve(8, a, b, c);
  double m[4][3];
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 3; j++)
      m[i][j] = c[i + j] + sin(i * 3 + j * x[j]);
  double s[3];
  svd(4, 3, m, s);
  double q[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      q[i][j] = c[(i * 2 + j * 3) % 5] + (i == j) * 2;
  float complex z = (float)0.5 + 0.25f * I;
  return s[0] * s[1] + log(s[2] + s[1] + s[0]) + qr(3, q, c) + crealf(z);
}
CHECK_FUNCTION_N(f, 3, 0.61, 0.72, 0.45);
