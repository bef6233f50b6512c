// Derivatives of derivatives of the error, Bessel and gamma functions, to third order.
#include "nests.h"
double errors(double x) { return erf(x) + 2 * erfc(x); }
#define toErf (2 / sqrt(M_PI))
#define e1(x) (-toErf * exp(-x * x))
#define e2(x) (2 * toErf * x * exp(-x * x))
#define e3(x) (toErf * (2 - 4 * x * x) * exp(-x * x))
double bessel(double x) { return j0(x); }
#define b1(x) (-j1(x))
#define b2(x) ((jn(2, x) - j0(x)) / 2)
#define b3(x) ((3 * j1(x) - jn(3, x)) / 4)
// log Gamma at 1: -gamma, zeta(2), -2 zeta(3); at 1/2 and 2 by the known shifts.
double logGamma(double x) { return lgamma(x); }
static double atOneOrTwo(double x, double one, double two, double half) { return x == 1 ? one : x == 2 ? two : half; }
#define gammaE 0.57721566490153286061
#define zeta3 1.20205690315959428540
#define g1(x) atOneOrTwo(x, -gammaE, 1 - gammaE, -gammaE - 2 * M_LN2)
#define g2(x) atOneOrTwo(x, M_PI *M_PI / 6, M_PI *M_PI / 6 - 1, M_PI *M_PI / 2)
#define g3(x) atOneOrTwo(x, -2 * zeta3, 2 - 2 * zeta3, -14 * zeta3)

CHECK_NESTS(errors, e1, e2, e3, 0.4, -1);
CHECK_NESTS(bessel, b1, b2, b3, 0.8, 3);
CHECK_NESTS(logGamma, g1, g2, g3, 1, 2, 0.5);
