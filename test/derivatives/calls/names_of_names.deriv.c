// A function known by another name, which is another name itself: by that one, whichever stands
// first. (Destructors of classes that add nothing to their base have such names.)
// only: -O0 -O2
#include "check.h"

double outer(double x) __attribute__((alias("inner")));
double inner(double x) __attribute__((alias("square")));
double square(double x) { return x * x; }
static double product(double x) { return outer(x) * inner(x) * x; }
CHECK_SCALAR(product, 1.5);
