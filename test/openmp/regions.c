// Regions of Fortran.
//! teams: all
//! with: regions.f90
//! together: 40
#include "check.h"

#define ALL(X)                                                                                     \
  X(sums)                                                                                          \
  X(energy)                                                                                        \
  X(dealt) X(returned) X(several) X(kinds) X(conditions) X(sections) X(orphaned) X(in_order)
ALL(OF_FORTRAN)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}
