// Constructors and destructors that change active memory when scopes end.
#include "check.h"

struct Accumulator {
  double &into, value;
  Accumulator(double &target, double v) : into(target), value(v) { into *= 2; }
  ~Accumulator() { into += value * value; }
};
double f(const double *x, int n) {
  double total = 1;
  for (int i = 0; i < n; i++) {
    Accumulator outer(total, x[i]);
    if (x[i] > 0) {
      Accumulator inner(total, total * 0.1);
      if (x[i] > 1)
        continue;
    }
    total *= x[0];
  }
  return total;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 1.75, 2);
