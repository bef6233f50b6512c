// Products and solutions of Eigen's dynamic matrices in 3, 8 and 11 directions: each lane is the
// derivative of width 1, bit for bit, also with sizes at and above what the lanes of a solution
// take at once, and where only one factor varies, or that is known only where the program runs.
// only: -O2
// also: -march=native
// flags: -isystem/usr/include/eigen3 -fno-enzyme-reassociate
// alone: off, the lanes are the other's numbers
#include "check.h"
#include <Eigen/Dense>
#include <vector>

extern int enzyme_dupv;
template <class Result, class... Arguments> Result __enzyme_fwddiff(void *, Arguments...);
using Matrix = Eigen::MatrixXd;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

template <class M, unsigned Mode>
static void solveLeft(const double *a, const double *b, double *out, int m, int n) {
  Eigen::Map<const M> left(a, m, m);
  Eigen::Map<const Matrix> right(b, m, n);
  Eigen::Map<Matrix>(out, m, n) = left.template triangularView<Mode>().solve(right);
}

template <class M, unsigned Mode>
static void solveRight(const double *a, const double *b, double *out, int m, int n) {
  Eigen::Map<const M> right(a, m, m);
  Matrix x = Eigen::Map<const Matrix>(b, n, m);
  right.template triangularView<Mode>().template solveInPlace<Eigen::OnTheRight>(x);
  Eigen::Map<Matrix>(out, n, m) = x;
}

template <class M, unsigned Mode>
static void solveVector(const double *a, const double *b, double *out, int m, int) {
  Eigen::Map<const M> left(a, m, m);
  Eigen::Map<Vector>(out, m) =
      left.template triangularView<Mode>().solve(Eigen::Map<const Vector>(b, m));
}

template <class M>
static void product(const double *a, const double *b, double *out, int m, int n) {
  Matrix c = Matrix::Ones(m, n);
  c.noalias() += 2 * Eigen::Map<const M>(a, m, m) * Eigen::Map<const Matrix>(b, m, n);
  Eigen::Map<Matrix>(out, m, n) = c;
}

template <class M>
static void application(const double *a, const double *b, double *out, int m, int) {
  Vector c = Vector::Ones(m);
  c.noalias() += b[1] * Eigen::Map<const M>(a, m, m) * Eigen::Map<const Vector>(b, m);
  Eigen::Map<Vector>(out, m) = c;
}

/// A factor that is known, and vectors whose numbers do not lie side by side.
template <class M>
static void applicationToRow(const double *a, const double *b, double *out, int m, int) {
  Eigen::Map<const M> left(a, m, m);
  Matrix c = Matrix::Ones(2, m);
  Vector d = Vector::Ones(m);
  c.row(1).transpose().noalias() -= left * Eigen::Map<const Vector>(b, m);
  d.noalias() += left * c.row(1).transpose();
  c.row(0).transpose().noalias() += left * c.row(1).transpose();
  Eigen::Map<Vector>(out, m) = d + 3 * c.row(0).transpose();
}

enum Kind {
  Product,
  ProductOfRows,
  Application,
  ApplicationOfRows,
  ApplicationToRow,
  ApplicationOfRowsToRow,
  Lower,
  RowsUnitUpper,
  RightUpper,
  RowsRightUnitLower,
  VectorLower,
  VectorUnitUpper,
  VectorRowsLower,
  VectorRowsUpper,
  kinds
};

static void program(int kind, const double *a, const double *b, double *out, int m, int n) {
  switch (kind) {
  case Product:
    return product<Matrix>(a, b, out, m, n);
  case ProductOfRows:
    return product<Rows>(a, b, out, m, n);
  case Application:
    return application<Matrix>(a, b, out, m, n);
  case ApplicationOfRows:
    return application<Rows>(a, b, out, m, n);
  case ApplicationToRow:
    return applicationToRow<Matrix>(a, b, out, m, n);
  case ApplicationOfRowsToRow:
    return applicationToRow<Rows>(a, b, out, m, n);
  case Lower:
    return solveLeft<Matrix, Eigen::Lower>(a, b, out, m, n);
  case RowsUnitUpper:
    return solveLeft<Rows, Eigen::UnitUpper>(a, b, out, m, n);
  case RightUpper:
    return solveRight<Matrix, Eigen::Upper>(a, b, out, m, n);
  case RowsRightUnitLower:
    return solveRight<Rows, Eigen::UnitLower>(a, b, out, m, n);
  case VectorLower:
    return solveVector<Matrix, Eigen::Lower>(a, b, out, m, n);
  case VectorUnitUpper:
    return solveVector<Matrix, Eigen::UnitUpper>(a, b, out, m, n);
  case VectorRowsLower:
    return solveVector<Rows, Eigen::Lower>(a, b, out, m, n);
  case VectorRowsUpper:
    return solveVector<Rows, Eigen::Upper>(a, b, out, m, n);
  }
}

/// Which of both arguments vary, and whether their shadows are told to be the memory itself.
enum Which { both, onlyRight, leftIsItself };

template <int W, Which which>
static void differentiate(int kind, const std::vector<double> &a, const double *da,
                          const std::vector<double> &b, const double *db, std::vector<double> &out,
                          double *dOut, int m, int n) {
  auto *f = reinterpret_cast<void *>(program);
  const unsigned long aBytes = a.size() * sizeof(double), bBytes = b.size() * sizeof(double),
                      outBytes = out.size() * sizeof(double);
  if constexpr (which == onlyRight)
    __enzyme_fwddiff<void>(f, enzyme_width, W, enzyme_const, kind, enzyme_const, a.data(),
                           enzyme_dupv, bBytes, b.data(), db, enzyme_dupv, outBytes, out.data(),
                           dOut, enzyme_const, m, enzyme_const, n);
  else
    __enzyme_fwddiff<void>(f, enzyme_width, W, enzyme_runtime_activity, enzyme_const, kind,
                           enzyme_dupv, which == leftIsItself ? 0 : aBytes, a.data(),
                           which == leftIsItself ? a.data() : da, enzyme_dupv, bBytes, b.data(), db,
                           enzyme_dupv, outBytes, out.data(), dOut, enzyme_const, m, enzyme_const,
                           n);
}

template <int W, Which which> static void check(int kind, int m, int n) {
  std::vector<double> a(m * m), b(m * n), out(m * n), da(W * a.size()), db(W * b.size());
  std::vector<double> lanes(W * out.size()), one(out.size());
  for (int j = 0; j < m; j++)
    for (int i = 0; i < m; i++)
      a[j * m + i] = i == j ? 2.5 + 0.3 * i : sin(1.3 * i + 0.7 * j) / m;
  for (size_t i = 0; i < b.size(); i++)
    b[i] = cos(1.1 * i);
  for (size_t i = 0; i < da.size(); i++)
    da[i] = sin(0.9 * i + 2);
  for (size_t i = 0; i < db.size(); i++)
    db[i] = sin(1.7 * i + 1);
  differentiate<W, which>(kind, a, da.data(), b, db.data(), out, lanes.data(), m, n);
  double far = 0, whole = 0;
  for (int lane = 0; lane < W; lane++) {
    std::fill(one.begin(), one.end(), 0);
    differentiate<1, which>(kind, a, da.data() + lane * a.size(), b, db.data() + lane * b.size(),
                            out, one.data(), m, n);
    EXPECT_SAME_BYTES(one.data(), lanes.data() + lane * out.size(), out.size() * sizeof(double));
  }
  // the last lane, along its direction
  std::vector<double> up(out.size()), down(out.size());
  for (int sign : {1, -1}) {
    std::vector<double> atA = a, atB = b;
    for (size_t i = 0; i < a.size(); i++)
      atA[i] += which == onlyRight || which == leftIsItself
                    ? 0
                    : sign * 1e-5 * da[(W - 1) * a.size() + i];
    for (size_t i = 0; i < b.size(); i++)
      atB[i] += sign * 1e-5 * db[(W - 1) * b.size() + i];
    program(kind, atA.data(), atB.data(), sign > 0 ? up.data() : down.data(), m, n);
  }
  for (size_t i = 0; i < out.size(); i++) {
    double slope = (up[i] - down[i]) / 2e-5;
    far = fmax(far, fabs(one[i] - slope)), whole += fabs(slope);
  }
  EXPECT_CLOSE(far, 0, 1e-6);
  EXPECT_CLOSE(whole > 0, 1, 0);
}

template <int W> static void checkAll() {
  for (int kind = 0; kind < kinds; kind++)
    for (auto [m, n] : {std::pair(2, 1),
                        {2, 4},
                        {3, 3},
                        {4, 5},
                        {6, 12},
                        {8, 7},
                        {8, 17},
                        {9, 2},
                        {17, 1},
                        {12, 12},
                        {33, 2}}) {
      check<W, both>(kind, m, n);
      if constexpr (W == 8) {
        check<W, onlyRight>(kind, m, n);
        check<W, leftIsItself>(kind, m, n);
      }
    }
}

CHECK_VALUES(three) { checkAll<3>(); }
CHECK_VALUES(eight) { checkAll<8>(); }
CHECK_VALUES(eleven) { checkAll<11>(); }
