// std::vector::insert called several times stays a function of its own: its derivative subtracts addresses that later
// blocks convert, and what it hands to copies is a length.
#include "nests.h"
#include <map>
#include <vector>
static double chained(const double *x, int n) {
  std::vector<double> values;
  for (int i = 0; i < n; i++)
    values.push_back(x[i] * x[0]);
  std::map<int, std::vector<double>> groups;
  groups[1] = values;
  groups[2].push_back(x[1]);
  values.insert(values.begin(), 3, x[2]);
  groups[1].insert(groups[1].begin() + 1, 2, x[1]);
  for (const auto &[key, group] : groups)
    values.push_back(group[0] * group.back());
  double sum = 1;
  for (double value : values)
    sum += value * sum;
  return sum;
}
CHECK_FUNCTION_N(chained, 3, 0.9, 1.3, 0.8);
CHECK_HESSIAN_N(chained, 3, 0.9, 1.3, 0.8);
