// enzyme::tuple in memory order, and make_zero for every shape of object.
// std: c++20
// flags: -Wextra -Wpedantic -Werror
#include "check.h"
#include <array>
#include <complex>
#include <enzyme/enzyme>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>
namespace ez = enzyme;

struct Plain {
  double a;
  int n;
  float b[2];
};

CHECK_VALUES(tuples) {
  ez::tuple<double, int, float> t(1.5, 2, 3.5f);
  EXPECT_EXACT(ez::get<0>(t) + ez::get<1>(t) + ez::get<2>(t), 7);
  EXPECT_TRUE((char *)&ez::get<0>(t) < (char *)&ez::get<1>(t) && (char *)&ez::get<1>(t) < (char *)&ez::get<2>(t));
  static_assert(ez::tuple_size_v<decltype(t)> == 3 && ez::tuple_size_v<ez::tuple<>> == 0);
  auto joined = ez::tuple_cat(t, ez::tuple<std::string>(std::string("x")), ez::tuple<>());
  static_assert(std::is_same_v<decltype(joined), ez::tuple<double, int, float, std::string>>);
  EXPECT_TRUE(ez::get<3>(joined) == "x");
  int n = 5;
  auto references = ez::forward_as_tuple(n, 7);
  static_assert(std::is_same_v<decltype(references), ez::tuple<int &, int &&>>);
  ez::get<0>(references) = 6;
  EXPECT_EXACT(n, 6);
  auto [a, b, c] = t;
  EXPECT_EXACT(a + b + c, 7);
  auto moved = ez::get<0>(ez::tuple<std::unique_ptr<int>>(std::make_unique<int>(4)));
  EXPECT_EXACT(*moved, 4);
  ez::tuple deduced(1, 2.0);
  static_assert(std::is_same_v<decltype(deduced), ez::tuple<int, double>>);
  ez::tuple<double, int> zero;
  EXPECT_EXACT(ez::get<0>(zero) + ez::get<1>(zero), 0);
}

CHECK_VALUES(zeros) {
  EXPECT_EXACT(ez::make_zero(3.5), 0);
  EXPECT_EXACT(ez::make_zero(7), 7); // integers are as in the original
  auto v = ez::make_zero(std::vector<std::vector<double>>{{1, 2}, {3}});
  EXPECT_TRUE(v.size() == 2 && v[0].size() == 2 && v[0][1] == 0 && v[1][0] == 0);
  auto p = ez::make_zero(Plain{1, 2, {3, 4}});
  EXPECT_TRUE(p.a == 0 && p.n == 2 && p.b[1] == 0);
  auto m = ez::make_zero(std::map<std::string, double>{{"a", 1}});
  EXPECT_TRUE(m.size() == 1 && m.at("a") == 0);
  EXPECT_TRUE(ez::make_zero(std::complex<double>(1, 2)) == 0.0);
  double plain[3] = {1, 2, 3};
  auto a = ez::make_zero(plain);
  static_assert(std::is_same_v<decltype(a), std::array<double, 3>>);
  auto s = ez::make_zero(std::span<const double>(plain));
  static_assert(std::is_same_v<decltype(s), std::vector<double>>);
  EXPECT_TRUE(s.size() == 3 && s[2] == 0);
  EXPECT_TRUE(plain[2] == 3);
}

CHECK_VALUES(deduction) {
  double x = 1, dx = 0;
  std::vector<double> w{1}, dw{0};
  const std::vector<double> c{1};
  static_assert(std::is_same_v<decltype(ez::Active{x}), ez::Active<double>>);
  static_assert(std::is_same_v<decltype(ez::Duplicated{x, dx}), ez::Duplicated<double>>);
  static_assert(std::is_same_v<decltype(ez::Duplicated{&x, &dx}), ez::Duplicated<double *>>);
  static_assert(std::is_same_v<decltype(ez::Duplicated{w, dw}), ez::Duplicated<std::vector<double> &>>);
  static_assert(std::is_same_v<decltype(ez::Const{c}), ez::Const<const std::vector<double> &>>);
  static_assert(std::is_same_v<decltype(ez::Const{4}), ez::Const<int>>);
  static_assert(std::is_same_v<ez::Forward, ez::ForwardMode> && std::is_same_v<ez::Reverse, ez::ReverseMode<>>);
  static_assert(std::is_same_v<ez::ReverseWithPrimal, ez::ReverseMode<true>>);
  auto f = [](const std::vector<double> &v) { return v[0] * v[0]; };
  ez::autodiff<ez::Reverse>(f, ez::Duplicated{w, dw});
  EXPECT_EXACT(dw[0], 2);
}
