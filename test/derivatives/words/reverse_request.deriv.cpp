// Reverse requests in C++: floats, references, seeds behind pointers (words 2.1).
#include "check.h"
template <class R, class... T> R __enzyme_autodiff(void *, T...);
float f(float x) { return x * x; }
void out(const double &x, double *y) { *y = x * x; }

CHECK_VALUES(words) {
  EXPECT_CLOSE(__enzyme_autodiff<float>((void *)f, 3.0f), 6, 1e-12);
  double x = 3, dx = 0, y = 0, dy = 10;
  __enzyme_autodiff<void>((void *)out, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy);
  EXPECT_CLOSE(y, 9, 1e-12);
  EXPECT_CLOSE(dx, 60, 1e-12);
  EXPECT_CLOSE(dy, 0, 1e-12);
}
