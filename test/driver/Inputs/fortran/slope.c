// Asks for the derivative of a function of another file, for a Fortran program.
double __enzyme_autodiff(void *, ...);
double model(double);
double slope(double x) { return __enzyme_autodiff((void *)model, x); }
