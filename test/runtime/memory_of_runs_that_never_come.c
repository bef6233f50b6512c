// RUN: enzyme-clang -O1 %s -lm -o %t && %t | FileCheck %s
// A program that ends in the first iterations of a loop asks for no memory for those that were to come.
// CHECK: enough after 3
// CHECK-NOT: too many
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

__attribute__((noinline)) static void endAt(long i, long last) {
  if (i != last)
    return;
  printf("enough after %ld\n", i);
  exit(0);
}
__attribute__((noinline)) static void rows(double *y, long n, int m, long last) {
  for (long i = 0; i < n; i++) {
    for (int k = 0; k < m; k++)
      y[k % 6] = sin(y[k % 6] * y[(k + i) % 6]);
    endAt(i, last);
  }
}

int main(void) {
  double y[6] = {0.4, 0.7, -0.3, 1.1, 0.2, -0.8}, d[6] = {1};
  __enzyme_autodiff((void *)rows, enzyme_dup, y, d, enzyme_const, 1L << 24, enzyme_const, 1 << 16, enzyme_const, 3L);
  printf("too many\n");
}
