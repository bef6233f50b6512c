// All functions without a rule are named in one message.
double first(double x), second(double *x);
double __enzyme_autodiff(void *, ...);
double inner(double *x) { return second(x); }
double f(double x) { double y = first(x); return inner(&y); }
//! no derivative is known for 2 functions: 'first', 'second'; searched
//! called from 'inner' here
//> __enzyme_autodiff((void *)f, 1.0) == 0
