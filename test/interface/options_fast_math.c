// Derivative instructions may be as fast as the user likes.
// flags: -mllvm -enzyme-fast-math=1
#include "words.h"
double __enzyme_autodiff(void *, ...);
double f(const double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += sin(x[i]) * x[i]; return s; }
//> double x[3] = {1, 2, 3}, dx[3] = {0}; __enzyme_autodiff((void *)f, x, dx, 3); dx[1] == sin(2) + 2 * cos(2)
