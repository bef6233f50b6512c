/*===- fftw_double.c - plans of numbers of type double: FFTW's functions fftw_… -----===*/
#include "enzyme/runtime.h"
#include "fftw.h"
#include <stdlib.h>

#define real double
#define FFTW(NAME) fftw_##NAME
#define FFTW_TEXT "fftw_"
#define OURS(NAME) enzyme_fftw_##NAME
#define OURS_TEXT "enzyme_fftw_"
#define COMPLEX_OF fftw_complex

#include "fftw_planners.h"

#include "fftw_transform.h"
