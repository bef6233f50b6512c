// The same in single precision.
// only: -O1
// link: -lopenblas
#define SINGLE
#include "matrices.deriv.c"
