// Quantities with units in their types: ratios, conversions, constexpr arithmetic.
// std: c++17
#include "check.h"
#include <ratio>

template <int M, int S, class Scale = std::ratio<1>> struct Quantity {
  double value;
  template <class Other> constexpr Quantity<M, S, Other> to() const {
    using Factor = std::ratio_divide<Scale, Other>;
    return {value * double(Factor::num) / double(Factor::den)};
  }
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return {a.value + b.value}; }
};
template <int M1, int S1, int M2, int S2> constexpr Quantity<M1 + M2, S1 + S2> operator*(Quantity<M1, S1> a, Quantity<M2, S2> b) { return {a.value * b.value}; }
template <int M1, int S1, int M2, int S2> constexpr Quantity<M1 - M2, S1 - S2> operator/(Quantity<M1, S1> a, Quantity<M2, S2> b) { return {a.value / b.value}; }

double f(const double *x) {
  const Quantity<1, 0, std::kilo> far{x[0]};
  const Quantity<0, 1> time{x[1]};
  const auto speed = far.to<std::ratio<1>>() / time;
  const auto way = speed * time + Quantity<1, 0>{x[0]};
  const Quantity<1, -2> acceleration = speed / time;
  return way.value * 1e-3 + acceleration.value * 1e-3;
}

CHECK_FUNCTION(f, 2, 0.5, 1.5);
