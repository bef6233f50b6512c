// The four operations, negation and constants on either side.
#include "check.h"

double sums(double x, double y) { return 3 + x - 2 * y + (x - y) - -y; }
double products(double x, double y) { return 2 * x * y * x; }
double quotients(double x, double y) { return x / y + 5 / x - y / 7; }
double negated(double x) { return -(-x * -x); }

CHECK_SCALAR2(sums, 1.5, -2);
CHECK_SCALAR2(products, 1.5, -2);
CHECK_SCALAR2(quotients, 1.5, -2);
CHECK_SCALAR(negated, 0.75);
