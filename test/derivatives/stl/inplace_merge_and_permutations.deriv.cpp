// Merges, permutations, searches and comparisons of ranges of values.
#include "check.h"
#include <algorithm>
#include <vector>

double f(const double *x, int n) {
  std::vector<double> v(x, x + n);
  std::sort(v.begin(), v.begin() + n / 2);
  std::sort(v.begin() + n / 2, v.end());
  std::inplace_merge(v.begin(), v.begin() + n / 2, v.end());
  double r = 0;
  for (int i = 0; i < n; i++)
    r += v[i] * v[i] * (i + 1);
  int order[] = {0, 1, 2};
  double best = 1e9;
  do
    best = std::min(best, x[order[0]] * 3 + x[order[1]] * 2 + x[order[2]]);
  while (std::next_permutation(order, order + 3));
  std::vector<double> merged(2 * n);
  std::merge(v.begin(), v.end(), v.begin(), v.end(), merged.begin());
  const auto gap = std::adjacent_find(merged.begin(), merged.end(), [](double a, double b) { return b - a > 0.3; });
  return r + best + *gap * merged[n] + (std::is_sorted(v.begin(), v.end()) ? x[0] : 0) + (std::lexicographical_compare(x, x + 2, v.begin(), v.end()) ? 1 : 2) * x[1];
}

CHECK_FUNCTION_N(f, 6, 0.5, -1.5, 0.75, 2.0, 1.25, -0.3);
