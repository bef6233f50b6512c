// The policy of docs/nonsmooth.md: what each function's derivative is where it has none, alike in
// both modes.
#include "check.h"

static double divide(double a, double b) { return a / b; }
static double quotientTimesZero(double a, double b) { return 0 * (a / b) + a; }
static double notChosen(double x, double y) {
  double pole = log(x) / x;
  return x > 0 ? pole : y;
}
static double root(double x, double y) { return sqrt(x) + y; }
static double cubeRoot(double x, double y) { return cbrt(x) + y; }
static double distance(double x, double y) { return hypot(x, y); }
static double angle(double x, double y) { return atan2(x, y); }
static double power(double x, double y) { return pow(x, y); }
static double absolute(double x, double y) { return fabs(x) + y; }
static double smaller(double x, double y) { return fmin(x, y); }
static double larger(double x, double y) { return fmax(x, y); }
static double largerByHand(double x, double y) { return x > y ? x : y; }
static double positiveDifference(double x, double y) { return fdim(x, y); }
static double rounded(double x, double y) { return floor(x) + (int)y + rint(x) + (x < y); }
static double remainderOf(double x, double y) { return fmod(x, y); }
static double logarithm(double x, double y) { return log(x) + y; }
static double arc(double x, double y) { return asin(x) + y; }

static void expect(checkTwo reverse, double forwardX, double forwardY, double x, double y) {
  EXPECT_EXACT(reverse.first, x);
  EXPECT_EXACT(reverse.second, y);
  EXPECT_EXACT(forwardX, x);
  EXPECT_EXACT(forwardY, y);
}
#define EXPECT_AT(f, x, y, byX, byY)                                                               \
  expect(__enzyme_autodiff_check2((void *)f, x, y),                                                \
         __enzyme_fwddiff_check2((void *)f, enzyme_primal_return, x, 1.0, y, 0.0).tangent,         \
         __enzyme_fwddiff_check2((void *)f, enzyme_primal_return, x, 0.0, y, 1.0).tangent, byX,    \
         byY)

CHECK_VALUES(kinks) {
  EXPECT_AT(root, 0.0, 1.0, 0, 1);
  EXPECT_AT(cubeRoot, 0.0, 1.0, 0, 1);
  EXPECT_AT(distance, 0.0, 0.0, 0, 0);
  EXPECT_AT(angle, 0.0, 0.0, 0, 0);
  EXPECT_AT(power, 0.0, 2.0, 0, 0);
  EXPECT_AT(power, 0.0, 1.0, 1, 0);
  EXPECT_AT(power, 0.0, 0.5, 0, 0);
  EXPECT_AT(power, 0.0, 0.0, 0, 0);
  EXPECT_AT(power, -2.0, 2.0, -4, 0);
  EXPECT_AT(absolute, 0.0, 1.0, 0, 1);
  EXPECT_AT(smaller, 2.0, 2.0, 1, 0);
  EXPECT_AT(larger, 2.0, 2.0, 1, 0);
  EXPECT_AT(smaller, 2.0, (double)NAN, 1, 0);
  EXPECT_AT(larger, (double)NAN, 2.0, 0, 1);
  EXPECT_AT(largerByHand, 2.0, 2.0, 0, 1);
  EXPECT_AT(positiveDifference, 2.0, 2.0, 0, 0);
  EXPECT_AT(rounded, 2.0, 3.0, 0, 0);
  EXPECT_AT(remainderOf, 6.0, 3.0, 1, -2);
}

CHECK_VALUES(poles) {
  EXPECT_AT(logarithm, 0.0, 1.0, INFINITY, 1);
  EXPECT_AT(arc, 1.0, 1.0, INFINITY, 1);
  EXPECT_AT(divide, 1.0, 0.0, INFINITY, -INFINITY);
}

CHECK_VALUES(zeroStaysZero) {
  EXPECT_AT(notChosen, 0.0, 3.0, 0, 1);
  EXPECT_AT(notChosen, -1.0, 3.0, 0, 1);
  const checkTwo d = __enzyme_autodiff_check2((void *)quotientTimesZero, 2.0, 0.0);
  EXPECT_EXACT(d.first, 1);
  EXPECT_EXACT(d.second, 0);
}
