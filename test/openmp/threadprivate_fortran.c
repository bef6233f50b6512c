// Fortran's variables of which each thread has its own, from region to region and copied in.
//! teams: all
//! with: threadprivate.f90
#include "check.h"

#define ALL(X) X(copied) X(kept) X(workspace) X(saved) X(handed)
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
