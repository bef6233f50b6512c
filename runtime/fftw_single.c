/*===- fftw_single.c - plans of numbers of type float: FFTW's functions fftwf_… -----===*/
#include "enzyme/runtime.h"
#include "fftw.h"
#include <stdlib.h>

#define real float
#define FFTW(NAME) fftwf_##NAME
#define FFTW_TEXT "fftwf_"
#define OURS(NAME) enzyme_fftwf_##NAME
#define OURS_TEXT "enzyme_fftwf_"
#define COMPLEX_OF fftwf_complex

#include "fftw_planners.h"

#include "fftw_transform.h"
