// Structures and integers that functions in other files return hold bits of floats, although those say that they
// depend on nothing else.
#include "check.h"

struct pair { float a; int b; };
__attribute__((const)) struct pair pairOf(float);
__attribute__((const)) int bitsOf(float);
__attribute__((const)) float floatOf(int);

static double paired(double x) {
  struct pair p = pairOf((float)x);
  return p.a * p.b;
}
static double moved(double x) { return floatOf(bitsOf((float)x)) * x; }
double __enzyme_autodiff_bits(void *, double);
double __enzyme_fwddiff_bits(void *, double, double);
static double slope(double x) { return __enzyme_autodiff_bits((void *)paired, x); }
static double along(double x) { return __enzyme_fwddiff_bits((void *)moved, x, 1.0); }
CHECK_VALUES(bits) {
  EXPECT_EXACT(slope(1.5), 9);
  EXPECT_EXACT(__enzyme_fwddiff_bits((void *)paired, 1.5, 1.0), 9);
  EXPECT_EXACT(__enzyme_autodiff_bits((void *)moved, 1.5), 6);
  EXPECT_EXACT(along(1.5), 6);
  EXPECT_EXACT(__enzyme_fwddiff_bits((void *)slope, 1.5, 1.0), 6);
  EXPECT_EXACT(__enzyme_autodiff_bits((void *)along, 1.5), 4);
}
