// Nested vectors, resized, assigned, copied, moved and passed by value and reference.
#include "check.h"
#include <utility>
#include <vector>
using Matrix = std::vector<std::vector<double>>;

NOINLINE static Matrix product(const Matrix &a, Matrix b) {
  Matrix r(a.size(), std::vector<double>(b[0].size(), 0.0));
  for (size_t i = 0; i < a.size(); i++)
    for (size_t j = 0; j < b[0].size(); j++)
      for (size_t k = 0; k < b.size(); k++)
        r[i][j] += a[i][k] * b[k][j];
  return r;
}
double f(const double *x) {
  Matrix a(2), b;
  for (int i = 0; i < 2; i++) {
    a[i].resize(2);
    for (int j = 0; j < 2; j++)
      a[i][j] = x[i] * x[j] + x[i + 1];
  }
  b = a;
  b[0].insert(b[0].begin() + 1, x[2]);
  b[0].erase(b[0].begin());
  Matrix c = product(a, std::move(b));
  std::swap(c[0], c[1]);
  return c[0][0] * c[1][1] + c[0].back() * c.front()[0];
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
