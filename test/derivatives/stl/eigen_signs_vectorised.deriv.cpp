// Eigen's vectorised negations, sizes and conjugates, whose signs are bits of vectors of integers.
// only: -O2
// flags: -I/usr/include/eigen3
#define CHECK_ROUNDED
#include "check.h"
#include <Eigen/Dense>

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Complex = Eigen::VectorXcd;

NOINLINE static Vector negative(const Vector &a) { return -a; }
NOINLINE static Eigen::Vector4d negative4(const Eigen::Vector4d &a) { return -a; }
NOINLINE static Vector sizes(const Vector &a) { return a.cwiseAbs(); }
NOINLINE static Complex conjugate(const Complex &a) { return a.conjugate(); }
NOINLINE static Eigen::VectorXcf conjugateFloats(const Eigen::VectorXcf &a) {
  return a.conjugate();
}
NOINLINE static void turnSome(Matrix &a, const Vector &which) {
  for (int i = 0; i < a.cols(); i++)
    if (which(i) < 0)
      a.col(i) = -a.col(i);
}

static double vectors(const double *x) {
  Vector a(7);
  for (int i = 0; i < 7; i++)
    a(i) = x[i % 6] * (1 + i);
  Eigen::Vector4d b(x[0], x[1] * x[2], x[3] - x[4], x[5]);
  Matrix m = a * a.transpose();
  turnSome(m, a);
  return negative(a).array().exp().sum() + sizes(a).array().sin().sum() +
         negative4(b).array().cube().sum() + m.row(1).sum() + m(2, 1) * m(3, 5);
}
CHECK_FUNCTION(vectors, 6, 0.7, -0.4, 0.9, 0.35, 1.1, -0.6);

static double complexes(const double *x) {
  Complex a(5);
  for (int i = 0; i < 5; i++)
    a(i) = {x[i % 3], x[(i + 2) % 3] * i};
  return (conjugate(a).array() * a.array() * a.array()).sum().real();
}
CHECK_FUNCTION(complexes, 3, 0.7, -0.4, 0.9);

static float complexFloats(const float *x) {
  Eigen::VectorXcf a(4);
  for (int i = 0; i < 4; i++)
    a(i) = {x[i % 2] * float(i), x[(i + 1) % 2]};
  return (conjugateFloats(a).array() * a.array()).sum().real();
}
extern "C" void __enzyme_autodiff_floats(void *, ...);
CHECK_VALUES(of_floats) {
  float x[2] = {0.5f, -0.25f}, gradient[2] = {0, 0};
  __enzyme_autodiff_floats((void *)complexFloats, enzyme_dup, x, gradient);
  EXPECT_CLOSE(gradient[0], 2 * x[0] * (0 + 4 + 2), 1e-6); // |a_i|^2 summed
  EXPECT_CLOSE(gradient[1], 2 * x[1] * (1 + 9 + 2), 1e-6);
}
