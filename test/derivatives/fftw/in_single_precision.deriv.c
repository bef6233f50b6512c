// Complex transforms in single precision.
// only: -O2
// oracle: off, it sees no code of FFTW
// needs: fftw3.h
// link: -lfftw3f
#define SINGLE
#include "complex.deriv.c"
