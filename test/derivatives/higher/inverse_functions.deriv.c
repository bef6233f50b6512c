// Derivatives of derivatives of roots and inverse functions, to third order.
#include "nests.h"
double root(double x) { return sqrt(x) + cbrt(x); }
#define r1(x) (0.5 * pow(x, -0.5) + pow(x, -2. / 3) / 3)
#define r2(x) (-0.25 * pow(x, -1.5) - 2 * pow(x, -5. / 3) / 9)
#define r3(x) (0.375 * pow(x, -2.5) + 10 * pow(x, -8. / 3) / 27)
double arc(double x) { return asin(x) + 2 * acos(x); }
#define a1(x) (-pow(1 - x * x, -0.5))
#define a2(x) (-x * pow(1 - x * x, -1.5))
#define a3(x) (-(1 + 2 * x * x) * pow(1 - x * x, -2.5))
double angle(double x) { return atan(x) + atan2(x, 1.0); }
#define g1(x) (2 / (1 + x * x))
#define g2(x) (-4 * x / pow(1 + x * x, 2))
#define g3(x) ((12 * x * x - 4) / pow(1 + x * x, 3))
double distance(double x) { return hypot(x, 1.0) + asinh(x); }
#define d1(x) ((x + 1) * pow(1 + x * x, -0.5))
#define d2(x) ((1 - x) * pow(1 + x * x, -1.5))
#define d3(x) ((2 * x * x - 3 * x - 1) * pow(1 + x * x, -2.5))

CHECK_NESTS(root, r1, r2, r3, 0.5, 4);
CHECK_NESTS(arc, a1, a2, a3, 0.3, -0.6);
CHECK_NESTS(angle, g1, g2, g3, 0.7, -2);
CHECK_NESTS(distance, d1, d2, d3, 0.7, -2);
