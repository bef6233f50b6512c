// A batch of a function of the library, which has no body here: one lane after the other.
// alone: off, the functions themselves ask for batches
#include "check.h"

struct two {
  double a, b;
};
extern int enzyme_width, enzyme_vector, enzyme_scalar;
extern struct two __enzyme_batch(void *, ...);

static double roots(const double *x) {
  struct two r = __enzyme_batch((void *)cbrt, enzyme_width, 2, enzyme_vector, 1 + x[0] * x[0],
                                2 + x[1] * x[1]);
  return r.a * r.b;
}
CHECK_FUNCTION(roots, 2, 1.5, -2);

static double angles(const double *x) {
  struct two r = __enzyme_batch((void *)atan2, enzyme_width, 2, enzyme_vector, x[0], x[1],
                                enzyme_scalar, 2.0);
  return r.a - r.b * x[0];
}
CHECK_FUNCTION(angles, 2, 1.5, -2);

CHECK_VALUES(plain) {
  struct two r = __enzyme_batch((void *)cbrt, enzyme_width, 2, enzyme_vector, 8.0, 27.0);
  EXPECT_CLOSE(r.a, 2, 1e-15);
  EXPECT_CLOSE(r.b, 3, 1e-15);
}
