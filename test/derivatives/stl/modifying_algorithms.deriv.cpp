// copy, transform, rotate, reverse, remove, unique, fill, generate, replace, swap_ranges.
#include "check.h"
#include <algorithm>
#include <iterator>
#include <vector>

double f(const double *x, int n) {
  std::vector<double> v(x, x + n), w;
  std::transform(v.begin(), v.end(), std::back_inserter(w), [](double a) { return a * a; });
  std::transform(v.begin(), v.end(), w.begin(), w.begin(), [](double a, double b) { return a * b; });
  std::copy_if(v.begin(), v.end(), std::back_inserter(w), [](double a) { return a > 0; });
  std::rotate(w.begin(), w.begin() + 2, w.end());
  std::reverse(w.begin() + 1, w.end());
  std::replace_if(w.begin(), w.end(), [](double a) { return a > 3; }, x[0]);
  w.erase(std::remove_if(w.begin(), w.end(), [](double a) { return a < -3; }), w.end());
  std::fill_n(std::back_inserter(w), 2, x[1]);
  w.erase(std::unique(w.begin(), w.end()), w.end());
  double state = x[2];
  std::generate_n(std::back_inserter(w), 3, [&] { return state *= x[0]; });
  std::swap_ranges(w.begin(), w.begin() + 2, w.end() - 2);
  std::move_backward(w.begin(), w.begin() + 3, w.begin() + 4);
  double r = 0;
  int k = 1;
  std::for_each(w.begin(), w.end(), [&](double a) { r += a * k++; });
  const auto split = std::stable_partition(w.begin(), w.end(), [](double a) { return a > 0; });
  return r + *w.begin() * *split + std::count_if(w.begin(), w.end(), [](double a) { return a > 0; });
}

CHECK_FUNCTION_N(f, 5, 0.5, -1.5, 0.75, 2.0, 1.25);
