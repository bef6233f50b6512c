// Globals: unmarked ones are read, inactive ones have no shadow.
#include "words.h"
double __enzyme_autodiff(void *, ...);
double coeff = 2;
static double state = 1;
void *__enzyme_inactive_global_state = (void *)&state;
double f(double x) { return coeff * x; }
double g(double x) { double y = state * x; state = x; return y; }
//> __enzyme_autodiff((void *)f, 3.0), __enzyme_autodiff((void *)g, 3.0) == 2, 1
