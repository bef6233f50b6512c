// autodiff: every mode and return activity, the shape of what it returns, and its numbers.
// std: c++17
// flags: -Wextra -Wpedantic -Werror
#include "check.h"
#include <enzyme/enzyme>
#include <type_traits>
using namespace enzyme;

static double f(double x) { return x * x; }
static double g(double x, double y) { return x * x * y; }
static double byReference(const double &x) { return x * x; }
static void through(const double *x, double *y) { *y = *x * *x; }
struct Pair {
  double a, b;
};
static Pair powers(double x) { return {x * x, x * x * x}; }
template <class A, class B> constexpr bool same = std::is_same_v<A, B>;

CHECK_VALUES(reverse) {
  auto one = autodiff<Reverse>(f, Active<double>(3.0));
  static_assert(same<decltype(one), tuple<tuple<double>>>);
  EXPECT_EXACT(get<0>(get<0>(one)), 6);
  auto mixed = autodiff<Reverse>(g, Const<double>(3.0), Active<double>(5.0));
  static_assert(same<decltype(mixed), tuple<tuple<nodiff, double>>>);
  EXPECT_EXACT(get<1>(get<0>(mixed)), 9);
  auto both = autodiff<ReverseWithPrimal>(g, Active<double>(3.0), Active<double>(5.0));
  static_assert(same<decltype(both), tuple<tuple<double, double>, double>>);
  EXPECT_EXACT(get<0>(get<0>(both)), 30);
  EXPECT_EXACT(get<1>(get<0>(both)), 9);
  EXPECT_EXACT(get<1>(both), 45);
  auto unseeded = autodiff<Reverse, Const<double>>(f, Active{3.0});
  EXPECT_EXACT(get<0>(get<0>(unseeded)), 0);
}

CHECK_VALUES(forward) {
  auto tangent = autodiff<Forward>(f, Duplicated<double>(3.0, 1.0));
  static_assert(same<decltype(tangent), tuple<double>>);
  EXPECT_EXACT(get<0>(tangent), 6);
  auto primal = autodiff<Forward, Const<double>>(f, Duplicated<double>(3.0, 1.0));
  static_assert(same<decltype(primal), tuple<double>>);
  EXPECT_EXACT(get<0>(primal), 9);
  auto both = autodiff<Forward, Duplicated<double>>(f, Duplicated<double>(3.0, 1.0));
  static_assert(same<decltype(both), tuple<double, double>>);
  EXPECT_EXACT(get<0>(both), 9);
  EXPECT_EXACT(get<1>(both), 6);
  auto noneed = autodiff<Forward, DuplicatedNoNeed<double>>(g, Duplicated{3.0, 1.0}, Const{5.0});
  EXPECT_EXACT(get<0>(noneed), 30);
}

CHECK_VALUES(references_and_pointers) {
  double x = 3, dx = 0, y = 0, dy = 1;
  auto r = autodiff<Reverse>(byReference, Duplicated<const double &>(x, dx));
  static_assert(same<decltype(r), tuple<tuple<nodiff>>>);
  EXPECT_EXACT(dx, 6);
  dx = 0;
  auto v = autodiff<Reverse>(through, Duplicated<const double *>(&x, &dx), Duplicated<double *>(&y, &dy));
  static_assert(same<decltype(v), tuple<tuple<nodiff, nodiff>>>);
  EXPECT_EXACT(y, 9);
  EXPECT_EXACT(dx, 6);
  EXPECT_EXACT(dy, 0);
  dx = 1;
  autodiff<Forward>(through, Duplicated{&x, &dx}, Duplicated{&y, &dy});
  EXPECT_EXACT(dy, 6);
  dx = 0, dy = 1, y = 0;
  autodiff<Reverse, Const<void>>(through, Duplicated{&x, &dx}, DuplicatedNoNeed{&y, &dy});
  EXPECT_EXACT(dx, 6);
}

CHECK_VALUES(structures) {
  auto e = autodiff<Forward, Duplicated<Pair>>(powers, Duplicated<double>(3.0, 1.0));
  static_assert(same<decltype(e), tuple<Pair, Pair>>);
  EXPECT_EXACT(get<0>(e).b, 27);
  EXPECT_EXACT(get<1>(e).a, 6);
  EXPECT_EXACT(get<1>(e).b, 27);
  auto product = [](Pair p) { return p.a * p.a * p.b; };
  auto d = autodiff<Reverse>(product, Active{Pair{3, 5}});
  static_assert(same<decltype(d), tuple<tuple<Pair>>>);
  EXPECT_EXACT(get<0>(get<0>(d)).a, 30);
  EXPECT_EXACT(get<0>(get<0>(d)).b, 9);
  EXPECT_EXACT(get<0>(autodiff<Forward>(product, Duplicated{Pair{3, 5}, Pair{0, 1}})), 9);
}

CHECK_VALUES(primal_call_and_bindings) {
  EXPECT_EXACT(primal_call(f, Active<double>(3.0)), 9);
  double x = 3, dx = 0;
  EXPECT_EXACT(primal_call(byReference, Duplicated<double &>(x, dx)), 9);
  auto [adjoints, value] = autodiff<ReverseWithPrimal>(g, Active{3.0}, Active{5.0});
  auto [ax, ay] = adjoints;
  EXPECT_EXACT(ax + ay + value, 84);
}
