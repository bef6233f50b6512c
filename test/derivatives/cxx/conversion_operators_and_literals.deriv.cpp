// Conversions, explicit constructors, user literals, overloaded -> * [] () and comma.
#include "check.h"

struct Metres {
  double value;
  explicit Metres(double v) : value(v) {}
  operator double() const { return value; }
};
static Metres operator""_km(long double v) { return Metres(1000 * (double)v); }

struct Handle {
  Metres *to;
  Metres *operator->() const { return to; }
  Metres &operator*() const { return *to; }
  double operator[](int i) const { return to->value * i; }
  double operator()(double a, double b) const { return to->value * a + b; }
  Handle &operator,(double v) {
    to->value += v;
    return *this;
  }
};

double f(const double *x) {
  Metres a(x[0] * x[1]), b = 0.002_km;
  Handle h{&a};
  h, x[0], x[1];
  double r = *h + h->value * h[3] + h(x[1], 2) * b;
  double asNumber = a;
  return r + asNumber * static_cast<double>(Metres(x[0]));
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
