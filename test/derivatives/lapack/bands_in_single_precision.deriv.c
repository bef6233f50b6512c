// Equations of bands in single precision.
// only: -O2
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#define SINGLE
#include "bands.deriv.c"
