// Forward mode in four directions at once.
#include "words.h"
typedef struct { double t[4]; } T4;
double f(double x, double y) { return x * x * y; }
T4 __enzyme_fwddiff_4(void *, ...);
//> T4 w = __enzyme_fwddiff_4((void *)f, enzyme_width, 4, 3.0, 1.0, 0.0, 2.0, 0.5, 5.0, 0.0, 1.0, 0.0, 0.5); w.t[0], w.t[1], w.t[2], w.t[3] == 30, 9, 60, 19.5
