// Static polymorphism: the base calls the derived class's functions.
#include "check.h"

template <class D> struct Ode {
  double integrate(double y, double h, int n) const {
    for (int i = 0; i < n; i++)
      y += h * static_cast<const D *>(this)->slope(y, i * h);
    return y;
  }
};
struct Decay : Ode<Decay> {
  double k;
  explicit Decay(double rate) : k(rate) {}
  double slope(double y, double t) const { return -k * y * y + t; }
};
struct Growth : Ode<Growth> {
  double r, capacity;
  Growth(double rate, double c) : r(rate), capacity(c) {}
  double slope(double y, double) const { return r * y * (1 - y / capacity); }
};
double f(double x, double y) {
  return Decay(x).integrate(y, 0.1, 5) * Growth(y, x).integrate(0.5, 0.2, 4);
}

CHECK_SCALAR2(f, 0.5, 1.5);
