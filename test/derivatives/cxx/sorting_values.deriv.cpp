// std::sort of active doubles and of pairs by their key.
#include "check.h"
#include <algorithm>
#include <utility>
#include <vector>

double f(const double *x, int n) {
  std::vector<double> v(x, x + n);
  std::sort(v.begin(), v.end());
  std::vector<std::pair<int, double>> pairs;
  for (int i = 0; i < n; i++)
    pairs.emplace_back((i * 7) % 5, x[i] * x[i]);
  std::sort(pairs.begin(), pairs.end(),
            [](const auto &a, const auto &b) { return a.first < b.first; });
  double r = 0;
  for (int i = 0; i < n; i++)
    r = r * 0.5 + v[i] * v[i] * (i + 1) + pairs[i].second * pairs[i].first;
  return r;
}

CHECK_FUNCTION_N(f, 5, 0.5, -1.5, 0.75, 2, 1);
