// Where no derivative is known the program stops there, if the command line says so; else it goes on.
// flags: -mllvm -enzyme-runtime-error=1
#include "words.h"
double __enzyme_autodiff(void *, ...);
double elsewhere(double x);
double f(double x, int rarely) { return rarely ? elsewhere(x) : x * x; }
__asm__(".globl elsewhere\nelsewhere: ret\n");
//> __enzyme_autodiff((void *)f, 3.0, 0) == 6
