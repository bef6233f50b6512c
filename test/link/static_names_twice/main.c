// Static functions and variables of one name in three files, each with its own meaning.
#include "check.h"

double first(double x);
double second(double x);
static double scale = 3;
static double step(double x) { return scale * x * x * x; }
static double sum(double x) { return step(x) + first(x) * second(x); }

CHECK_SCALAR(first, 0.5, 2);
CHECK_SCALAR(second, 0.5, 2);
CHECK_SCALAR(sum, 0.5, 2);
