// j0 j1 jn y0 y1 yn.
#define _GNU_SOURCE
#include "check.h"

double firstKind(double x) { return j0(x) + 2 * j1(x) + 3 * jn(3, x); }
double secondKind(double x) { return y0(x) + 2 * y1(x) + 3 * yn(3, x); }
double lowOrders(double x) { return jn(0, x) + 2 * jn(1, x) + yn(0, x) + 2 * yn(1, x); }

CHECK_SCALAR(firstKind, 0.5, 2, 7.5);
CHECK_SCALAR(secondKind, 1.5, 2, 7.5);
CHECK_SCALAR(lowOrders, 1.5, 7.5);
