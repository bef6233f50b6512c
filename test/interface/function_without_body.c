// A function without a body and without a rule is refused, by name.
#include "words.h"
double f(double x);
double __enzyme_autodiff(void *, ...);
//! no derivative is known for the function 'f'; searched
//> __enzyme_autodiff((void *)f, 3.0) == 0
