// A global of another file has a shadow too.
#include "words.h"
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
extern double outside;
__asm__(".data\n.globl outside\n.p2align 3\noutside: .double 2\n.text\n");
double f(double x) { return outside * x; }
double g(double x) { outside = x * x; return outside * x; }
//> __enzyme_autodiff((void *)f, 3.0), __enzyme_fwddiff((void *)f, 3.0, 1.0) == 2, 2
//> __enzyme_autodiff((void *)g, 3.0), __enzyme_fwddiff((void *)g, 3.0, 1.0), outside == 27, 27, 9
