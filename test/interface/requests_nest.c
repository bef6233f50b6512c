// Requests inside the function to be differentiated are lowered first: all nestings work. Letters
// may stand before and after the word.
#include "words.h"
double f(double x) { return x * x * x * x; }
double __enzyme_autodiff(void *, ...);
double my_own__enzyme_fwddiff_name(void *, ...);
double rev(double x) { return __enzyme_autodiff((void *)f, x); }
double fwd(double x) { return my_own__enzyme_fwddiff_name((void *)f, x, 1.0); }
//> rev(3.0), fwd(3.0) == 108, 108
//> my_own__enzyme_fwddiff_name((void *)rev, 3.0, 1.0), __enzyme_autodiff((void *)rev, 3.0) == 108, 108
//> __enzyme_autodiff((void *)fwd, 3.0), my_own__enzyme_fwddiff_name((void *)fwd, 3.0, 1.0) == 108, 108
