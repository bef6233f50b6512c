// Closures with the same body that differ in what they captured, by value, by reference, at other
// offsets, through std::function, used in another order than written.
#include "check.h"
#include <enzyme/enzyme>
#include <functional>

using Function = std::function<double(double)>;
static double slope(const Function &f, double x) {
  return enzyme::gradient([&f](double t) { return f(t); }, x);
}
static double direct(const Function &f, double x) { return enzyme::gradient(f, x); }

CHECK_VALUES(alike) {
  double k = 2, m = 3, q = 5;
  auto a = [=](double x) { return k * x; };
  auto b = [=](double x) { return m * x; };
  auto c = [&](double x) { return q * x; };
  auto d = [k, m, q](double x) { return static_cast<void>(k), static_cast<void>(m), q * x; };
  const Function functions[] = {c, b, d, a, [=](double x) { return a(x) * b(x); }};
  const double wanted[] = {5, 3, 5, 2, 12};
  for (int i = 0; i < 5; i++) {
    EXPECT_EXACT(slope(functions[i], 1), wanted[i]);
    EXPECT_EXACT(direct(functions[i], 1), wanted[i]);
  }
  EXPECT_EXACT(enzyme::gradient(c, 1.0), 5);
  EXPECT_EXACT(enzyme::gradient(a, 1.0), 2);
  q = 7;
  EXPECT_EXACT(slope(functions[0], 1), 7);
}

CHECK_VALUES(made_in_a_loop) {
  Function composed = [](double x) { return x; };
  for (int i = 1; i <= 4; i++)
    composed = [composed, i](double x) { return i * composed(x) * x; };
  EXPECT_EXACT(slope(composed, 1), 24 * 5);
}

CHECK_VALUES(unnamed_classes) {
  struct {
    double k;
    double operator()(double x) const { return k * x * x; }
  } first{2}, second{3};
  struct {
    double k;
    double operator()(double x) const { return k * x; }
  } third{4};
  EXPECT_EXACT(enzyme::gradient(third, 3.0), 4);
  EXPECT_EXACT(enzyme::gradient(second, 3.0), 18);
  EXPECT_EXACT(enzyme::gradient(first, 3.0), 12);
}
