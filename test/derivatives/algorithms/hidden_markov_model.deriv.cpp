// The likelihood of a hidden Markov model, in log space, with a matrix class over vectors.
#include "check.h"
#include <algorithm>
#include <cmath>
#include <vector>

class Table {
  std::vector<double> cells;
  int columns;

public:
  Table(int rows, int cols) : cells(rows * cols), columns(cols) {}
  double &operator()(int i, int j) { return cells[i * columns + j]; }
  double operator()(int i, int j) const { return cells[i * columns + j]; }
};

static double logSum(const std::vector<double> &v) {
  const double top = *std::max_element(v.begin(), v.end());
  double sum = 0;
  for (double e : v)
    sum += std::exp(e - top);
  return top + std::log(sum);
}

double f(const double *x) {
  const int observed[] = {0, 1, 1, 0, 2, 1};
  Table move(2, 2), emit(2, 3);
  for (int i = 0; i < 2; i++) {
    std::vector<double> row = {x[i], x[2 + i]}, out = {x[4 + i], 0.1, -0.2};
    for (int j = 0; j < 2; j++)
      move(i, j) = row[j] - logSum(row);
    for (int j = 0; j < 3; j++)
      emit(i, j) = out[j] - logSum(out);
  }
  std::vector<double> alpha = {std::log(0.6) + emit(0, observed[0]), std::log(0.4) + emit(1, observed[0])};
  for (int t = 1; t < 6; t++) {
    std::vector<double> next;
    for (int j = 0; j < 2; j++)
      next.push_back(logSum({alpha[0] + move(0, j), alpha[1] + move(1, j)}) + emit(j, observed[t]));
    alpha = std::move(next);
  }
  return logSum(alpha);
}

CHECK_FUNCTION(f, 6, 0.5, -0.5, 0.75, 0.2, 0.25, -0.3);
