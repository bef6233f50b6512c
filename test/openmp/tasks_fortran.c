// Tasks of Fortran, and loops of them.
//! with: tasks.f90
#include "check.h"

#define ALL(X) X(single_tasks) X(tree) X(loop) X(own)
ALL(OF_FORTRAN)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}
