// The same in single precision.
// only: -O1
// link: -lopenblas
#define SINGLE
#include "matrices_and_vectors.deriv.c"
