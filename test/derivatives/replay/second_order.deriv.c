// Second derivatives through loops whose iterations the inner reverse sweep runs again.
// alone: off, the function itself asks for derivatives
// flags: -fno-enzyme-reassociate
#include "check.h"

enum { N = 5 };
extern void __enzyme_autodiff_inner(void *, ...);

static double energy(const double *x, int n) {
  double work[N], sum = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < N; k++)
      work[k] = sin(x[k] * x[i]) + x[i];
    double product = 1;
    for (int k = 0; k < N; k++)
      product *= 1 + work[k] * work[N - 1 - k];
    sum += exp(-product * product);
  }
  return sum;
}
/// The gradient, differentiated by the harness in every mode.
void gradient(const double *x, double *g) {
  for (int k = 0; k < N; k++)
    g[k] = 0;
  __enzyme_autodiff_inner((void *)energy, enzyme_dup, x, g, enzyme_const, N);
}

/// The reverse of a loop is passed by where its result was not chosen, not where its
/// adjoint is zero by chance: there the second derivative is not.
static double chosen(const double *x, int n) {
  double least = x[1];
  for (int j = 0; j < n; j++) {
    double square = 0;
    for (int k = 0; k < N; k++)
      square += (x[k] - x[j]) * (x[k] - 0.5) * exp(x[k]);
    least = square < least ? square : least;
  }
  return least * (x[4] - 0.25);
}
void gradientOfChosen(const double *x, double *g) {
  for (int k = 0; k < N; k++)
    g[k] = 0;
  __enzyme_autodiff_inner((void *)chosen, enzyme_dup, x, g, enzyme_const, 3);
}

CHECK_VECTOR(gradient, N, N, 0.3, -0.2, 0.5, 0.1, 0.25);
CHECK_VECTOR(gradientOfChosen, N, N, 0.3, 0.9, 0.5, 0.1, 0.25);
