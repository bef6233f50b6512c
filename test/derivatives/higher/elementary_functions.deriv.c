// Derivatives of derivatives of elementary functions, to third order.
#include "nests.h"
double waves(double x) { return sin(2 * x) + cos(x); }
#define w1(x) (2 * cos(2 * x) - sin(x))
#define w2(x) (-4 * sin(2 * x) - cos(x))
#define w3(x) (-8 * cos(2 * x) + sin(x))
double bell(double x) { return exp(-x * x); }
#define b1(x) (-2 * x * exp(-x * x))
#define b2(x) ((4 * x * x - 2) * exp(-x * x))
#define b3(x) ((12 * x - 8 * x * x * x) * exp(-x * x))
double logarithm(double x) { return log(1 + x * x); }
#define l1(x) (2 * x / (1 + x * x))
#define l2(x) (2 * (1 - x * x) / pow(1 + x * x, 2))
#define l3(x) (4 * x * (x * x - 3) / pow(1 + x * x, 3))
double tangent(double x) { return tan(x); }
#define t1(x) (1 + tan(x) * tan(x))
#define t2(x) (2 * tan(x) * t1(x))
#define t3(x) (2 * t1(x) * t1(x) + 4 * tan(x) * tan(x) * t1(x))
double hyperbolic(double x) { return tanh(x); }
#define h1(x) (1 - tanh(x) * tanh(x))
#define h2(x) (-2 * tanh(x) * h1(x))
#define h3(x) (h1(x) * (6 * tanh(x) * tanh(x) - 2))

CHECK_NESTS(waves, w1, w2, w3, 0.7, -2);
CHECK_NESTS(bell, b1, b2, b3, 0.6, -1.25);
CHECK_NESTS(logarithm, l1, l2, l3, 0.5, 3);
CHECK_NESTS(tangent, t1, t2, t3, 0.5, -1);
CHECK_NESTS(hyperbolic, h1, h2, h3, 0.5, -1);
