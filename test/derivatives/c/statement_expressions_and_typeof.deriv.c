// GNU C: statement expressions, typeof, nested macros, case ranges, ?: without middle.
#include "check.h"

#define max(a, b)                                                                                  \
  ({                                                                                               \
    typeof(a) a_ = (a);                                                                            \
    typeof(b) b_ = (b);                                                                            \
    a_ > b_ ? a_ : b_;                                                                             \
  })
#define square(v) ({ __auto_type v_ = (v); v_ * v_; })

double f(const double *x) {
  double r = 0;
  for (int i = 0; i < 6; i++)
    switch (i) {
    case 0 ... 2:
      r += max(x[0] * i, square(x[1]));
      break;
    case 4:
      r *= max(x[1], max(x[0], -2.0));
      break;
    default:
      r += square(square(x[0]));
    }
  typeof(x[0]) copy = r;
  return (copy * x[0]) + (double)(0 ?: 3) * x[1];
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
