/*===- fftw_long.c - plans of numbers of type long double: FFTW's functions fftwl_… -----===*/
#include "enzyme/runtime.h"
#include "fftw.h"
#include <stdlib.h>

#define real long double
#define FFTW(NAME) fftwl_##NAME
#define FFTW_TEXT "fftwl_"
#define OURS(NAME) enzyme_fftwl_##NAME
#define OURS_TEXT "enzyme_fftwl_"
#define COMPLEX_OF fftwl_complex

#include "fftw_planners.h"

#include "fftw_transform.h"
