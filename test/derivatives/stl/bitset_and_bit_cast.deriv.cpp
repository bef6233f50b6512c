// Bits of doubles through bit_cast, bitset as flags, numeric_limits as guards.
// std: c++20
#include "check.h"
#include <bit>
#include <bitset>
#include <cstdint>
#include <limits>

double f(const double *x) {
  std::bitset<8> flags(0b10110);
  double r = 0;
  for (int i = 0; i < 8; i++)
    if (flags.test(i))
      r += x[0] * i;
  const auto bits = std::bit_cast<std::uint64_t>(x[1]);
  const double magnitude = std::bit_cast<double>(bits & 0x7fffffffffffffffu);
  if (r < std::numeric_limits<double>::max() && std::popcount(flags.to_ulong()) == 3)
    r *= magnitude;
  return r + std::numeric_limits<double>::epsilon();
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
