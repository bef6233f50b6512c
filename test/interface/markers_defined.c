// Markers as programs define them: any type, initialised or not, weak, static, constant, thread-local,
// an array. Only the name counts.
#include <stdlib.h>
int enzyme_const;
void *enzyme_dup;
double enzyme_out = 3;
extern char enzyme_interleave[];
__attribute__((weak)) int enzyme_dupnoneed = 7;
static int enzyme_const_return = 1;
const int enzyme_primal_return = 1;
static const int enzyme_noret = 2;
_Thread_local int enzyme_runtime_activity;
extern const int enzyme_active_return;
double __enzyme_autodiff(void *, ...);
double f(double *x, const double *c, double k) { return *x * *x * *c * k; }
double cube(double x) { return x * x * x; }
typedef struct { double value, by; } VB;
VB __enzyme_autodiff_vb(void *, ...);
//> double x = 3, dx = 0, c = 2;
//> __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx, enzyme_const, &c, enzyme_out, 5.0), dx == 18, 60
//> dx = 0; __enzyme_autodiff((void *)f, enzyme_dup, &x, enzyme_const, &c, 5.0, enzyme_interleave, &dx), dx == 18, 60
//> dx = 0; __enzyme_autodiff((void *)f, &enzyme_dupnoneed, &x, &dx, &enzyme_const, &c, 5.0, enzyme_runtime_activity), dx == 18, 60
//> __enzyme_autodiff((void *)cube, enzyme_const_return, 3.0), __enzyme_autodiff((void *)cube, enzyme_noret, enzyme_active_return, 3.0) == 0, 27
//> VB r = __enzyme_autodiff_vb((void *)cube, enzyme_primal_return, 2.0); r.value, r.by == 8, 12
