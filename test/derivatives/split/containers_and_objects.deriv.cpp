// Halves of functions that work with containers, objects, virtual calls and lambdas; their tapes hold
// what these allocate until the reverse half has run.
#include "check.h"
#include <algorithm>
#include <memory>
#include <vector>
static double sorted(const double *x) {
  std::vector<double> v(x, x + 5);
  for (double &a : v)
    a = a * a - 0.3 * a;
  std::sort(v.begin(), v.end());
  double s = 0;
  for (std::size_t i = 0; i < v.size(); i++)
    s = s * 0.5 + v[i] * double(i + 1);
  return s;
}
struct Law {
  virtual ~Law() = default;
  virtual double of(double x) const = 0;
};
struct Power : Law {
  double k;
  explicit Power(double k) : k(k) {}
  double of(double x) const override { return k * x * x; }
};
struct Wave : Law {
  double of(double x) const override { return std::sin(x) * x; }
};
static double laws(const double *x) {
  std::vector<std::unique_ptr<Law>> all;
  for (int i = 0; i < 4; i++)
    if (i % 2)
      all.push_back(std::make_unique<Power>(x[i]));
    else
      all.push_back(std::make_unique<Wave>());
  double s = x[4];
  for (const auto &law : all)
    s = law->of(s) * 0.5 + x[1];
  return s;
}
static void convolve(const double *x, double *y) {
  std::vector<double> kernel{x[0], x[1], 0.5};
  auto at = [&](int i) { return x[(i + 5) % 5]; };
  for (int i = 0; i < 5; i++) {
    y[i] = 0;
    for (int k = 0; k < 3; k++)
      y[i] += kernel[k] * at(i + k - 1) * at(i);
  }
}
CHECK_FUNCTION(sorted, 5, 0.9, -0.4, 1.7, 0.2, 0.6);
CHECK_FUNCTION(laws, 5, 0.9, -0.4, 1.7, 0.2, 0.6);
CHECK_VECTOR(convolve, 5, 5, 0.9, -0.4, 1.7, 0.2, 0.6);
