// Member functions through wrappers, functors with state, member function pointers, static members.
#include "check.h"

struct Model {
  double rate;
  static double offset;
  double operator()(double t) const { return exp(-rate * t) + offset; }
  double step(double t) {
    rate *= 1.1;
    return (*this)(t)*rate;
  }
};
double Model::offset = 0.5;
template <class F> static double quadrature(F &&g, double b) {
  return b / 6 * (g(0.0) + 4 * g(b / 2) + g(b));
}
double f(double x, double y) {
  Model m{x};
  double (Model::*method)(double) = &Model::step;
  const double first = quadrature(m, y);
  return first + (m.*method)(y)*m.step(first);
}

CHECK_SCALAR2(f, 0.5, 1.5);
