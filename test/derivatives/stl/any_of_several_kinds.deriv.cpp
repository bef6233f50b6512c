// Values of several kinds in std::any, found again by their type: what one function reads through
// one pointer may be a number of one kind, where a string of another has its length. (With C++20
// the string's code is in the program.)
// flags: -std=c++20
#include "check.h"
#include <any>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using Named = std::tuple<double, double, std::string>;
using Counted = std::pair<int, double>;

double f(const double *x, int n) {
  std::vector<std::any> values;
  for (int i = 0; i < n; i++) {
    if (i % 3 == 0)
      values.emplace_back(x[i]);
    else if (i % 3 == 1)
      values.emplace_back(Counted(i, x[i]));
    else
      values.emplace_back(Named(x[i], x[i] * 2, std::string("name") + std::to_string(i)));
  }
  double sum = 0;
  for (std::any &value : values) {
    if (auto *number = std::any_cast<double>(&value))
      sum += *number * *number;
    else if (auto *counted = std::any_cast<Counted>(&value))
      sum += counted->first * counted->second;
    else {
      auto [a, b, name] = std::any_cast<Named>(value);
      sum += a * b * name.size();
    }
  }
  return sum;
}

CHECK_FUNCTION_N(f, 6, 0.5, -1.5, 0.75, 1.25, 2.0, -0.3, 0.9, 0.4, -0.2, 1.5, 0.6, 1.1);
