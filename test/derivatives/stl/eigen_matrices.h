// Matrices of Eigen by rows and by columns, filled from four numbers. Derivatives take products and
// solutions by code of their own, which rounds otherwise than Eigen.
#define CHECK_ROUNDED
#include "check.h"
#include <Eigen/Dense>
#include <enzyme/runtime.h>

template <class T> using ByColumns = Eigen::Matrix<T, -1, -1, Eigen::ColMajor>;
template <class T> using ByRows = Eigen::Matrix<T, -1, -1, Eigen::RowMajor>;
template <class T> using Vector = Eigen::Matrix<T, -1, 1>;

template <class Matrix, class T> NOINLINE static void fill(Matrix &a, const T *x, T slope) {
  for (int i = 0; i < a.rows(); i++)
    for (int j = 0; j < a.cols(); j++)
      a(i, j) = x[(i + j) % 4] * (1 + slope * (i - 2 * j)) / a.rows() + (i == j ? T(1.5) : T(0));
}
