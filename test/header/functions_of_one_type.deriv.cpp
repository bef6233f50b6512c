// Many functions of one type in one file: each gets its own derivative, and one that cannot be
// differentiated, whose address is taken elsewhere, is its own affair; also at second order.
// std: c++17
#include "check.h"
#include <cmath>
#include <enzyme/enzyme>

static double opaque(double x) {
  asm volatile("" : "+x"(x));
  return x;
}
static double usesIt(double x) { return opaque(x) * x; }
static double (*volatile keep[])(double) = {opaque, usesIt};

template <int n> static double power(double x) {
  double p = n;
  for (int i = 0; i < n; i++)
    p *= x;
  return p;
}
template <int n> static int check() {
  int wrong = 0;
  if constexpr (n > 0) {
    wrong += enzyme::gradient(power<n>, 1.0) != n * n;
    wrong += check<n - 1>();
  }
  return wrong;
}
static double square(double x) { return x * x * x; }

CHECK_VALUES(each_its_own) {
  EXPECT_EXACT(check<20>(), 0);
  EXPECT_EXACT(enzyme::gradient(square, 2.0), 12);
  EXPECT_EXACT(enzyme::hvp(square, 2.0, 1.0), 12);
  EXPECT_EXACT(enzyme::hvp(power<3>, 2.0, 1.0), 36);
  EXPECT_TRUE(keep[0] != keep[1]);
}
