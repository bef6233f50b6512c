// C23: constexpr, auto, typeof, nullptr, _BitInt, bool, digit separators, attributes, empty initialisers.
// std: c23
#include "check.h"

constexpr double half = 0.5;
constexpr int count = 1'0;

[[nodiscard]] static double scale(double v, [[maybe_unused]] int unused) { return v * half; }

double f(const double *x) {
  auto sum = x[0] * x[1];
  typeof(sum) list[count] = {};
  _BitInt(37) index = 0b11;
  unsigned _BitInt(12) mask = 0xfff;
  double *none = nullptr;
  for (bool again = true; again; again = false)
    for (int i = 0; i < count; i++)
      list[i] += scale(sum * i, i) + x[0];
  static_assert(sizeof(double) == 8);
  if (none == nullptr && mask > index)
    sum *= list[(int)index];
  return sum + list[9];
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
