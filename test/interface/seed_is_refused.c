// A surplus argument of the combined reverse mode is no seed.
#include "words.h"
double f(double x) { return x * x; }
double __enzyme_autodiff(void *, ...);
//! too many arguments in the request for 'f': argument 3 belongs to no parameter
//> __enzyme_autodiff((void *)f, 3.0, 10.0) == 60
