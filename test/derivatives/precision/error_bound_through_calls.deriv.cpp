// The bound counts what callees, recursion, callees through pointers and other precisions round away.
#include "check.h"
#include <cmath>
#include <vector>
extern int enzyme_error_bound;
template <class R, class... T> R __enzyme_autodiff(void *, T...);
template <class T> NOINLINE static T leaf(T x) { return std::sqrt(x) / 3; }
template <class T> NOINLINE static T recursive(T x, int n) {
  return n == 0 ? x : leaf(x) + x * recursive(x / 2, n - 1);
}
template <class T> static T calls(T x) {
  T (*functions[2])(T) = {leaf<T>, leaf<T>};
  std::vector<T> v;
  for (int i = 0; i < 8; i++)
    v.push_back(functions[i % 2](x + i) * x);
  T sum = recursive(x, 6);
  for (T t : v)
    sum -= t / 7;
  return sum;
}
static double inDouble(double x) { return calls(x); }
static double throughFloat(double x) { return (float)(x / 3) * 3.0; }

CHECK_VALUES(bounds) {
  for (double x : {0.3, 1.7, 11.0, 123.456}) {
    double bound = 0;
    double slope = __enzyme_autodiff<double>((void *)inDouble, enzyme_error_bound, &bound, x);
    EXPECT_CLOSE(slope, __enzyme_autodiff<double>((void *)inDouble, x), 1e-15);
    double error = std::fabs((double)(inDouble(x) - calls((long double)x)));
    EXPECT_TRUE(error <= bound);
    EXPECT_TRUE(bound < 1e-13 * (1 + std::fabs(inDouble(x))));
  }
  double bound = 0;
  __enzyme_autodiff<double>((void *)throughFloat, enzyme_error_bound, &bound, 1.0);
  double error = std::fabs(throughFloat(1.0) - 1);
  EXPECT_TRUE(error <= bound);
  EXPECT_TRUE(bound < 0x1p-23);
}
