// Products whose sizes leave every remainder of rows and columns behind the blocks that are computed at once, of
// columns and of rows, with numbers that stand apart; for processors with short vectors and with long ones.
// only: -O2
// also: -march=native
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#include "check.h"
#include <Eigen/Dense>
#include <vector>

void __enzyme_autodiff_product(void *, ...);
double __enzyme_fwddiff_product(void *, ...);

using Matrix = Eigen::MatrixXd;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class M> using Apart = Eigen::Map<const M, 0, Eigen::OuterStride<>>;

struct Sizes {
  int rows, columns, depth;
};

static double weight(int i, int j) { return 0.25 * ((3 * i + 5 * j) % 7) - 0.6; }

/// Columns and rows stand in longer ones: what lies between them has no derivative.
enum { gap = 3 };

template <class Left, class Right> static double program(const Sizes *sizes, const double *a, const double *b) {
  auto [m, n, k] = *sizes;
  Apart<Left> left(a, m, k, Eigen::OuterStride<>((Left::IsRowMajor ? k : m) + gap));
  Apart<Right> right(b, k, n, Eigen::OuterStride<>((Right::IsRowMajor ? n : k) + gap));
  Matrix product = Matrix::Ones(m, n);
  product.noalias() += 2 * left * right;
  double sum = 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      sum += weight(i, j) * product(i, j);
  return sum;
}

static std::vector<double> numbers(int rows, int columns, double phase) {
  std::vector<double> made((rows + gap) * (columns + gap));
  for (size_t i = 0; i < made.size(); i++)
    made[i] = sin(1.7 * i + phase);
  return made;
}

template <class M> static double at(const std::vector<double> &x, int i, int j, int rows, int columns) {
  return M::IsRowMajor ? x[i * (columns + gap) + j] : x[j * (rows + gap) + i];
}

template <class Left, class Right> static void check(Sizes sizes) {
  auto [m, n, k] = sizes;
  std::vector<double> a = numbers(m, k, 0), b = numbers(k, n, 1), da(a.size()), db(b.size());
  void *primal = reinterpret_cast<void *>(program<Left, Right>);
  __enzyme_autodiff_product(primal, enzyme_const, &sizes, enzyme_dup, a.data(), da.data(), enzyme_dup, b.data(),
                            db.data());
  double far = 0, whole = 0, slope = 0;
  for (double one : da)
    whole += fabs(one);
  for (double one : db)
    whole += fabs(one);
  for (int l = 0; l < k; l++)
    for (int i = 0; i < m; i++) {
      double sum = 0;
      for (int j = 0; j < n; j++)
        sum += 2 * weight(i, j) * at<Right>(b, l, j, k, n);
      far += fabs(at<Left>(da, i, l, m, k) - sum), whole -= fabs(sum), slope += sum * at<Left>(a, i, l, m, k);
    }
  for (int l = 0; l < k; l++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int i = 0; i < m; i++)
        sum += 2 * weight(i, j) * at<Left>(a, i, l, m, k);
      far += fabs(at<Right>(db, l, j, k, n) - sum), whole -= fabs(sum), slope += sum * at<Right>(b, l, j, k, n);
    }
  EXPECT_CLOSE(far, 0, 1e-10);
  EXPECT_CLOSE(whole, 0, 1e-10); // nothing anywhere else
  std::vector<double> alongA = a, alongB = b;
  EXPECT_CLOSE(__enzyme_fwddiff_product(primal, enzyme_const, &sizes, enzyme_dup, a.data(), alongA.data(), enzyme_dup,
                                        b.data(), alongB.data()),
               slope, 1e-10);
}

CHECK_VALUES(everyRemainder) {
  for (int m : {1, 2, 3, 4, 7, 8, 11, 12, 15, 31})
    for (int n : {1, 2, 3, 4, 5, 7, 8})
      for (int k : {1, 5, 18, 131}) {
        check<Matrix, Matrix>({m, n, k});
        check<Matrix, Rows>({m, n, k});
        check<Rows, Matrix>({m, n, k});
        check<Rows, Rows>({m, n, k});
      }
}
