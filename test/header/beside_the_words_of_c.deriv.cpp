// The header beside a program's own declarations of the words, in C and C++ form, in one file.
// std: c++17
#include "check.h"
#include <enzyme/enzyme>
extern int enzyme_dup, enzyme_const, enzyme_out;
double __enzyme_autodiff(void *, ...);
template <class R, class... T> R __enzyme_autodiff(T...);
namespace mine {
template <class R, class... T> R __enzyme_fwddiff(void *, T...);
}
static double f(double x, double y) { return x * x * y; }

CHECK_VALUES(both) {
  EXPECT_EXACT(__enzyme_autodiff((void *)f, enzyme_const, 3.0, enzyme_out, 5.0), 9);
  EXPECT_EXACT(__enzyme_autodiff<double>((void *)f, enzyme_const, 3.0, 5.0), 9);
  EXPECT_EXACT(mine::__enzyme_fwddiff<double>((void *)f, 3.0, 1.0, 5.0, 0.0), 30);
  auto [x, y] = enzyme::gradient(f, 3.0, 5.0);
  EXPECT_EXACT(x, 30);
  EXPECT_EXACT(y, 9);
}
