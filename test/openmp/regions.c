// Regions of Fortran.
//! teams: all
//! with: regions.f90
//! together: 40
#include "check.h"

#define ALL(X)                                                                                     \
  X(sums)                                                                                          \
  X(energy)                                                                                        \
  X(dealt) X(returned) X(several) X(kinds) X(conditions) X(sections) X(orphaned) X(in_order)
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
