// What can be called: pointers to functions known only when running, noexcept functions, mutable
// and move-only objects, bind, reference wrappers, overloaded and ref-qualified operators.
// std: c++17
#include "check.h"
#include <array>
#include <cmath>
#include <enzyme/enzyme>
#include <functional>
#include <memory>
using enzyme::gradient;

static double square(double x) { return x * x; }
static double cube(double x) noexcept { return x * x * x; }
static double scaled(double k, double x) { return k * x * x; }
static double (*const table[])(double) = {square, cube, std::exp};

struct MoveOnly {
  std::unique_ptr<double> k;
  double operator()(double x) const { return *k * x; }
};
struct Overloaded {
  double operator()(double x) const { return x * x; }
  float operator()(float x) const { return x * x * x; }
  double operator()(double x) { return 5 * x; }
};
struct Static {
  static double f(double x) { return x * x; }
  double member = 3;
};

CHECK_VALUES(functions) {
  EXPECT_EXACT(gradient(square, 3.0), 6);
  EXPECT_EXACT(gradient(&cube, 3.0), 27);
  EXPECT_EXACT(gradient(Static::f, 3.0), 6);
  volatile int which = 1;
  EXPECT_EXACT(gradient(table[which], 3.0), 27);
  double (*chosen)(double) = which ? square : cube;
  EXPECT_EXACT(gradient(chosen, 3.0), 6);
  double sum = 0;
  for (auto f : table)
    sum += gradient(f, 0.0);
  EXPECT_EXACT(sum, 1);
  EXPECT_EXACT(gradient(static_cast<double (*)(double)>(std::sin), 0.0), 1);
}

CHECK_VALUES(objects) {
  EXPECT_EXACT(gradient(MoveOnly{std::make_unique<double>(4)}, 2.0), 4);
  const Overloaded constant;
  Overloaded changeable;
  EXPECT_EXACT(gradient(constant, 3.0), 6);
  EXPECT_EXACT(gradient(constant, 3.0f), 27);
  EXPECT_EXACT(gradient(changeable, 3.0), 5);
  int calls = 0;
  EXPECT_EXACT(gradient([calls](double x) mutable { return ++calls * x; }, 3.0), 1);
  EXPECT_EXACT(gradient([&calls](double x) { return ++calls * x; }, 3.0), 1);
  EXPECT_EXACT(calls, 1);
  auto bound = std::bind(scaled, 3.0, std::placeholders::_1);
  EXPECT_EXACT(gradient(bound, 2.0), 12);
  EXPECT_EXACT(gradient(std::ref(constant), 3.0), 6);
  std::function<double(double)> erased = square;
  EXPECT_EXACT(gradient(erased, 3.0), 6);
  erased = [k = 7.0](double x) { return k * x; };
  EXPECT_EXACT(gradient(erased, 3.0), 7);
}

CHECK_VALUES(members) {
  const std::array<double, 2> x{2, 3};
  EXPECT_EXACT(gradient([](const auto &v) { return std::get<0>(v) * std::get<1>(v); }, x)[0], 3);
  auto [object, y] = gradient([](const Static &s, double v) { return s.member * v; }, Static(), 2.0);
  EXPECT_EXACT(object.member, 2);
  EXPECT_EXACT(y, 3);
}
