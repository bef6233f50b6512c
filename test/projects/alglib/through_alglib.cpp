//===- through_alglib.cpp - ALGLIB's functions, through its C++ interface ----------------------===//
//
// Its arrays and interpolants are objects around C code with blocks of its own, which are freed by
// functions that they know, and which leaves by longjmp.
//===----------------------------------------------------------------------------------------===//
#include "../differences.h"
#include "diffequations.h"
#include "fasttransforms.h"
#include "integration.h"
#include "interpolation.h"
#include "linalg.h"
#include "optimization.h"
#include "solvers.h"
#include "specialfunctions.h"

using namespace alglib;

static real_1d_array vectorOf(const double *x, int n) {
  real_1d_array v;
  v.setlength(n);
  for (int i = 0; i < n; i++)
    v[i] = x[i % 3] * (1 + 0.3 * i) + i;
  return v;
}
static real_2d_array matrixOf(const double *x, int n) {
  real_2d_array a;
  a.setlength(n, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = sin(x[(i + 2 * j) % 3] * (1 + 0.4 * i) + j) + (i == j ? 3 + i : 0);
  return a;
}
static real_2d_array symmetricOf(const double *x, int n) {
  real_2d_array a = matrixOf(x, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[i][j] = a[j][i] = 0.3 * a[i][j];
  return a;
}

static double cubicSpline(const double *x) {
  real_1d_array at = vectorOf(x, 6), y = vectorOf(x, 6);
  for (int i = 0; i < 6; i++)
    y[i] = cos(x[0] * i) + x[1] * i * x[2];
  spline1dinterpolant s;
  spline1dbuildcubic(at, y, s);
  double value, slope, second;
  spline1ddiff(s, 2.6 + 0.1 * x[1], value, slope, second);
  return value + slope + 0.1 * second + spline1dintegrate(s, 3.1);
}
static double akimaSpline(const double *x) {
  real_1d_array at = vectorOf(x, 7), y = vectorOf(x, 7);
  for (int i = 0; i < 7; i++)
    y[i] = cos(x[0] * i) + x[1] * i * x[2];
  spline1dinterpolant s;
  spline1dbuildakima(at, y, s);
  return spline1dcalc(s, 2.6 + 0.1 * x[1]);
}
static double solution(const double *x) {
  real_2d_array a = matrixOf(x, 4);
  real_1d_array b = vectorOf(x, 4), y;
  ae_int_t info;
  densesolverreport report;
  rmatrixsolve(a, 4, b, info, report, y);
  return y[0] + 2 * y[1] - y[2] * y[3];
}
static double choleskySolution(const double *x) {
  real_2d_array a = symmetricOf(x, 4);
  real_1d_array b = vectorOf(x, 4), y;
  spdmatrixcholesky(a, 4, true);
  ae_int_t info;
  densesolverreport report;
  spdmatrixcholeskysolve(a, 4, true, b, info, report, y);
  return y[0] + 2 * y[1] - y[2] * y[3] + spdmatrixcholeskydet(a, 4);
}
static double determinant(const double *x) { return rmatrixdet(matrixOf(x, 4)); }
static double inverse(const double *x) {
  real_2d_array a = matrixOf(x, 3);
  ae_int_t info;
  matinvreport report;
  rmatrixinverse(a, info, report);
  return a[0][0] + 2 * a[1][2] - a[2][1];
}
static double eigenvalues(const double *x) {
  real_2d_array z;
  real_1d_array w;
  smatrixevd(symmetricOf(x, 3), 3, 1, false, w, z);
  return w[0] + 2 * w[1] * w[2] + z[0][1] * z[0][1];
}
static double singularValues(const double *x) {
  real_2d_array u, vt;
  real_1d_array w;
  rmatrixsvd(matrixOf(x, 3), 3, 3, 1, 1, 2, w, u, vt);
  return w[0] + 2 * w[1] * w[2] + u[0][1] * vt[1][0];
}
static double transform(const double *x) {
  real_1d_array a = vectorOf(x, 8);
  complex_1d_array f;
  fftr1d(a, f);
  return f[1].x * f[2].y + f[3].x;
}
static void integrand(double t, double, double, double &y, void *parameters) {
  const double *x = (const double *)parameters;
  y = exp(-x[0] * t) * sin(x[1] * t) + x[2];
}
static double quadrature(const double *x) {
  autogkstate state;
  autogkreport report;
  double parameters[3] = {x[0], x[1], x[2]}, value;
  autogksmooth(0, 2, state);
  autogkintegrate(state, integrand, parameters);
  autogkresults(state, value, report);
  return value;
}
static void slope(const real_1d_array &y, double, real_1d_array &dy, void *parameters) {
  const double *x = (const double *)parameters;
  dy[0] = y[1];
  dy[1] = x[1] * (1 - y[0] * y[0]) * y[1] - x[2] * y[0];
}
static double equation(const double *x) {
  double parameters[3] = {x[0], x[1], x[2]};
  real_1d_array y = "[1,0]", times = "[0,1]", at;
  y[0] = x[0];
  odesolverstate state;
  odesolverreport report;
  odesolverrkck(y, times, 1e-10, 0.05, state);
  odesolversolve(state, slope, parameters);
  real_2d_array all;
  ae_int_t count;
  odesolverresults(state, count, at, all, report);
  return all[1][0] + 2 * all[1][1];
}
static double fit(const double *x) {
  real_2d_array basis = matrixOf(x, 5);
  real_2d_array two;
  two.setlength(5, 2);
  for (int i = 0; i < 5; i++)
    two[i][0] = basis[i][0], two[i][1] = basis[i][1];
  real_1d_array y = vectorOf(x, 5), c;
  ae_int_t info;
  lsfitreport report;
  lsfitlinear(y, two, info, c, report);
  return c[0] + 2 * c[1] + report.rmserror;
}
static double polynomial(const double *x) {
  barycentricinterpolant p;
  polynomialbuild(vectorOf(x, 5), vectorOf(x, 5), p);
  return barycentriccalc(p, 1.3 + x[2]);
}
static double special(const double *x) {
  return gammafunction(1.5 + x[0]) + errorfunction(x[1]) + besselj0(x[2]) + incompletegamma(1.2, x[0]) +
         incompletebeta(1.5, 2.5, x[1] / 2) + exponentialintegralei(x[2]);
}

#ifndef SOME
#define SOME 3
#endif
int main() {
#if SOME & 1
  COMPARE(cubicSpline, 3, 1e-6, 0.3, 0.7, 0.4);
  COMPARE(akimaSpline, 3, 1e-6, 0.3, 0.7, 0.4);
  COMPARE(solution, 3, 1e-6, 0.3, 0.7, 0.4);
  COMPARE(choleskySolution, 3, 1e-6, 0.3, 0.7, 0.4);
  COMPARE(determinant, 3, 1e-6, 0.3, 0.7, 0.4);
  COMPARE(inverse, 3, 1e-6, 0.3, 0.7, 0.4);
  COMPARE(transform, 3, 1e-6, 0.3, 0.7, 0.4);
  COMPARE(polynomial, 3, 1e-6, 0.3, 0.7, 0.4);
#endif
#if SOME & 2
  COMPARE(eigenvalues, 3, 1e-6, 0.3, 0.7, 0.4);
  COMPARE(singularValues, 3, 1e-6, 0.3, 0.7, 0.4);
  COMPARE(quadrature, 3, 1e-6, 0.3, 0.7, 0.4);
  COMPARE(equation, 3, 1e-5, 0.3, 0.7, 0.4);
  COMPARE(fit, 3, 1e-6, 0.3, 0.7, 0.4);
  COMPARE(special, 3, 1e-6, 0.3, 0.7, 0.4);
#endif
  return reported();
}
