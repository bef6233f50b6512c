// The bytes of numbers in a string of C++17 that has its characters on the heap: the library makes
// room for them, and the derivative makes room for their adjoints.
// only: -O0 -O2 asan
// std: c++17
#include "check.h"
#include <cstring>
#include <string>

NOINLINE static std::string kept(const double *x, int n) {
  return std::string(reinterpret_cast<const char *>(x), n * sizeof(double));
}
double f(const double *x, int n) {
  std::string bytes = kept(x, n);
  double numbers[4], sum = 0;
  std::memcpy(numbers, bytes.data(), sizeof numbers);
  for (int i = 0; i < n; i++)
    sum += numbers[i] * numbers[i] * (i + 1);
  return sum * numbers[0];
}
CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2);
