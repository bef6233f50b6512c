// Loads of unmarked globals carry no derivative where the command line says so.
// flags: -mllvm -enzyme_nonmarkedglobals_inactiveloads=1
// oracle: differs, variables are declared inactive
#include "words.h"
double __enzyme_autodiff(void *, ...);
double kept;
double f(double x) { kept = x * x; return kept * x; }
//> __enzyme_autodiff((void *)f, 3.0) == 9
