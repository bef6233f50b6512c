// Memory that ordinary calls of other files allocated, or were told of: reached by their functions and by variables that
// several files see. An argument may lead there, too.
#include "check.h"

extern double *field, *next;
extern int cells;
void allocate(int n), step(double k), remember(double *memory);
double *remembered(void), first(void), energy(void);
extern double __enzyme_autodiff_checks(void *, ...);

__attribute__((constructor)) static void start(void) {
  allocate(16);
  remember(malloc(8 * sizeof(double)));
}

double simulated(double k) {
  for (int i = 0; i < cells; i++)
    field[i] = i == cells / 2 ? k + 1 : 0.1 * i;
  for (int t = 0; t < 20; t++)
    step(k);
  return energy();
}
CHECK_SCALAR(simulated, 0.2, 0.1);

double throughFunctions(double k) {
  remembered()[0] = k * k;
  return remembered()[0] * first();
}
CHECK_SCALAR(throughFunctions, 0.2, -1.5);

double argumentToo(double *x, double k) {
  x[0] = k * k;
  return remembered()[0] * 3 + first();
}
double numberToo(double *x, double k) {
  x[0] = k * k;
  return first() * 3;
}
CHECK_VALUES(arguments) {
  double *x = malloc(2 * sizeof *x), *dx = calloc(2, sizeof *dx), k = 2;
  remember(x);
  checkPair d = __enzyme_fwddiff_checks((void *)argumentToo, enzyme_primal_return, enzyme_dup, x, dx, k, 1.0);
  EXPECT_CLOSE(d.tangent, 8 * k, 1e-14);
  dx[0] = 0;
  EXPECT_CLOSE(__enzyme_autodiff_checks((void *)argumentToo, enzyme_dup, x, dx, k), 8 * k, 1e-14);
  dx[0] = 0;
  EXPECT_CLOSE(__enzyme_autodiff_checks((void *)numberToo, enzyme_dup, x, dx, k), 6 * k, 1e-14);
}
