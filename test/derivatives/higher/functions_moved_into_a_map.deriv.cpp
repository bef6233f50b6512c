// A std::function that its caller hands over is moved into a map's node, and makes functions there:
// what its closure captured lies where at other times an address lies. Reverse over forward mode.
#include "check.h"
#include <functional>
#include <map>
using Maker = std::function<std::function<double(double)>(int)>;
static double registered(const double *x) {
  std::map<int, Maker> makers;
  auto add = [&](int name, Maker maker) { makers.emplace(name, std::move(maker)); };
  add(1, [b = x[1]](int) {
    return std::function<double(double)>([b](double v) { return exp(b * v) / b; });
  });
  return makers.at(1)(1)(x[0]);
}
double __enzyme_fwddiff_registered(void *, const double *, const double *);
void __enzyme_autodiff_slope(void *, int, const double *, double *, int, const double *);
static double slope(const double *x, const double *v) {
  return __enzyme_fwddiff_registered((void *)registered, x, v);
}
/// d/dx (v · ∇f) of f = exp(b a) / b
CHECK_VALUES(product_with_the_hessian) {
  double x[2] = {0.5, 0.8}, v[2] = {0.3, -0.7}, d[2] = {0, 0};
  __enzyme_autodiff_slope((void *)slope, enzyme_dup, x, d, enzyme_const, v);
  double a = x[0], b = x[1], e = exp(a * b);
  EXPECT_CLOSE(d[0], v[0] * b * e + v[1] * a * e, 1e-12);
  EXPECT_CLOSE(d[1], v[0] * a * e + v[1] * e * (a * a / b - 2 * a / (b * b) + 2 / (b * b * b)),
               1e-12);
}
