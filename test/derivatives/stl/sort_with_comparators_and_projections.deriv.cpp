// Values sorted in every way the library knows; the sorted order is then weighted.
// std: c++20
#include "check.h"
#include <algorithm>
#include <functional>
#include <vector>

struct Item {
  int key;
  double value;
};

double f(const double *x, int n) {
  std::vector<double> v(x, x + n);
  std::sort(v.begin(), v.end(), std::greater<>());
  double r = 0;
  for (int i = 0; i < n; i++)
    r += v[i] * (i + 1);
  std::stable_sort(v.begin(), v.end(), [](double a, double b) { return a * a < b * b; });
  for (int i = 0; i < n; i++)
    r += v[i] * v[i] * i;
  std::nth_element(v.begin(), v.begin() + n / 2, v.end());
  r += 3 * v[n / 2];
  std::partial_sort(v.begin(), v.begin() + 2, v.end());
  r += v[0] * v[1];
  std::vector<Item> items;
  for (int i = 0; i < n; i++)
    items.push_back({(i * 5) % n, x[i]});
  std::ranges::sort(items, {}, &Item::key);
  for (int i = 0; i < n; i++)
    r += items[i].value * items[i].value * i;
  std::ranges::stable_sort(items, std::ranges::greater{}, &Item::value);
  return r + items[0].value * items[1].value;
}

CHECK_FUNCTION_N(f, 6, 0.5, -1.5, 0.75, 2.0, 1.25, -0.3);
