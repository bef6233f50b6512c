// std::vector grown by push_back: sum of (i*x)^2, i < 5, at 2 is 120.
// also: -stdlib=libc++ -static-libstdc++
// matrix: full
#include "check.h"
#include <vector>

double f(double x) {
  std::vector<double> v;
  for (int i = 0; i < 5; i++)
    v.push_back(x * i);
  double sum = 0;
  for (double e : v)
    sum += e * e;
  return sum;
}

CHECK_SCALAR(f, 2, -0.5);
CHECK_VALUES(closed) { EXPECT_EXACT(__enzyme_autodiff_check((void *)f, 2.0), 120); }
