// Tasks of Fortran, and loops of them.
//! with: tasks.f90
#include "check.h"

#define ALL(X) X(single_tasks) X(tree) X(loop) X(own)
#define CALLS(f)                                                                                   \
  extern void f##_(int *n, double *x, double *r);                                                  \
  static double f(double *x) {                                                                     \
    int n = N;                                                                                     \
    double r = 0;                                                                                  \
    f##_(&n, x, &r);                                                                               \
    return r;                                                                                      \
  }
ALL(CALLS)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}
