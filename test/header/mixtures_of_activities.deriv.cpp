// All mixtures of Active, Const and Duplicated over three arguments, in every mode.
// std: c++17
// flags: -Wextra -Wpedantic -Werror
#include "check.h"
#include <enzyme/enzyme>
#include <type_traits>
using namespace enzyme;

/// x y z^2, z behind a pointer.
static double f(double x, float y, const double *z) { return x * double(y) * *z * *z; }

template <bool activeX, bool activeY, bool activeZ> static int reverse() {
  const double x = 2, z = 4;
  const float y = 3;
  double dz = 0;
  auto wrapX = [&] { if constexpr (activeX) return Active{x}; else return Const{x}; };
  auto wrapY = [&] { if constexpr (activeY) return Active{y}; else return Const{y}; };
  auto wrapZ = [&] {
    if constexpr (activeZ)
      return Duplicated<const double *>(&z, &dz);
    else
      return Const<const double *>(&z);
  };
  auto r = autodiff<ReverseWithPrimal>(f, wrapX(), wrapY(), wrapZ());
  using X = std::conditional_t<activeX, double, nodiff>;
  using Y = std::conditional_t<activeY, float, nodiff>;
  static_assert(std::is_same_v<decltype(r), tuple<tuple<X, Y, nodiff>, double>>);
  int wrong = get<1>(r) != 96;
  if constexpr (activeX)
    wrong += get<0>(get<0>(r)) != 48;
  if constexpr (activeY)
    wrong += get<1>(get<0>(r)) != 32;
  wrong += dz != (activeZ ? 48 : 0);
  return wrong;
}

template <bool dupX, bool dupY, bool dupZ> static int forward() {
  const double x = 2, z = 4, dz = 1;
  const float y = 3;
  auto wrapX = [&] { if constexpr (dupX) return Duplicated{x, 1.0}; else return Const{x}; };
  auto wrapY = [&] { if constexpr (dupY) return Duplicated{y, 1.0f}; else return Const{y}; };
  auto wrapZ = [&] {
    if constexpr (dupZ)
      return Duplicated<const double *>(&z, &dz);
    else
      return Const<const double *>(&z);
  };
  auto r = autodiff<Forward, Duplicated<double>>(f, wrapX(), wrapY(), wrapZ());
  return (get<0>(r) != 96) + (get<1>(r) != 48 * dupX + 32 * dupY + 48 * dupZ);
}

template <int mask> static int all() {
  constexpr bool a = mask & 1, b = mask & 2, c = mask & 4;
  int wrong = reverse<a, b, c>() + forward<a, b, c>();
  if constexpr (mask != 0)
    wrong += all<mask - 1>();
  return wrong;
}

CHECK_VALUES(all_mixtures) { EXPECT_EXACT(all<7>(), 0); }
