// Mixins, inherited constructors, delegating constructors, default member initialisers that use values.
#include "check.h"

template <class Base> struct Scaled : Base {
  using Base::Base;
  double scale = Base::value * 0.5;
  double get() const { return Base::get() * scale; }
};
template <class Base> struct Shifted : Base {
  using Base::Base;
  double get() const { return Base::get() + 1; }
};
struct Core {
  double value;
  double other = value * value;
  explicit Core(double v) : value(v) {}
  Core(double a, double b) : Core(a * b) { other += b; }
  double get() const { return value + other; }
};

double f(const double *x) {
  Scaled<Shifted<Core>> a(x[0]);
  Shifted<Scaled<Core>> b(x[0], x[1]);
  Core &sliced = b;
  Core copy = a;
  return a.get() * b.get() + sliced.get() + copy.get();
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
