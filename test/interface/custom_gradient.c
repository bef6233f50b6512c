// Gradients of one's own: with and without a tape, over memory, returning a pointer.
// oracle: differs, its rules are wrong, so as to be seen
#include "words.h"
typedef struct { double a, b; } D2;
typedef struct { void *tape; double p; } TP;
typedef struct { double *p, *dp; } PP;
double __enzyme_autodiff(void *, ...);
D2 __enzyme_autodiff_2(void *, ...);
double mul(double x, double y) { return x * y; }
double mul_aug(double x, double y) { return x * y; }
D2 mul_rev(double x, double y, double seed) { D2 r = {10 * seed, 20 * seed}; return r; }
void *__enzyme_register_gradient_mul[] = {(void *)mul, (void *)mul_aug, (void *)mul_rev};
static double sq(double x) { return x * x; }
static TP sq_aug(double x) { TP r = {malloc(8), x * x}; *(double *)r.tape = 7 * x; return r; }
static double sq_rev(double x, double seed, void *tape) { double d = seed * *(double *)tape; free(tape); return d; }
static struct { double (*f)(double); TP (*a)(double); double (*r)(double, double, void *); } __enzyme_register_gradient_sq = {sq, sq_aug, sq_rev};
void scale(double *x, double *y, int n) { for (int i = 0; i < n; i++) y[i] = x[i] * x[i]; }
double scale_aug(double *x, double *dx, double *y, double *dy, int n, int n2) { scale(x, y, n); return x[0]; }
void scale_rev(double *x, double *dx, double *y, double *dy, int n, int n2, double tape) { for (int i = 0; i < n; i++) { dx[i] += 1000 * tape * dy[i]; dy[i] = 0; } }
void *__enzyme_register_gradient_scale[3] = {(void *)scale, (void *)scale_aug, (void *)scale_rev};
double *at(double *x, int i) { return x + i; }
PP at_aug(double *x, double *dx, int i, int i2) { PP r = {x + i, dx + i}; return r; }
void at_rev(double *x, double *dx, int i, int i2) {}
void *__enzyme_register_gradient_at[3] = {(void *)at, (void *)at_aug, (void *)at_rev};
double f(double x, double y) { return mul(x, y); }
double g(double x) { return 2 * sq(x); }
double k(double *x) { return 3 * *at(x, 1); }
double h(double *x, double *y, int n) { scale(x, y, n); return y[0] + y[1]; }
//> D2 r = __enzyme_autodiff_2((void *)f, 3.0, 4.0); r.a, r.b == 10, 20
//> __enzyme_autodiff((void *)f, 3.0, enzyme_const, 4.0), __enzyme_autodiff((void *)g, 3.0) == 10, 42
//> double x[2] = {2, 3}, dx[2] = {0, 0}, y[2], dy[2] = {0, 0}; __enzyme_autodiff((void *)h, x, dx, y, dy, 2); dx[0], dx[1] == 2000, 2000
//> dx[0] = dx[1] = 0; __enzyme_autodiff((void *)k, x, dx); dx[0], dx[1] == 0, 3
