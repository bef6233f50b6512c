// Functions that write to nothing but memory of their own say so.
// RUN: enzyme-clang -O1 -c %s -o %t.o -mllvm -enzyme-print-regions 2>&1 | FileCheck %s
#include <math.h>
#include <stdlib.h>
double __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;
#define KEPT __attribute__((noinline)) static

// CHECK: regions of enzyme.prepared.sums
// CHECK: call double @scratch({{.*}}: fuse
KEPT double scratch(const double *x, int n) {
  double *work = malloc(n * sizeof *work), sum = 0;
  for (int k = 0; k < n; k++)
    work[k] = sin(x[k]);
  for (int k = 0; k < n; k++)
    sum += work[k] * work[n - 1 - k];
  free(work);
  return sum;
}
double sums(const double *x, int n) {
  double sum = 0;
  for (int i = 1; i < n; i++)
    sum += scratch(x, i);
  return sum;
}

// CHECK: regions of enzyme.prepared.counts
// CHECK: call double @counting({{.*}}: keep: it may write memory
static double *last;
KEPT double counting(const double *x, int n) {
  double *work = malloc(n * sizeof *work), sum = 0;
  for (int k = 0; k < n; k++)
    work[k] = sin(x[k]);
  for (int k = 0; k < n; k++)
    sum += work[k] * work[n - 1 - k];
  last = work;
  return sum;
}
double counts(const double *x, int n) {
  double sum = 0;
  for (int i = 1; i < n; i++)
    sum += counting(x, i) + (last != 0);
  return sum;
}

void all(const double *x, double *d, int n) {
  __enzyme_autodiff((void *)sums, enzyme_dup, x, d, enzyme_const, n);
  __enzyme_autodiff((void *)counts, enzyme_dup, x, d, enzyme_const, n);
}
