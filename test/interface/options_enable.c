// Switched off, requests stay what they are: calls of functions that somebody else defines.
// flags: -mllvm -enzyme-enable=0
#include "words.h"
double __enzyme_autodiff(void *, ...);
double f(double x) { return x * x; }
__asm__(".globl __enzyme_autodiff\n__enzyme_autodiff: ret\n");
//> __enzyme_autodiff((void *)f, 3.0) == 3
