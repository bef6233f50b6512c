// Memory overwritten between the two sweeps: kept by default, trusted with enzyme_not_overwritten.
#include "words.h"
typedef struct { void *tape; double p; } TP;
double f(double *x, double *y) { return *x * *y; }
TP __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
//> double x = 3, y = 4, dx = 0, dy = 0; TP t = __enzyme_augmentfwd((void *)f, &x, &dx, &y, &dy); x = y = 100;
//> __enzyme_reverse((void *)f, &x, &dx, &y, &dy, 1.0, t.tape); dx, dy == 4, 3
//> x = 3; y = 4; dx = dy = 0; t = __enzyme_augmentfwd((void *)f, enzyme_not_overwritten, enzyme_dup, &x, &dx, enzyme_dup, enzyme_not_overwritten, &y, &dy);
//> __enzyme_reverse((void *)f, enzyme_not_overwritten, enzyme_dup, &x, &dx, enzyme_dup, enzyme_not_overwritten, &y, &dy, 1.0, t.tape); dx, dy == 4, 3
