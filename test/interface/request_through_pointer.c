// A request is called directly; through a pointer it would only be found missing by the linker.
double __enzyme_autodiff(void *, ...);
double square(double x) { return x * x; }
//! '__enzyme_autodiff' is used other than by calling it
//> double (*indirect)(void *, ...) = __enzyme_autodiff; indirect((void *)square, 3.0) == 6
