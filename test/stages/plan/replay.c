// Which loops are run again an iteration at a time, and why others are not.
// RUN: enzyme-clang -O1 -c %s -o %t.o -mllvm -enzyme-print-plan 2>&1 | FileCheck %s
#include <math.h>
#include <stdlib.h>
double __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;

// Scratch that every iteration fills before it reads it; the sum is all that is left.
// CHECK: replay of enzyme.prepared.fills
// CHECK-NEXT: replayed, and leaves nothing but its results
// CHECK: plan of enzyme.prepared.fills.replay
// CHECK: fuse {{.*}}@enzyme.reverse.enzyme.iteration.fills.0(
double fills(const double *x, int n) {
  double *work = malloc(n * sizeof *work), sum = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++)
      work[k] = sin(x[k] * x[i]);
    for (int k = 0; k < n; k++)
      sum += work[k] * work[n - 1 - k];
  }
  free(work);
  return sum;
}

// The adjoint of the sum depends on the sum: the iteration runs again.
// CHECK: plan of enzyme.prepared.squares.replay
// CHECK: replay {{.*}}call double @enzyme.iteration.squares({{.*}}; not fused: the adjoint of its result is not known ahead
double squares(const double *x, int n) {
  double *work = malloc(n * sizeof *work), sum = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++)
      work[k] = sin(x[k] * x[i]);
    for (int k = 0; k < n; k++)
      sum += work[k] * work[n - 1 - k];
  }
  free(work);
  return sum * sum;
}

// The same, begun one element later.
// CHECK: replay of enzyme.prepared.misses
// CHECK-NEXT: what it reads at {{.*}} may be written later
// CHECK: plan of enzyme.prepared.misses{{$}}
double misses(const double *x, int n) {
  double *work = calloc(n, sizeof *work), sum = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 1; k < n; k++)
      work[k] = sin(x[k] * x[i]);
    for (int k = 0; k < n; k++)
      sum += work[k] * work[n - 1 - k];
    work[0] = sum;
  }
  free(work);
  return sum;
}

// Results stored where nobody reads them: the second run leaves the stores out.
// CHECK: replay of enzyme.prepared.stores
// CHECK-NEXT: replayed{{$}}
void stores(const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < n; k++)
      t = sin(t) * t;
    y[i] = t;
  }
}

// A value an iteration is kept, not computed twice.
// CHECK: replay of enzyme.prepared.little
// CHECK-NEXT: would keep little
double little(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += exp(x[i]) * x[i];
  return sum;
}

void all(const double *x, double *d, double *y, double *e, int n) {
  __enzyme_autodiff((void *)fills, enzyme_dup, x, d, enzyme_const, n);
  __enzyme_autodiff((void *)squares, enzyme_dup, x, d, enzyme_const, n);
  __enzyme_autodiff((void *)misses, enzyme_dup, x, d, enzyme_const, n);
  __enzyme_autodiff((void *)stores, enzyme_dup, x, d, enzyme_dup, y, e, enzyme_const, n);
  __enzyme_autodiff((void *)little, enzyme_dup, x, d, enzyme_const, n);
}
