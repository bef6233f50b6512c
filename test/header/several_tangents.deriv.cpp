// autodiff with several shadows for each argument: BatchDuplicated.
// std: c++17
// flags: -Wextra -Wpedantic -Werror
#include "check.h"
#include <array>
#include <enzyme/enzyme>
#include <type_traits>
#include <vector>
using namespace enzyme;

static double f(double x, double y) { return x * x * y; }
static void g(const double *x, double *y) {
  y[0] = x[0] * x[1];
  y[1] = x[0] * x[0];
}

CHECK_VALUES(forward) {
  auto t = autodiff<Forward>(f, BatchDuplicated{3.0, 1.0, 0.0}, BatchDuplicated{5.0, 0.0, 1.0});
  static_assert(std::is_same_v<decltype(t), tuple<std::array<double, 2>>>);
  EXPECT_EXACT(get<0>(t)[0], 30);
  EXPECT_EXACT(get<0>(t)[1], 9);
  auto b = autodiff<Forward, Duplicated<double>>(f, BatchDuplicated{3.0, 1.0, 2.0, 3.0}, Const{5.0});
  static_assert(std::is_same_v<decltype(b), tuple<double, std::array<double, 3>>>);
  EXPECT_EXACT(get<0>(b), 45);
  EXPECT_EXACT(get<1>(b)[2], 90);
}

CHECK_VALUES(reverse) {
  double x[2] = {3, 4}, a[2] = {0, 0}, b[2] = {0, 0}, y[2], seedA[2] = {1, 0}, seedB[2] = {0, 1};
  auto r = autodiff<Reverse>(g, BatchDuplicated<const double *, 2>(x, a, b), BatchDuplicated{&y[0], seedA, seedB});
  static_assert(std::is_same_v<decltype(r), tuple<tuple<nodiff, nodiff>>>);
  EXPECT_EXACT(a[0], 4);
  EXPECT_EXACT(a[1], 3);
  EXPECT_EXACT(b[0], 6);
  EXPECT_EXACT(y[1], 9);
  auto scaled = [](double k, const double *p, double *q) { *q = k * p[0]; };
  double q, one = 1, two = 2;
  a[0] = b[0] = 0;
  auto d = autodiff<Reverse>(scaled, Active{5.0}, BatchDuplicated<const double *, 2>(x, a, b), BatchDuplicated{&q, &one, &two});
  static_assert(std::is_same_v<decltype(d), tuple<tuple<std::array<double, 2>, nodiff, nodiff>>>);
  EXPECT_EXACT(get<0>(get<0>(d))[0], 3);
  EXPECT_EXACT(get<0>(get<0>(d))[1], 6);
  EXPECT_EXACT(b[0], 10);
}

CHECK_VALUES(references) {
  std::vector<double> x{1, 2}, s{1, 0}, t{0, 1};
  auto r = autodiff<Forward>([](const std::vector<double> &v) { return v[0] * v[0] * v[1]; }, BatchDuplicated{x, s, t});
  EXPECT_EXACT(get<0>(r)[0], 4);
  EXPECT_EXACT(get<0>(r)[1], 1);
}
