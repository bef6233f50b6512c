// Results and arguments of types that no other file can name: of an anonymous
// namespace, and of a function.
#include "words.h"

template <typename Result, typename... Arguments> Result __enzyme_fwddiff(void *, Arguments...);
template <typename Result, typename... Arguments> Result __enzyme_autodiff(void *, Arguments...);

namespace {
struct Pair {
  double first, second;
};
Pair both(double x) { return {x * x, x * x * x}; }
} // namespace

double slopeOfPolynomial(double x, double *gradient) {
  struct Polynomial {
    double a, b;
    static double at(const Polynomial *p, double x) { return p->a * x * x + p->b * x; }
  };
  Polynomial p{2, 1}, dp{0, 0};
  double dx = __enzyme_autodiff<double>((void *)Polynomial::at, enzyme_dup, &p, &dp, x);
  gradient[0] = dp.a;
  gradient[1] = dp.b;
  return dx;
}
//> Pair t = __enzyme_fwddiff<Pair>((void *)both, 3.0, 1.0); t.first, t.second == 6, 27
//> double g[2], dx = slopeOfPolynomial(3, g); dx, g[0], g[1] == 13, 9, 3
