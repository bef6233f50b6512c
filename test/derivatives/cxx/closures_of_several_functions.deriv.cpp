// Functions have their closures in orders of their own: the number in a closure's name counts in its function, so
// that `$_0` of one function says nothing about that of another. The front end's code is used all the same.
// flags: -std=c++20 -Werror=enzyme-other-bodies
#include "check.h"
#include <functional>
#include <map>
#include <queue>
#include <string>
#include <unordered_map>
#include <vector>

extern "C" void __enzyme_autodiff_several(void *, ...);
extern "C" double __enzyme_fwddiff_several(void *, ...);
int enzyme_dup, enzyme_const;

namespace {

/** The shortest ways through a graph whose closures are asked for in another order than they are written. */
double ways(int n, const double *x) {
  auto length = [&](int i, int k) { return 0.1 + x[(2 * i + k) % n] * x[(2 * i + k) % n]; };
  auto next = [&](int i, int k) { return k ? (i * 3 + 1) % n : (i + 1) % n; };
  std::vector<double> best(n, 1e9);
  std::priority_queue<std::pair<double, int>, std::vector<std::pair<double, int>>, std::greater<>> open;
  open.push({best[0] = 0, 0});
  while (!open.empty()) {
    auto [far, i] = open.top();
    open.pop();
    for (int k = 0; k < 2; k++) {
      int j = next(i, k);
      double there = far + length(i, k);
      if (there < best[j])
        open.push({best[j] = there, j});
    }
  }
  double sum = 0;
  for (double b : best)
    sum += b * b;
  return sum;
}

/** A generic closure that is handed closures. */
double pairs(int n, const double *x) {
  auto place = [&](double v) { return (long)std::floor(v / 0.25); };
  std::unordered_map<long, std::vector<int>> grid;
  for (int i = 0; i < n; i++)
    grid[place(x[i])].push_back(i);
  auto each = [&](int i, auto visit) {
    for (int a = -1; a <= 1; a++) {
      auto cell = grid.find(place(x[i] + a * 0.25));
      if (cell != grid.end())
        for (int j : cell->second)
          if (j != i)
            visit(j);
    }
  };
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double near = 0;
    each(i, [&](int j) { near += x[i] * x[j]; });
    each(i, [&](int j) { sum += near * std::sin(x[j]); });
  }
  return sum;
}

/** One behind std::function, and strings as keys. */
double named(int n, const double *x) {
  std::map<std::string, double> values;
  for (int i = 0; i < n; i++)
    values["a long name of number " + std::to_string(i)] = x[i];
  std::function<double(double)> bend = [n](double v) { return v * v / n; };
  double sum = 0;
  auto add = [&](double v) { sum += bend(v) * (1 + sum); };
  for (auto &[name, value] : values)
    add(value);
  return sum;
}

void compare(double (*f)(int, const double *), void *same) {
  enum { n = 6 };
  double x[n] = {0.3, 0.8, 1.1, 0.55, 0.9, 0.4}, gradient[n] = {};
  __enzyme_autodiff_several(same, enzyme_const, n, enzyme_dup, x, gradient);
  for (int i = 0; i < n; i++) {
    double direction[n] = {}, left[n], right[n];
    direction[i] = 1;
    EXPECT_CLOSE(__enzyme_fwddiff_several(same, enzyme_const, n, enzyme_dup, x, direction), gradient[i], 1e-13);
    std::copy(x, x + n, left);
    std::copy(x, x + n, right);
    left[i] -= 1e-6, right[i] += 1e-6;
    EXPECT_CLOSE((f(n, right) - f(n, left)) / 2e-6, gradient[i], 1e-7);
  }
}

} // namespace

CHECK_VALUES(all) {
  compare(pairs, (void *)pairs);
  compare(ways, (void *)ways);
  compare(named, (void *)named);
}
