// Calls that run together with their reverse release what they kept while their callers' tapes go on: what derivative
// code does itself there counts as what the runtime does, in one chunk and over several.
// RUN: enzyme-clang -O2 -I%toolchain/include %s -o %t && %t | FileCheck %s
// RUN: enzyme-clang -O2 -I%toolchain/include -S -emit-llvm %s -o - | FileCheck --check-prefix=CODE %s
// CODE: @enzyme_rt_arena = external thread_local
// CODE-NOT: call {{.*}}@enzyme_rt_mark(
#include <enzyme/runtime.h>
#include <stdio.h>

double minor(int n, const double *a, int row, const int *columns, int m) {
  if (m == 1)
    return a[row * n + columns[0]];
  double sum = 0;
  int rest[16];
  for (int k = 0; k < m; k++) {
    for (int l = 0, count = 0; l < m; l++)
      if (l != k)
        rest[count++] = columns[l];
    double term = a[row * n + columns[k]] * minor(n, a, row + 1, rest, m - 1);
    sum = k % 2 ? sum - term : sum + term;
  }
  return sum;
}

/// Keeps n numbers at each depth, and one of them depends on the one before.
double deep(const double *x, int n, int depth) {
  double y = x[0];
  for (int i = 0; i < n; i++)
    y = x[0] * y * (2 - y);
  for (int k = 0; depth && k < 2; k++)
    y += 0.125 * deep(x, n, depth - 1);
  return y;
}

void __enzyme_autodiff_minor(void *, ...);
void __enzyme_autodiff_deep(void *, ...);
extern int enzyme_const, enzyme_dup;

/// At each depth as many numbers as there are columns, in steps of 16 bytes.
static size_t peakOfMinors(int n) {
  static const int columns[] = {0, 1, 2, 3, 4, 5};
  double a[36], da[36] = {0}, product = 0;
  for (int i = 0; i < n * n; i++)
    a[i] = i % (n + 1) == 0 ? 2 : 0.25;
  __enzyme_autodiff_minor((void *)minor, enzyme_const, n, enzyme_dup, a, da, enzyme_const, 0, enzyme_const, columns,
                          enzyme_const, n);
  for (int i = 0; i < n * n; i++)
    product += a[i] * da[i]; // n times the determinant
  printf("right: %d\n", product - n * minor(n, a, 0, columns, n) < 1e-9 && product > 1);
  return enzyme_rt_tape_peak();
}

static void slopes(int n, int depth) {
  double x = 0.75, dx = 0, h = 1e-6, over = x + h, under = x - h;
  __enzyme_autodiff_deep((void *)deep, enzyme_dup, &x, &dx, enzyme_const, n, enzyme_const, depth);
  double difference = (deep(&over, n, depth) - deep(&under, n, depth)) / (2 * h) - dx;
  printf("slope right: %d, in use: %zu\n", difference < 1e-6 && difference > -1e-6, enzyme_rt_tape_bytes());
}

int main(void) {
  printf("five: %zu\n", peakOfMinors(5));
  printf("three after five: %zu\n", peakOfMinors(3));
  enzyme_rt_tape_forget_peak();
  printf("three: %zu\n", peakOfMinors(3));
  printf("five: %zu\n", peakOfMinors(5));
  slopes(20, 3);
  slopes(30000, 4);
  slopes(20, 3);
}
// CHECK: right: 1
// CHECK-NEXT: five: 128
// CHECK-NEXT: right: 1
// CHECK-NEXT: three after five: 128
// CHECK-NEXT: right: 1
// CHECK-NEXT: three: 48
// CHECK-NEXT: right: 1
// CHECK-NEXT: five: 128
// CHECK-NEXT: slope right: 1, in use: 0
// CHECK-NEXT: slope right: 1, in use: 0
// CHECK-NEXT: slope right: 1, in use: 0
