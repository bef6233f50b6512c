// Complex numbers by value, whole: (z, dz) in forward mode, out in reverse.
#include "words.h"
#include <complex.h>
double _Complex square(double _Complex z) { return z * z; }
float _Complex fsquare(float _Complex z) { return z * z; }
double norm2(double _Complex z) { return creal(z) * creal(z) + cimag(z) * cimag(z); }
double _Complex __enzyme_fwddiff(void *, ...);
float _Complex __enzyme_fwddiff_f(void *, ...);
double _Complex __enzyme_autodiff(void *, ...);
//> double _Complex d = __enzyme_fwddiff((void *)square, 3.0 + 4.0 * I, 1.0 + 0.0 * I); creal(d), cimag(d) == 6, 8
//> d = __enzyme_fwddiff((void *)square, enzyme_dup, 3.0 + 4.0 * I, 0.0 + 1.0 * I); creal(d), cimag(d) == -8, 6
//> float _Complex e = __enzyme_fwddiff_f((void *)fsquare, 3.0f + 4.0f * I, 1.0f + 0.0f * I); crealf(e), cimagf(e) == 6, 8
//> d = __enzyme_autodiff((void *)norm2, 3.0 + 4.0 * I); creal(d), cimag(d) == 6, 8
