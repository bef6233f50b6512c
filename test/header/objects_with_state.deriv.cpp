// Functors and classes that change while they are called: accumulators, caches, filters; by their
// arguments and by their own members.
// std: c++17
#include "check.h"
#include <array>
#include <cmath>
#include <enzyme/enzyme>
#include <vector>
using enzyme::Duplicated, enzyme::gradient;
using Vector = std::vector<double>;

struct Filter { // y' = a y + (1 - a) x
  double a = 0.5, y = 0;
  double operator()(double x) {
    y = a * y + (1 - a) * x;
    return y;
  }
};
static double filtered(const Vector &x, double a) {
  Filter filter{a};
  double sum = 0;
  for (double v : x)
    sum += filter(v) * v;
  return sum;
}
class Integrator {
public:
  explicit Integrator(double dt) : dt(dt) {}
  Integrator &push(double position, double velocity) {
    state = {position, velocity};
    return *this;
  }
  Integrator &run(int steps, double k) {
    for (int i = 0; i < steps; i++) {
      state[1] -= dt * k * std::sin(state[0]);
      state[0] += dt * state[1];
    }
    count += steps;
    return *this;
  }
  double energy(double k) const { return 0.5 * state[1] * state[1] - k * std::cos(state[0]); }
  int steps() const { return count; }

private:
  double dt;
  std::array<double, 2> state{};
  int count = 0;
};
static double drift(double position, double k) {
  Integrator pendulum(0.05);
  return pendulum.push(position, 0.3).run(20, k).run(10, 2 * k).energy(k) * pendulum.steps();
}
struct Memo { // computes once, remembers
  mutable bool known = false;
  mutable double value = 0;
  double base = 2;
  double operator()(double x) const {
    if (!known)
      value = base * x * x, known = true;
    return value * x;
  }
};
static double remembered(double x) {
  const Memo memo;
  return memo(x) + memo(2 * x); // 2x^3 + 4x^3
}
template <class F> static double quotient(F f) { return (f(1e-6) - f(-1e-6)) / 2e-6; }

CHECK_VALUES(state) {
  const Vector x{1, -0.5, 2};
  auto [dx, da] = gradient(filtered, x, 0.3);
  for (std::size_t i = 0; i < x.size(); i++)
    EXPECT_CLOSE(dx[i], quotient([&](double h) { Vector y = x; y[i] += h; return filtered(y, 0.3); }), 1e-8);
  EXPECT_CLOSE(da, quotient([&](double h) { return filtered(x, 0.3 + h); }), 1e-8);
  auto [dp, dk] = gradient(drift, 0.4, 1.5);
  EXPECT_CLOSE(dp, quotient([](double h) { return drift(0.4 + h, 1.5); }), 1e-6);
  EXPECT_CLOSE(dk, quotient([](double h) { return drift(0.4, 1.5 + h); }), 1e-6);
  EXPECT_CLOSE(gradient(remembered, 1.5), 18 * 1.5 * 1.5, 1e-12);
}
CHECK_VALUES(by_members) {
  Filter filter{0.25, 4}, by{0, 0};
  const double dx = gradient(Duplicated{filter, by}, 8.0); // y = 0.25*4 + 0.75*8
  EXPECT_EXACT(dx, 0.75);
  EXPECT_EXACT(by.a, 4 - 8);
  EXPECT_EXACT(by.y, 0.25);
}
