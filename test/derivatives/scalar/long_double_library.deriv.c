// 80-bit arithmetic and the long double spellings of the math library.
#define CHECK_REAL long double
#define CHECK_TOLERANCE 1e-9L
#include "check.h"

long double elementary(long double x) {
  return sinl(x) * cosl(x) + tanl(x) + expl(x) - logl(x + 2) + sqrtl(x + 3) + powl(x + 1, 1.5L);
}
long double inverse(long double x) {
  return asinl(x) + acosl(x) * 2 + atanl(x) + atan2l(x, 2) + cbrtl(x + 2) + hypotl(x, 1);
}
long double special(long double x) {
  return erfl(x) + tgammal(x + 2) + lgammal(x + 3) + tanhl(x) + expm1l(x) + log1pl(x);
}

CHECK_SCALAR(elementary, 0.5L);
CHECK_SCALAR(inverse, 0.5L, -0.25L);
CHECK_SCALAR(special, 0.5L);
