// Inactive functions and globals, functions differentiated as others, recomputation: by global, attribute
// and annotation.
// oracle: differs, functions are declared inactive
#include "words.h"
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
__attribute__((enzyme_inactive)) double ia(double x) { return x * x; }
__attribute__((annotate("enzyme_inactive"))) double ib(double x) { return x * x; }
double ic(double x) { return x * x; }
void *__enzyme_inactivefn_ic = (void *)ic;
double id(double x) { return x * x; }
void *__enzyme_inactivefn_id[1] = {(void *)id};
__attribute__((noinline, enzyme_function_like("log1p"))) double la(double x) { return 99 * x; }
__attribute__((noinline)) double lb(double x) { return 99 * x; }
void *__enzyme_function_like_lb[2] = {(void *)lb, "sin"};
__attribute__((noinline, enzyme_shouldrecompute)) double rc(double x) { return x + 1; }
double gl = 2;
void *__enzyme_inactive_global_gl = (void *)&gl;
double f(double x) { return x + ia(x) + ib(x) + ic(x) + id(x); }
double g(double x) { return la(x); }
double h(double x) { return lb(x); }
double k(double x) { return x * gl; }
void m(double *x) { double a = rc(*x); *x = a * a; }
//> __enzyme_autodiff((void *)f, 3.0), g(3.0), __enzyme_autodiff((void *)g, 3.0), __enzyme_fwddiff((void *)g, 3.0, 1.0) == 1, 297, 0.25, 0.25
//> __enzyme_autodiff((void *)h, 1.0), __enzyme_autodiff((void *)k, 3.0) == cos(1), 2
//> double x = 3, dx = 1; __enzyme_autodiff((void *)m, &x, &dx); x, dx == 16, 8
