// pow with both arguments active, with either one constant, negative base with an integer exponent.
#include "check.h"

double both(double x, double y) { return pow(x, y); }
double constantExponent(double x) { return pow(x, 2.5); }
double constantBase(double y) { return pow(3.0, y); }
double cubeOfNegative(double x) { return pow(x, 3.0); }
double integerPower(double x) { return __builtin_powi(x, 5) + __builtin_powi(x, -2); }

CHECK_SCALAR2(both, 2, 3, 1.5, -0.5, 1, 4);
CHECK_SCALAR(constantExponent, 2, 0.5);
CHECK_SCALAR(constantBase, 0, 1.25);
CHECK_SCALAR(cubeOfNegative, -2, 1);
CHECK_SCALAR(integerPower, 1.5, -0.75);
