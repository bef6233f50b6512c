// jvp, vjp and jacobian of functions that return arrays, pairs, structures, complex numbers, nested
// vectors, maps and floats.
// std: c++17
#include "check.h"
#include <array>
#include <complex>
#include <enzyme/enzyme>
#include <map>
#include <string>
#include <utility>
#include <vector>
using enzyme::jacobian, enzyme::jvp, enzyme::vjp;

struct State {
  double position[2];
  std::array<double, 2> velocity;
  int step;
};
struct Trace {
  std::vector<double> values;
  double last;
};

CHECK_VALUES(fixed_shapes) {
  auto array = [](double x) { return std::array<double, 2>{x * x, x * x * x}; };
  EXPECT_EXACT(jvp(array, 3.0, 1.0)[1], 27);
  EXPECT_EXACT(vjp(array, 3.0, std::array<double, 2>{1, 10}), 276);
  auto pair = [](double x, double y) { return std::pair(x * y, x - y); };
  auto t = jvp(pair, 2.0, 3.0, std::tuple{1.0, 1.0});
  EXPECT_EXACT(t.first + 10 * t.second, 5);
  auto move = [](const State &s) {
    State next = s;
    for (int i = 0; i < 2; i++)
      next.position[i] += 0.5 * s.velocity[std::size_t(i)] * s.velocity[std::size_t(i)];
    ++next.step;
    return next;
  };
  const State at{{1, 2}, {3, 4}, 7};
  State direction{{0, 0}, {1, 0}, 0};
  State moved = jvp(move, at, direction);
  EXPECT_EXACT(moved.position[0], 3);
  EXPECT_EXACT(moved.velocity[0], 1);
  State back = vjp(move, at, State{{0, 1}, {0, 0}, 0});
  EXPECT_EXACT(back.velocity[1], 4);
  EXPECT_EXACT(back.position[1], 1);
  auto j = jacobian(move, at);
  EXPECT_EXACT(j.rows, 4);
  EXPECT_EXACT(j(1, 3), 4);
  auto square = [](std::complex<double> z) { return z * z; };
  auto c = jacobian(square, std::complex<double>(3, 4)); // (a + bi)^2
  EXPECT_CLOSE(c(0, 0), 6, 1e-14);
  EXPECT_CLOSE(c(0, 1), -8, 1e-14);
  EXPECT_CLOSE(c(1, 0), 8, 1e-14);
  auto small = jvp([](float x) { return std::array<float, 1>{x * x}; }, 3.0f, 1.0f);
  EXPECT_EXACT(small[0], 6);
}

CHECK_VALUES(shapes_known_when_running) {
  auto trace = [](double x, int n) {
    Trace r{{}, x};
    for (int i = 0; i < n; i++)
      r.values.push_back(r.last *= x);
    return r;
  };
  Trace t = jvp(trace, 2.0, 3, 1.0);
  EXPECT_EXACT(t.values.size(), 3);
  EXPECT_EXACT(t.values[0], 4);
  EXPECT_EXACT(t.values[2], 32);
  EXPECT_EXACT(t.last, 32);
  EXPECT_EXACT(vjp(trace, 2.0, 3, Trace{{1, 0, 1}, 0}), 36);
  auto nested = [](const std::vector<double> &x) {
    return std::vector<std::vector<double>>{{x[0]}, {}, {x[0] * x[1], x[1]}};
  };
  auto j = jacobian(nested, std::vector<double>{2, 3});
  EXPECT_EXACT(j.rows, 3);
  EXPECT_EXACT(j(1, 0), 3);
  auto named = [](double x) { return std::map<std::string, double>{{"a", x}, {"b", x * x}}; };
  EXPECT_EXACT(jvp(named, 3.0, 1.0).at("b"), 6);
}
