// A Gauss-Seidel sweep and a nonlinear Jacobi step repeated: in-place updates over many steps.
#include "check.h"

void relax(double *x) {
  for (int step = 0; step < 10; step++)
    for (int i = 1; i < 7; i++)
      x[i] = 0.5 * x[i] + 0.25 * (x[i - 1] + x[i + 1]) + 0.01 * x[i] * x[i];
}

CHECK_INPLACE(relax, 8, 1, 2, 0.5, -1, 0, 0.25, 3, 1);
