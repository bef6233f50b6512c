/*===- spectra.c - vectors that a matrix does not determine ------------------===
 *
 * Problem: the eigenvectors of equal eigenvalues may be turned among each other. A derivative that
 * depends on more than what they span does not exist, and nothing in a program's numbers says so.
 *
 * Here: the warning (the compiler's derivatives of LAPACK's routines ask for it).
 *===----------------------------------------------------------------------===*/
#include "enzyme/runtime.h"
#include <stdatomic.h>
#include <stdio.h>

void enzyme_rt_vectors_of_equal_values(void) {
  static atomic_flag isSaid = ATOMIC_FLAG_INIT;
  if (!atomic_flag_test_and_set(&isSaid))
    fprintf(stderr,
            "enzyme: warning: a derivative depends on eigenvectors or singular vectors of equal "
            "values, or on singular vectors of the value zero, which the matrix does not "
            "determine; that part of it is left out\n");
}
