// RUN: enzyme-clang -fenzyme-check -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -fenzyme-check -Werror -Wno-enzyme-check -c %s -o %t.o
// RUN: not enzyme-clang -fenzyme-check -Werror=enzyme-check -c %s -o %t.o
// Derivatives that cannot check themselves say so.
#include <stdio.h>
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
extern int enzyme_width;
struct pair { double x, y; };

double loud(double x) { printf("%g", x); return x * x; }
double quiet(double x) { return x * x; }
double callback(double (*f)(double), double x) { return f(x) * x; }
double slope(double x) { return __enzyme_autodiff((void *)quiet, x); }

double a(double x) { return __enzyme_autodiff((void *)loud, x); } // expected-warning {{with -fenzyme-check the derivative of 'loud' does not check itself: it calls 'printf', which cannot be taken back [ENZ0161]}}
double b(double x) { return __enzyme_autodiff((void *)quiet, x); }
double c(double x) { return __enzyme_autodiff((void *)slope, x); } // expected-warning {{with -fenzyme-check the derivative of 'slope' does not check itself: it has several lanes, is a derivative of a derivative, or estimates errors [ENZ0161]}}

double (*__enzyme_truncate_op_func(void *, int, ...))(double);
double narrow(double x) { return __enzyme_truncate_op_func((void *)quiet, 64, 8, 12)(x); }
double h(double x) { return __enzyme_autodiff((void *)narrow, x); } // expected-warning {{with -fenzyme-check the derivative of 'narrow' does not check itself: it computes in a smaller format, of which differences know nothing [ENZ0161]}}

void *__enzyme_todense(void *, ...);
static double ones(long offset) { return 1; }
static void refuse(double value, long offset) {}
double first(const double *x) { return x[0] * x[1]; }
double i(const double *x) { return __enzyme_fwddiff((void *)first, x, __enzyme_todense((void *)ones, (void *)refuse)); } // expected-warning {{with -fenzyme-check the derivative of 'first' does not check itself: a shadow of it is no memory [ENZ0161]}}
