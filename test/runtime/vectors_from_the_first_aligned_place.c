// Code that takes whole vectors from the first place on that is aligned, as it finds it: shadows
// need not be aligned there.
// RUN: enzyme-clang -O2 %s -o %t -lm && %t
// RUN: enzyme-clang -O0 %s -o %t -lm && %t
#include <enzyme/enzyme.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
typedef double two __attribute__((vector_size(16)));

__attribute__((noinline)) static double sumOfSquares(const double *x, double *scaled, int n) {
  int first = ((uintptr_t)x & 15) != 0;
  double sum = first ? x[0] * x[0] : 0;
  if (first)
    scaled[0] = 3 * x[0];
  two both = {0, 0};
  int i = first;
  for (; i + 1 < n; i += 2) {
    two v = *(const two *)(x + i);
    both += v * v;
    *(two *)(scaled + i) = 3 * v;
  }
  for (; i < n; i++) {
    sum += x[i] * x[i];
    scaled[i] = 3 * x[i];
  }
  return sum + both[0] + both[1];
}
double __enzyme_autodiff_sum(void *, ...);
double __enzyme_fwddiff_sum(void *, ...);

static int check(int offset, int shadowOffset) {
  enum { n = 7 };
  _Alignas(16) double memory[4][n + 1];
  double *x = memory[0] + offset, *dx = memory[1] + shadowOffset;
  double *scaled = memory[2] + offset, *ds = memory[3] + shadowOffset;
  for (int i = 0; i < n; i++)
    x[i] = i + 1, dx[i] = 0, ds[i] = 1;
  __enzyme_autodiff_sum((void *)sumOfSquares, x, dx, scaled, ds, n);
  int isRight = 1;
  for (int i = 0; i < n; i++)
    isRight &= dx[i] == 2 * (i + 1) + 3;
  for (int i = 0; i < n; i++)
    dx[i] = 1;
  double tangent = __enzyme_fwddiff_sum((void *)sumOfSquares, x, dx, scaled, ds, n);
  isRight &= tangent == 56 && ds[n - 1] == 3;
  if (!isRight)
    printf("wrong at %d, %d\n", offset, shadowOffset);
  return isRight;
}
int main(void) {
  int isRight = 1;
  for (int i = 0; i < 4; i++)
    isRight &= check(i % 2, i / 2);
  return !isRight;
}
