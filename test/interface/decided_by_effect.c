// What a function without a body can do counts before its name: it reads no floats and writes nothing, or
// its result carries none.
#include "words.h"
double __enzyme_autodiff(void *, ...);
__attribute__((pure)) int place(const double *x, int n);
__attribute__((const)) double factor(int i);
double f(const double *x, int n) { int i = n > 100 ? place(x, n) : 1; double k = n > 100 ? factor(n) : 2; return k * x[i] * x[i]; }
__asm__(".globl place\nplace: xorl %eax, %eax\n ret\n .globl factor\nfactor: ret\n");
//> double x[2] = {1, 3}, dx[2] = {0}; __enzyme_autodiff((void *)f, x, dx, 2); dx[0], dx[1] == 0, 12
