// Eigen's own vector code for functions of arrays: exponentials and logarithms computed with the
// bits of floats, minima as assembly, rounding by large numbers.
// flags: -I/usr/include/eigen3
// also: -march=haswell
#include "check.h"
#include <Eigen/Core>
using Array = Eigen::ArrayXd;
static Array arrayOf(const double *x, int n) { return Eigen::Map<const Array>(x, n); }
double exponentials(const double *x, int n) {
  Array a = arrayOf(x, n);
  return a.exp().sum() + a.tanh().prod() + a.logistic().mean();
}
double logarithms(const double *x, int n) {
  Array a = arrayOf(x, n);
  return a.square().log().sum() + a.abs().pow(1.5).sum();
}
double extremes(const double *x, int n) {
  Array a = arrayOf(x, n);
  return a.abs().cwiseMax(0.2).sqrt().sum() + a.maxCoeff() * a.minCoeff() + a.cwiseMin(0.6).sum();
}
double rounded(const double *x, int n) {
  Array a = arrayOf(x, n), b = 3.1 * a;
  return ((b - b.floor()) * (b - b.rint()) * (b - b.ceil())).sum() + (a > 0).select(a * a, -a).sum();
}
double trigonometric(const double *x, int n) {
  Array a = arrayOf(x, n);
  return (a.sin() * a.cos()).sum() + (a.square() + 1).rsqrt().sum();
}
CHECK_FUNCTION_N(exponentials, 5, 0.5, -0.45, 0.75, 0.3, 1.1);
CHECK_FUNCTION_N(logarithms, 5, 0.5, -0.45, 0.75, 0.3, 1.1);
CHECK_FUNCTION_N(extremes, 5, 0.5, -0.45, 0.75, 0.3, 1.1);
CHECK_FUNCTION_N(rounded, 5, 0.5, -0.45, 0.75, 0.3, 1.1);
CHECK_FUNCTION_N(trigonometric, 5, 0.5, -0.45, 0.75, 0.3, 1.1);
