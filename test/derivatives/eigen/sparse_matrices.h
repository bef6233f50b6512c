// Sparse matrices of Eigen filled from four numbers.
#include "numbers_of_eigen.h"
#include <Eigen/SparseCore>
#include <vector>

using Sparse = Eigen::SparseMatrix<double>;

/// Three diagonals and two corners, dominated by its diagonal.
static inline Sparse grid(const real *x, int n) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; i++) {
    entries.emplace_back(i, i, 4 + x[i % 4]);
    if (i + 1 < n) {
      entries.emplace_back(i, i + 1, -x[(i + 1) % 4]);
      entries.emplace_back(i + 1, i, -1 + 0.5 * x[(i + 2) % 4] * x[0]);
    }
  }
  entries.emplace_back(0, n - 1, 0.3 * x[3]);
  entries.emplace_back(n - 1, 0, 0.2 * x[2]);
  Sparse a(n, n);
  a.setFromTriplets(entries.begin(), entries.end());
  return a;
}

static inline Sparse symmetricGrid(const real *x, int n) {
  Sparse a = grid(x, n), b = a.transpose();
  return a + b;
}
