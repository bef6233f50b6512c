// Forward mode that reads its primal values from a tape.
#include "words.h"
void f(double *x, double *y) { *y = sin(*x); *x = 0; }
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_fwdsplit(void *, ...);
//> double x = 1, dx = 2, y, dy = 0; void *t = __enzyme_augmentfwd((void *)f, &x, &dx, &y, &dy);
//> dx = 2; dy = 0; __enzyme_fwdsplit((void *)f, &x, &dx, &y, &dy, t); dy == 2 * cos(1)
