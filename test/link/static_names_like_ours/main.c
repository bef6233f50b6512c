// Static functions whose names hold a prefix of ours are a file's own, whichever names they have.
#include "check.h"

double other(double x);
static double enzyme_cube(double x) { return x * other(x); }
static double sum(double x) { return enzyme_cube(x) + x; }

CHECK_SCALAR(enzyme_cube, 0.5, 2);
CHECK_SCALAR(sum, 0.5, 2);
