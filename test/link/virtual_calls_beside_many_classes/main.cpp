// Virtual calls at a place of the table where unrelated classes have more functions than a pointer's
// calls are compared with: of each call only those of its own class come into question.
#include "parts.h"
#include "check.h"

double f(const double *x) {
  Quote a(x[0]), b(x[1]);
  auto product = productOf(a, b);
  double before = product->value();
  product->update();
  a.set(x[2] * x[0]);
  double y = before + product->value();
  counted(&y, 40)->dispose();
  return y;
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
