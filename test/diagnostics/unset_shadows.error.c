// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -O2 -g -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -Wno-enzyme-unset-shadow -Werror -c %s -o %t.o
// Reverse mode adds to shadows: memory of the caller's own that is not set before holds anything. Not
// where somebody else may have set it, of integers, and in forward mode, which sets what is written.
#include <stdlib.h>
#include <string.h>
extern int enzyme_const, enzyme_dup;
void __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);
double __enzyme_autodiff_value(void *, ...);
double norm(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sum;
}
void square(const double *x, double *y) { *y = *x * *x; }
double chosen(const double *x, const int *places) { return x[places[0]]; }
void fill(double *to);

double onTheStack(double *x) {
  double dx[3];
  __enzyme_autodiff((void *)norm, x, dx, 3); // expected-warning {{the shadow of parameter 1 of 'norm' holds nothing yet: the derivative is added to what happens to lie there; set it to zero before, or to the seed where 'norm' writes its results [ENZ0183]}}
  return dx[0] + dx[2];
}
double *onTheHeap(double *x, int n) {
  double *dx = malloc(n * sizeof *dx);
  if (!dx)
    return NULL;
  __enzyme_autodiff((void *)norm, enzyme_dup, x, dx, n); // expected-warning {{the shadow of parameter 1 of 'norm' holds nothing yet}}
  double first = dx[0];
  free(dx);
  x[0] += first;
  return x;
}
double withoutSeed(double x) {
  double y, dx = 0, dy;
  __enzyme_autodiff((void *)square, &x, &dx, &y, &dy); // expected-warning {{the shadow of parameter 2 of 'square' holds nothing yet}}
  return dx;
}
struct point { double at[3]; };
double inAStructure(struct point *p) {
  struct point dp;
  __enzyme_autodiff((void *)norm, p->at, dp.at, 3); // expected-warning {{the shadow of parameter 1 of 'norm' holds nothing yet}}
  return dp.at[1];
}

double *set(double *x, int n, int places[1]) {
  double here[3] = {0}, byLoop[3], byCall[3], later[3];
  int dplaces[1];
  double *zeroed = calloc(n, sizeof *zeroed), *cleared = malloc(n * sizeof *cleared), *given = malloc(n * sizeof *given);
  memset(cleared, 0, n * sizeof *cleared);
  for (int i = 0; i < 3; i++)
    byLoop[i] = 0;
  fill(byCall);
  __enzyme_autodiff((void *)norm, x, here, 3);
  __enzyme_autodiff((void *)norm, x, byLoop, 3);
  __enzyme_autodiff((void *)norm, x, byCall, 3);
  __enzyme_autodiff((void *)norm, x, zeroed, n);
  __enzyme_autodiff((void *)norm, x, cleared, n);
  __enzyme_autodiff((void *)chosen, x, here, places, dplaces);
  for (int round = 0; round < 2; round++) {
    if (round)
      __enzyme_autodiff((void *)norm, x, later, 3);
    memset(later, 0, sizeof later);
  }
  double *kept[1] = {given};
  fill(kept[0]);
  __enzyme_autodiff((void *)norm, x, given, n);
  free(cleared);
  free(given);
  return zeroed;
}
double forward(double x) {
  double y, dx = 1, dy;
  __enzyme_fwddiff((void *)square, &x, &dx, &y, &dy);
  return dy;
}
