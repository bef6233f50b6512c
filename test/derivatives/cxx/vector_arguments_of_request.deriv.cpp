// std::vector arguments: their shadows are vectors of the same size.
#include "check.h"
#include <vector>
template <class R, class... T> R __enzyme_autodiff(void *, T...);
static double f(const std::vector<double> &x, std::vector<double> &out) {
  double sum = 0;
  for (size_t i = 0; i < x.size(); i++) {
    out[i] = x[i] * x[i];
    sum += out[i] * x[0];
  }
  return sum;
}

CHECK_VALUES(closed) {
  std::vector<double> x = {1, 2, 3}, dx(3, 0.0), out(3, 0.0), dout(3, 0.0);
  dout[2] = 10;
  __enzyme_autodiff<double>((void *)f, &x, &dx, &out, &dout);
  EXPECT_EXACT(dx[0], 16);
  EXPECT_EXACT(dx[1], 4);
  EXPECT_EXACT(dx[2], 66);
  EXPECT_EXACT(out[2], 9);
  EXPECT_EXACT(dout[2], 0);
}
