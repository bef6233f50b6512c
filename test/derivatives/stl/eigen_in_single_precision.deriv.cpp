// Eigen's products and solutions of floats (passes/library/blas/Eigen.h).
// only: -O2
// flags: -I/usr/include/eigen3
#define CHECK_REAL float
#include "eigen_matrices.h"

NOINLINE static float solved(const float *x) {
  ByColumns<float> a(8, 8), b(8, 9);
  ByRows<float> c(9, 8);
  fill(a, x, 0.1f), fill(b, x, 0.2f), fill(c, x, -0.1f);
  a.triangularView<Eigen::Lower>().solveInPlace(b);
  ByColumns<float> product = b * c;
  Vector<float> v = product * a.col(2);
  return product(1, 2) + v.dot(b.col(1));
}
CHECK_FUNCTION(solved, 4, 0.5f, -0.5f, 0.75f, 1.0f);
