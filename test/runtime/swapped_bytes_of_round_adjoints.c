// Doubles are kept with their bytes the other way round. An adjoint of 2 has one byte that is not
// zero: zeros that come before it say nothing yet, but where they lay is known when it arrives.
//
// RUN: enzyme-clang -O2 -DORDER=b %s -o %t.up -lm && %t.up | FileCheck %s
// RUN: enzyme-clang -O2 -DORDER=7-b %s -o %t.down -lm && %t.down | FileCheck %s
// RUN: enzyme-clang -O2 -DORDER=b -DTWICE %s -o %t.up2 -lm && not %t.up2 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: enzyme-clang -O2 -DORDER=7-b -DTWICE %s -o %t.down2 -lm && not %t.down2 2>&1 | FileCheck %s --check-prefix=TWICE
// CHECK: 2 1 0.3 -2
// TWICE: two adjoints meet
#include <stdio.h>

extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);

__attribute__((noinline)) static void swapped(unsigned char *to, const unsigned char *from, int n) {
  for (int i = 0; i < n; i++)
    for (int b = 0; b < 8; b++)
      to[8 * i + (ORDER)] = from[8 * i + 7 - (ORDER)];
}

double f(const double *x) {
  unsigned char file[32];
  double back[4], sum = 0;
  swapped(file, (const unsigned char *)x, 4);
  swapped((unsigned char *)back, file, 4);
  sum += back[0] * 2 + back[1] + back[2] * 0.3 - back[3] * 2;
#ifdef TWICE
  double again[4];
  swapped((unsigned char *)again, file, 4);
  sum += again[0] * 2;
#endif
  return sum;
}

int main(void) {
  double x[4] = {1, 2, 3, 4}, dx[4] = {0};
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
  printf("%g %g %g %g\n", dx[0], dx[1], dx[2], dx[3]);
}
