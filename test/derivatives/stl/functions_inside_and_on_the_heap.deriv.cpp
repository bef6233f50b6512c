// std::functions of one type whose lambdas are kept inside (a number) and on the heap (a vector,
// many numbers): in a map, in a vector that is sorted, swapped, and assigned over each other.
// also: -D_GLIBCXX_DEBUG
#include "check.h"
#include <algorithm>
#include <functional>
#include <map>
#include <vector>

using Model = std::function<double(double)>;

static double inMap(const double *x, int) {
  std::map<int, Model> models;
  models[1] = [table = std::vector<double>{x[1], 2, x[2]}](double a) { return a * table[0] + table[2]; };
  double scale = x[0];
  models[2] = [scale](double a) { return a * scale; };
  return models.find(1)->second(x[0]) + models[2](x[1]);
}
CHECK_FUNCTION_N(inMap, 3, 0.7, -0.4, 0.3);

static double exchanged(const double *x, int n) {
  double number = x[0] * x[1];
  Model inside = [number](double a) { return a * a * number; };
  Model outside = [number, p = x[1], q = x[2] * x[0], r = 1.0](double a) { return (p * a + q) * number + r; };
  Model third = inside;
  std::swap(inside, outside);
  if (n > 2)
    third = outside;
  outside = inside;
  return inside(x[2]) + 2 * outside(x[0]) + 3 * third(x[1]);
}
CHECK_FUNCTION_N(exchanged, 3, 0.7, -0.4, 0.3);

static double sorted(const double *x, int n) {
  std::vector<std::pair<int, Model>> models;
  for (int i = 0; i < n; i++) {
    double own = x[i];
    if (i % 2)
      models.emplace_back(n - i, [own](double a) { return sin(a * own); });
    else
      models.emplace_back(n - i, [rows = std::vector<double>(i + 1, own)](double a) {
        double sum = 0;
        for (double row : rows)
          sum += row * a;
        return sum;
      });
  }
  std::sort(models.begin(), models.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
  double value = 1;
  for (const auto &[order, model] : models)
    value = model(value + order);
  return value;
}
CHECK_FUNCTION_N(sorted, 4, 0.7, -0.4, 0.3, 0.9);
