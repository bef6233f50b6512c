// Registrations as programs write them: arrays, typed structures, static, of functions defined elsewhere.
// oracle: differs, functions and variables are declared inactive
#include "words.h"
double __enzyme_autodiff(void *, ...);
double a(double x) { return x * x; }
static void *__enzyme_inactivefn_a[1] = {(void *)a};
static double b(double x) { return x * x; }
static double (*const __enzyme_inactivefn_b)(double) = b;
double getenv_number(const char *name) { const char *text = getenv(name); return text ? atof(text) : 1; }
static struct { double (*f)(const char *); } __enzyme_inactivefn_n = {getenv_number};
static double c(double x) { return 99 * x; }
static const struct { double (*f)(double); const char *name; } __enzyme_function_like_c = {c, "cos"};
extern double drand48(void);
void *__enzyme_inactivefn_drand48 = (void *)drand48;
void *__enzyme_nofree_puts = (void *)puts;
double table[3] = {1, 2, 3};
static double (*__enzyme_inactive_global_table)[3] = &table;
double f(double x) { return x + a(x) + b(x) * getenv_number("no such name") + 0 * drand48(); }
double g(double x) { table[1] = x; return table[1] * x; }
double h(double x) { return c(x); }
//> __enzyme_autodiff((void *)f, 3.0), __enzyme_autodiff((void *)g, 3.0), __enzyme_autodiff((void *)h, 1.0) == 1, 3, -sin(1)
