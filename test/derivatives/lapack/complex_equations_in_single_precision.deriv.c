// Complex numbers in single precision.
// only: -O2
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#define SINGLE
#include "complex_equations.deriv.c"
