// A zero adjoint stays zero through an infinite partial.
// flags: -mllvm -enzyme-strong-zero=1
#include "words.h"
double f(double x, double y, double k) { return (x * y) * k; }
double __enzyme_autodiff(void *, ...);
//> volatile double z = 0, inf = INFINITY; __enzyme_autodiff((void *)f, z + 1, enzyme_const, (double)inf, enzyme_const, (double)z) == 0
