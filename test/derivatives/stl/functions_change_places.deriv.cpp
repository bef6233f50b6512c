// std::functions that change places: where one held an address, another holds a number of the
// same eight bytes, or a float in half of them. What the shadow still has of the address is no
// adjoint.
// std: c++20
#define CHECK_REAL float
#define CHECK_INTERMEDIATE double
#include "check.h"
#include <algorithm>
#include <functional>
#include <vector>
template <class T> static T turned(const T *x) {
  std::vector<std::function<T(T)>> steps;
  for (int i = 0; i < 3; i++)
    steps.emplace_back([a = x[i], i](T v) { return a * v + i * v * v; });
  steps.push_back(std::bind([](T a, T v) { return a - v; }, x[1], std::placeholders::_1));
  steps.push_back([a = x[0], b = x[1], c = x[2], d = &steps, e = x[0]](T v) {
    return a - v * b * c + T(d->size()) * e;
  });
  std::rotate(steps.begin(), steps.begin() + 2, steps.end());
  T sum = x[0];
  for (auto &step : steps)
    sum = step(sum) / (1 + sum * sum);
  std::rotate(steps.begin(), steps.begin() + 1, steps.end());
  std::swap(steps[0], steps[3]);
  for (auto &step : steps)
    sum = step(sum) / (1 + sum * sum);
  return sum;
}
static float floats(const float *x) { return turned(x); }
CHECK_FUNCTION(floats, 3, 0.7, 0.5, 0.4);
static float doubles(const float *x) {
  const double wide[3] = {x[0], x[1], x[2]};
  return float(turned(wide));
}
CHECK_FUNCTION(doubles, 3, 0.7, 0.5, 0.4);
