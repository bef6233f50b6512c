// What exceptions say, in differentiated code, without assumptions on aliasing.
// flags: -fno-strict-aliasing
#include "check.h"
#include <stdexcept>
#include <string>
#include <cstring>
static double checked(double v) {
  if (v > 2) throw std::runtime_error("too large");
  if (v < 0) throw std::invalid_argument(std::string("negative: too small by far"));
  return v * v;
}
double f(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    try { sum += checked(x[i]); }
    catch (const std::exception &e) { sum += x[i] * double(std::strlen(e.what())); }
  return sum;
}
CHECK_FUNCTION_N(f, 3, 1, -2, 3);
