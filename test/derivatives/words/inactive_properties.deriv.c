// Functions and globals registered or annotated as inactive (words 3.5).
// oracle: differs, functions are declared inactive
#include "check.h"
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
__attribute__((annotate("enzyme_inactive"))) double ib(double x) { return x * x; }
double ic(double x) { return x * x; }
void *__enzyme_inactivefn_ic = (void *)ic;
double id(double x) { return x * x; }
void *__enzyme_inactivefn_id[1] = {(void *)id};
double gl = 2;
void *__enzyme_inactive_global_gl = (void *)&gl;
double f(double x) { return x + ib(x) + ic(x) + id(x); }
double k(double x) { return x * gl; }

CHECK_VALUES(words) {
  EXPECT_CLOSE(__enzyme_autodiff((void *)f, 3.0), 1, 1e-12);
  EXPECT_CLOSE(__enzyme_autodiff((void *)k, 3.0), 2, 1e-12);
}
