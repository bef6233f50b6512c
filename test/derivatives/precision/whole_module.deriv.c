// flags: -mllvm -enzyme-truncate-all=11-52to8-7;32to16
// -enzyme-truncate-all: all functions of the file compute in the formats given, derivatives included.
#include "check.h"
double __enzyme_autodiff_d(void *, ...);
static NOINLINE double third(double x) { return x / 3; }
static NOINLINE float thirdFloat(float x) { return x / 3; }
static double cube(double x) { return x * x * x; }
volatile double one = 1;

CHECK_VALUES(everything) {
  EXPECT_TRUE(third(one) == 0x1.56p-2);
  EXPECT_TRUE(thirdFloat((float)one) == 0x1.554p-2f);
  double d = __enzyme_autodiff_d((void *)cube, one * 1.1);
  EXPECT_TRUE(d > 3.58 && d < 3.68);
}
