// What typed interfaces tend to break: functors that have names, lambdas of every kind, mixtures of
// Duplicated and Active, two floats, long double, overload sets.
// flags: -Wextra -Wpedantic -Werror
// std: c++17
#include "check.h"
#include <enzyme/enzyme>
#include <cmath>
using namespace enzyme;

struct Scaled {
  double k;
  double operator()(double x) const { return k * x * x; }
};
struct Counter {
  int calls = 0;
  double operator()(double x) { return ++calls * x * x; }
};
static double both(double k, const double *x) { return k * x[0] * x[1]; }
static float two(float x, float y) { return x * x * y; }
static long double cube(long double x) { return x * x * x; }
static double over(double x) { return x * x; }
static float over(float x) { return x * x * x; }
static double over(int n, double x) { return n * x; }

template <class T> static auto first(const T &derivative) { return get<0>(get<0>(derivative)); }

CHECK_VALUES(function_objects) {
  EXPECT_EXACT(first(autodiff<Reverse>(Scaled{2}, Active{3.0})), 12);
  Scaled named{2};
  const Scaled constant{3};
  EXPECT_EXACT(first(autodiff<Reverse>(named, Active{3.0})), 12);
  EXPECT_EXACT(first(autodiff<Reverse>(constant, Active{3.0})), 18);
  EXPECT_EXACT(get<0>(autodiff<Forward>(named, Duplicated{3.0, 1.0})), 12);
  Counter counter;
  EXPECT_EXACT(first(autodiff<Reverse>(counter, Active{3.0})), 6);
  EXPECT_EXACT(first(autodiff<Reverse>(counter, Active{3.0})), 12);
  EXPECT_EXACT(counter.calls, 2);
}

CHECK_VALUES(lambdas) {
  double k = 2;
  auto plain = [](double x) { return x * x; };
  auto byValue = [k](double x) { return k * x * x; };
  auto byReference = [&k](double x) { return k * x * x * x; };
  auto generic = [k](auto x) { return k * x * x; };
  auto recursive = [](auto &self, double x, int n) -> double { return n ? x * self(self, x, n - 1) : 1; };
  EXPECT_EXACT(first(autodiff<Reverse>(plain, Active{3.0})), 6);
  EXPECT_EXACT(first(autodiff<Reverse>(byValue, Active{3.0})), 12);
  EXPECT_EXACT(first(autodiff<Reverse>(byReference, Active{3.0})), 54);
  EXPECT_EXACT(first(autodiff<Reverse>(generic, Active{3.0})), 12);
  EXPECT_EXACT(first(autodiff<Reverse>([k](double x) { return std::exp(k * x); }, Active{0.0})), 2);
  EXPECT_EXACT(get<0>(autodiff<Forward>(+plain, Duplicated{3.0, 1.0})), 6);
  auto d = autodiff<Reverse>(recursive, Const{recursive}, Active{2.0}, Const{5});
  EXPECT_EXACT(get<1>(get<0>(d)), 80);
}

CHECK_VALUES(captures_as_arguments) {
  Scaled f{2}, df{0};
  auto d = autodiff<Reverse>(Duplicated{f, df}, Active{3.0});
  static_assert(std::is_same_v<decltype(d), tuple<tuple<nodiff, double>>>);
  EXPECT_EXACT(get<1>(get<0>(d)), 12);
  EXPECT_EXACT(df.k, 9);
  df.k = 1;
  EXPECT_EXACT(get<0>(autodiff<Forward>(Duplicated{f, df}, Duplicated{3.0, 1.0})), 21);
}

CHECK_VALUES(duplicated_beside_active) {
  double x[2] = {3, 5}, dx[2] = {0, 0};
  auto d = autodiff<Reverse>(both, Active{2.0}, Duplicated<const double *>(x, dx));
  static_assert(std::is_same_v<decltype(d), tuple<tuple<double, nodiff>>>);
  EXPECT_EXACT(first(d), 15);
  EXPECT_EXACT(dx[0], 10);
  EXPECT_EXACT(dx[1], 6);
  auto p = autodiff<ReverseWithPrimal>(both, Active{2.0}, Duplicated<const double *>(x, dx));
  static_assert(std::is_same_v<decltype(p), tuple<tuple<double, nodiff>, double>>);
  EXPECT_EXACT(get<1>(p), 30);
  EXPECT_EXACT(dx[0], 20);
}

CHECK_VALUES(kinds_of_numbers) {
  auto d = autodiff<Reverse>(two, Active{3.0f}, Active{5.0f});
  static_assert(std::is_same_v<decltype(d), tuple<tuple<float, float>>>);
  EXPECT_EXACT(get<0>(get<0>(d)), 30);
  EXPECT_EXACT(get<1>(get<0>(d)), 9);
  auto l = autodiff<ReverseWithPrimal>(cube, Active{2.0L});
  static_assert(std::is_same_v<decltype(l), tuple<tuple<long double>, long double>>);
  EXPECT_EXACT(first(l), 12);
  EXPECT_EXACT(get<1>(l), 8);
  EXPECT_EXACT(get<0>(autodiff<Forward>(cube, Duplicated{2.0L, 1.0L})), 12);
}

CHECK_VALUES(overload_sets) {
  EXPECT_EXACT(first(autodiff<Reverse>(static_cast<double (*)(double)>(over), Active{3.0})), 6);
  EXPECT_EXACT(first(autodiff<Reverse>(static_cast<float (*)(float)>(over), Active{3.0f})), 27);
  auto d = autodiff<Reverse>(static_cast<double (*)(int, double)>(over), Const{4}, Active{3.0});
  EXPECT_EXACT(get<1>(get<0>(d)), 4);
  EXPECT_EXACT(first(autodiff<Reverse>([](auto... x) { return over(x...); }, Active{3.0})), 6);
}
