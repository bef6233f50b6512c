// Maps, references, blocks and strides of Eigen by rows and columns, of doubles and of complex
// numbers; arguments by reference, expressions as arguments, storage with a fixed bound.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#include "numbers_of_eigen.h"
#include <vector>

NOINLINE static double ofReference(const Eigen::Ref<const Matrix> &a) {
  return a.squaredNorm() + a(0, 1);
}
NOINLINE static void intoReference(Eigen::Ref<Matrix, 0, Eigen::OuterStride<>> a, double s) {
  a *= s;
  a.row(0) += a.row(1);
}
template <class D> NOINLINE static double ofAny(const Eigen::MatrixBase<D> &a) {
  return a.col(0).dot(a.col(1));
}

static double references(const double *x) {
  Matrix a = general(x, 6, 6);
  intoReference(a.block(1, 1, 3, 4), x[0]);
  return ofReference(a.topLeftCorner(2, 3)) + ofReference(a * a) + ofAny(a + a.transpose()) +
         weighed(a);
}
PROGRAM(references);

static double mapsOfMemory(const double *x) {
  std::vector<double> memory(24);
  for (int i = 0; i < 24; i++)
    memory[i] = sin(x[i % 4] * i);
  Eigen::Map<Matrix> columns(memory.data(), 4, 6);
  Eigen::Map<Rows> rows(memory.data(), 4, 6);
  Eigen::Map<Matrix, 0, Eigen::Stride<Dynamic, 2>> sparse(memory.data(), 2, 3,
                                                          Eigen::Stride<Dynamic, 2>(8, 2));
  columns.col(2) *= x[1];
  rows.row(3).array() += x[2];
  sparse = sparse.eval() * 2;
  new (&columns) Eigen::Map<Matrix>(memory.data() + 4, 5, 4);
  return weighed(columns) + weighed(rows) + weighed(sparse);
}
PROGRAM(mapsOfMemory);

static double blocksAndSwaps(const double *x) {
  Rows a = general<Rows>(x, 6, 7);
  a.leftCols<3>().swap(a.rightCols<3>());
  a.bottomRows(2) = a.middleRows(1, 2).eval() + a.topRows<2>();
  a.row(1).segment(2, 3) << x[0], x[1] * x[2], x[3];
  a.col(0).tail<2>() = a.diagonal(1).head<2>();
  return weighed(a);
}
PROGRAM(blocksAndSwaps);

static double resized(const double *x) {
  Matrix a = general(x, 3, 3);
  a.conservativeResize(5, 4);
  a.bottomRows(2).setConstant(x[1]);
  a.col(3).setLinSpaced(5, x[0], x[2]);
  Vector v = vector(x, 3);
  v.conservativeResizeLike(Vector::Constant(5, x[3]));
  a.resize(2, 10);
  return weighed(a) + weighed(v);
}
PROGRAM(resized);

static double boundedStorage(const double *x) {
  using Bounded = Eigen::Matrix<double, Dynamic, Dynamic, 0, 6, 6>;
  Bounded a = general<Bounded>(x, 4, 5), b = a * a.transpose();
  std::vector<Eigen::Vector4d, Eigen::aligned_allocator<Eigen::Vector4d>> several(3, b.col(1));
  several.push_back(b.col(2));
  Eigen::Vector4d sum = several[1].cwiseProduct(several[3]);
  return weighed(b) + weighed(sum);
}
PROGRAM(boundedStorage);

static double arrays(const double *x) {
  Eigen::ArrayXXd a = general(x, 4, 4).array(), b = a.transpose();
  Eigen::Array33d c = general<Eigen::Matrix3d>(x, 3, 3).array();
  a = a * b + b.inverse() * 0.1;
  a.row(0) /= b.row(1).abs() + 1;
  return weighed(a.matrix()) + (c.square() - c).matrix().trace() +
         weighed((a.matrix() * b.matrix()).array());
}
PROGRAM(arrays);

static double complexViews(const double *x) {
  ComplexMatrix a = complexMatrix(x, 4, 4);
  a.real() *= x[0];
  a.imag().row(1).array() += x[1];
  a.col(2) = a.col(0).conjugate() * Complex(x[2], x[3]);
  Eigen::Map<Eigen::VectorXcd, 0, Eigen::InnerStride<2>> every(a.data(), 8);
  return weighedParts(a) + every.squaredNorm() + a.cwiseAbs().sum() + std::arg(a(1, 2));
}
PROGRAM(complexViews);

static double indexed(const double *x) {
  Matrix a = general(x, 6, 6);
  std::vector<int> chosen = {4, 0, 2};
  Matrix b = a(chosen, Eigen::seq(1, Eigen::last, 2));
  a(Eigen::all, chosen) *= x[1];
  return weighed(b) + weighed(a.reshaped(9, 4)) + weighed(a.reshaped<Eigen::RowMajor>(4, 9)) +
         weighed(Matrix(a.rowwise().reverse()));
}
PROGRAM(indexed);
