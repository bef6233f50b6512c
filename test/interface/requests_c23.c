// C23: prototypes without parameters, attributes in brackets, nullptr and bool.
// std: c23
// oracle: differs, functions are declared inactive
#include "words.h"
double __enzyme_autodiff(void *, ...);
[[enzyme_inactive]] double still(double x) { return x * x; }
[[enzyme::inactive]] double quiet(double x) { return x * x; }
double f(double x, bool on, const char *name) { return on && name == nullptr ? x * x + still(x) + quiet(x) : x; }
//> __enzyme_autodiff((void *)f, 3.0, true, enzyme_const, (char *)nullptr), __enzyme_autodiff((void *)f, 3.0, false, enzyme_const, (char *)nullptr) == 6, 1
