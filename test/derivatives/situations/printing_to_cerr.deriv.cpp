// A function that prints to cerr through iostream: 2x.
// also: -stdlib=libc++ -static-libstdc++
// matrix: full
#include "check.h"
#include <iomanip>
#include <iostream>

double f(double x) {
  std::cerr << "at " << x << std::endl;
  const double r = x * x;
  std::cerr << std::setprecision(3) << r << '\n';
  return r;
}

CHECK_SCALAR(f, 3);
