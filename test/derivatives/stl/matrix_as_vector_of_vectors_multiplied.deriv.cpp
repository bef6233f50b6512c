// Matrices as vector<vector<double>>, returned by value and multiplied.
#include "check.h"
#include <vector>

using Matrix = std::vector<std::vector<double>>;

NOINLINE static Matrix multiply(const Matrix &a, const Matrix &b) {
  Matrix c(a.size(), std::vector<double>(b[0].size()));
  for (std::size_t i = 0; i < a.size(); i++)
    for (std::size_t j = 0; j < b[0].size(); j++)
      for (std::size_t k = 0; k < b.size(); k++)
        c[i][j] += a[i][k] * b[k][j];
  return c;
}

double f(const double *x) {
  Matrix a = {{x[0], x[1]}, {x[2], x[3]}};
  Matrix power = a;
  for (int i = 0; i < 3; i++)
    power = multiply(power, a);
  double trace = 0;
  for (int i = 0; i < 2; i++)
    trace += power[i][i];
  return trace;
}

CHECK_FUNCTION(f, 4, 0.5, -1.5, 0.75, 1.0);
