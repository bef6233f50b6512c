// Without markers the type decides: integers const, floats out, pointers dup.
#include "words.h"
double f(int n, double x, int *tab) { return n * x * tab[0]; }
double __enzyme_autodiff(void *, ...);
//> int tab[1] = {2}; __enzyme_autodiff((void *)f, 4, 3.0, enzyme_const, tab) == 8
