// Shadows of function pointers: made by the compiler, or a pair built by hand from split derivatives.
#include "words.h"
double __enzyme_autodiff(void *, ...);
void *__enzyme_virtualreverse(void *);
static double sq(double x) { return x * x; }
double call(double (*g)(double), double x) { return g(x) * x; }
typedef struct { void *tape; double p; } TP;
static TP my_aug(double x) { TP r = {0, x * x}; return r; }
static double my_rev(double x, double seed, void *tape) { return 100 * seed; }
//> double (*volatile g)(double) = sq; __enzyme_autodiff((void *)call, enzyme_dup, g, __enzyme_virtualreverse((void *)sq), 3.0) == 27
//> void *pair[2] = {(void *)my_aug, (void *)my_rev}; __enzyme_autodiff((void *)call, enzyme_dup, g, pair, 3.0) == 309
