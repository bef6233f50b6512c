// A static function is one function: its address is the same for the program and for
// derivatives, wherever it is compared or called.
#include "check.h"

typedef double (*Operation)(double);
Operation operation(int which);
double byAddress(Operation chosen, double x);
double twice(Operation chosen, double x);
static double root(double x) { return sqrt(1 + x * x); }

static double first(double x) { return byAddress(operation(0), x); }
static double second(double x) { return byAddress(operation(1), x); }
static double third(double x) { return twice(root, x); }

CHECK_SCALAR(first, 2, -3);
CHECK_SCALAR(second, 2, -3);
CHECK_SCALAR(third, 2, -3);
