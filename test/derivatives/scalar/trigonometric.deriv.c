// sin, cos, tan, and their composition.
// also: -ffast-math
#include "check.h"

double sine(double x) { return sin(x); }
double cosine(double x) { return cos(x); }
double tangent(double x) { return tan(x); }
double composed(double x) { return sin(cos(tan(x))); }

CHECK_SCALAR(sine, 0, 1, -2.5);
CHECK_SCALAR(cosine, 0, 1, -2.5);
CHECK_SCALAR(tangent, 0, 1, -2.5);
CHECK_SCALAR(composed, 0.4);
