// Fortran's variables of which each thread has its own, from region to region and copied in.
//! teams: all
//! with: threadprivate.f90
#include "check.h"

#define ALL(X) X(copied) X(kept) X(workspace) X(saved) X(handed)
ALL(OF_FORTRAN)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}
