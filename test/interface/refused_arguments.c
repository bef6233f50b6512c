// Each mistake in the arguments is an error at its own line, with the function and the argument.
#include "words.h"
double f(double x, double *p, int n);
double f(double x, double *p, int n) { return x * *p * n; }
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
double p = 1, dp;
//! too few arguments in the request for 'f': nothing is passed for parameter 2; 'f' has 3 parameters
double a(void) { return __enzyme_autodiff((void *)f, 1.0); }
//! the shadow of parameter 2 of 'f' is missing
double b(void) { return __enzyme_autodiff((void *)f, 1.0, &p); }
//! argument 4 of the request for 'f' is a 32-bit integer; it is taken as the shadow of parameter 2, which is a pointer
double c(void) { return __enzyme_autodiff((void *)f, 1.0, &p, 3); }
//! too many arguments in the request for 'f': argument 6 belongs to no parameter
double d(void) { return __enzyme_autodiff((void *)f, 1.0, &p, &dp, 3, 4); }
//! the marker 'enzyme_const' has no argument after it
double e(void) { return __enzyme_autodiff((void *)f, 1.0, &p, &dp, 3, enzyme_const); }
//! argument 2 of the request for 'f' is a pointer, but parameter 1 is a double
double g(void) { return __enzyme_autodiff((void *)f, &p, &dp, 3); }
//! enzyme_out is given for parameter 2 of 'f', which is a pointer
double h(void) { return __enzyme_autodiff((void *)f, 1.0, enzyme_out, &p, 3); }
//! enzyme_dup is given for parameter 1 of 'f', a value whose adjoint cannot be delivered through a copy
double i(void) { return __enzyme_autodiff((void *)f, enzyme_dup, 1.0, 1.0, &p, &dp, 3); }
//! enzyme_out has no meaning in forward mode (parameter 1 of 'f')
double j(void) { return __enzyme_fwddiff((void *)f, enzyme_out, 1.0, &p, &dp, 3); }
//! enzyme_width is given more than once
double k(void) { return __enzyme_autodiff((void *)f, enzyme_width, 1, enzyme_width, 1, 1.0, &p, &dp, 3); }
