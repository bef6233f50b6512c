// Functions without a body are inactive where the command line says so; those with a rule keep it.
// flags: -mllvm -enzyme-emptyfn-inactive
#include "words.h"
double __enzyme_autodiff(void *, ...);
double elsewhere(double x);
double f(double x, double *p, int rarely) { return rarely ? elsewhere(*p) : sin(x); }
__asm__(".globl elsewhere\nelsewhere: ret\n");
//> double p = 1, dp = 0; __enzyme_autodiff((void *)f, 1.0, &p, &dp, 0), dp == cos(1), 0
