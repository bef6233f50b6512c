// Called by Fortran.
#include <cmath>
extern "C" double inner(double x) { return std::sin(x); }
