// The same in single precision.
// only: -O2
// oracle: off, it sees no code of BLAS
// link: -lopenblas
#define SINGLE
#include "complex_bands_and_triangles.deriv.c"
