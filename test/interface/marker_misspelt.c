// A misspelt marker is refused, and the word that was meant is proposed.
extern int enzyme_duped;
double __enzyme_autodiff(void *, ...);
double f(double *x) { return *x; }
//! 'enzyme_duped' is no marker that is known; did you mean 'enzyme_dup'?
//> double x = 1, dx = 0; __enzyme_autodiff((void *)f, enzyme_duped, &x, &dx) == 0
