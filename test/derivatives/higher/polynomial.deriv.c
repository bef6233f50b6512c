// Derivatives of derivatives of a polynomial and of powers, to third order.
#include "nests.h"
double polynomial(double x) { return 3 * x * x * x * x - 2 * x * x * x + x * x - 7 * x + 5; }
#define p1(x) (12 * x * x * x - 6 * x * x + 2 * x - 7)
#define p2(x) (36 * x * x - 12 * x + 2)
#define p3(x) (72 * x - 12)
double quotient(double x) { return (x * x + 1) / (x - 3); }
#define q1(x) (1 - 10 / ((x - 3) * (x - 3)))
#define q2(x) (20 / pow(x - 3, 3))
#define q3(x) (-60 / pow(x - 3, 4))
double power(double x) { return pow(x, 2.5) + pow(2, x); }
#define w1(x) (2.5 * pow(x, 1.5) + M_LN2 * pow(2, x))
#define w2(x) (3.75 * pow(x, 0.5) + M_LN2 * M_LN2 * pow(2, x))
#define w3(x) (1.875 * pow(x, -0.5) + M_LN2 * M_LN2 * M_LN2 * pow(2, x))

CHECK_NESTS(polynomial, p1, p2, p3, 2, -0.5, 0);
CHECK_NESTS(quotient, q1, q2, q3, 2, -1);
CHECK_NESTS(power, w1, w2, w3, 1.5, 0.25);
