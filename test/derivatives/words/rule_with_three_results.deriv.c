// A registered reverse rule whose three derivatives come back through a hidden pointer.
// oracle: differs, its rules are wrong, so as to be seen
#include "check.h"
typedef struct {
  double a, b, c;
} three;
extern three __enzyme_autodiff_three(void *, double, double, double);
NOINLINE static double mul(double x, double y, double z) { return x * y * z; }
static double mul_augmented(double x, double y, double z) { return x * y * z; }
static three mul_reverse(double x, double y, double z, double seed) {
  return (three){10 * seed, 20 * seed, 30 * seed};
}
void *__enzyme_register_gradient_mul[] = {(void *)mul, (void *)mul_augmented, (void *)mul_reverse};
double f(double x, double y, double z) { return 2 * mul(x, y, z); }

CHECK_VALUES(rule) {
  const three g = __enzyme_autodiff_three((void *)f, 2.0, 3.0, 4.0);
  EXPECT_EXACT(g.a, 20);
  EXPECT_EXACT(g.b, 40);
  EXPECT_EXACT(g.c, 60);
}
