// C++ in lanes: exceptions that leave, destructors, virtual calls, containers,
// lambdas, std::function, references.
#include "check.h"
#include <cmath>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>
extern "C" {
extern int enzyme_dupv;
}
namespace {
struct Shape {
  virtual ~Shape() = default;
  virtual double area(double s) const = 0;
};
struct Disc : Shape {
  double r;
  explicit Disc(double r) : r(r) {}
  double area(double s) const override { return 3 * r * r * s; }
};
struct Box : Shape {
  double a, b;
  Box(double a, double b) : a(a), b(b) {}
  double area(double s) const override { return a * b + s; }
};
double shapes(const double *x, int n) {
  std::vector<std::unique_ptr<Shape>> all;
  for (int i = 0; i + 1 < n; i++)
    if (i % 2)
      all.push_back(std::make_unique<Box>(x[i], x[i + 1]));
    else
      all.push_back(std::make_unique<Disc>(x[i]));
  double s = 0.5;
  for (const auto &shape : all)
    s = s * 0.5 + shape->area(s);
  return s;
}
double containers(const double *x, int n) {
  std::vector<double> v;
  for (int i = 0; i < n; i++)
    v.push_back(x[i] * x[i]);
  std::function<double(double)> f = [&v](double t) { return v.back() * t + v.front(); };
  double s = 1;
  for (double &e : v)
    s = f(s) * e;
  return s;
}
double guarded(const double *x, int n) {
  std::vector<double> copy(x, x + n);
  if (n < 1)
    throw std::runtime_error("empty");
  double s = 0;
  for (double e : copy) {
    if (e > 100)
      throw std::runtime_error("too large");
    s += e * std::exp(-e);
  }
  return s;
}
} // namespace
CHECK_FUNCTION_N(shapes, 4, 0.3, 1.2, -0.8, 0.5);
CHECK_FUNCTION_N(containers, 3, 0.3, 1.2, -0.8);
CHECK_FUNCTION_N(guarded, 3, 0.3, 1.2, -0.8);

template <class R, class... T> R __enzyme_autodiff(void *, T...);
CHECK_VALUES(thrown) {
  double x[3] = {1, 200, 3}, d[2][3] = {{0, 0, 0}, {1, 1, 1}};
  int caught = 0;
  try {
    __enzyme_autodiff<void>((void *)guarded, enzyme_width, 2, enzyme_dupv, sizeof d[0], x, d[0], enzyme_const, 3);
  } catch (const std::runtime_error &) {
    caught++;
  }
  EXPECT_EXACT(caught, 1);
  EXPECT_EXACT(d[0][0], 0);
  EXPECT_EXACT(d[1][2], 1);
}
