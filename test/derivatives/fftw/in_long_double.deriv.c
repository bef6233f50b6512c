// Complex transforms of numbers of type long double.
// only: -O2
// oracle: off, it sees no code of FFTW
// needs: fftw3.h
// link: -lfftw3l
#define LONG
#include "complex.deriv.c"
