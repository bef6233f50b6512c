// Which loops are run again an iteration at a time, and why others are not.
// RUN: enzyme-clang -O1 -c %s -o %t.o -mllvm -enzyme-print-plan -mllvm -enzyme-print-regions 2>&1 | FileCheck %s
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
double __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;

// Scratch that every iteration fills before it reads it; the sum is all that is left.
// CHECK: regions of enzyme.prepared.fills.replay
// CHECK-NEXT: loop {{.*}}: replay: leaves nothing but its results
// CHECK-NEXT: call double @enzyme.iteration.fills({{.*}}: fuse
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
// CHECK: regions of enzyme.prepared.misses{{$}}
// CHECK-NEXT: loop {{.*}}: keep: what it reads at {{.*}} may be written later
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

// Scratch of structures: only stores of the same member touch what is read, and leave gaps;
// all stores together fill it.
// CHECK: regions of enzyme.prepared.members.replay
// CHECK-NEXT: loop {{.*}}: replay: leaves nothing but its results
struct phase { double re, im; };
double members(const double *x, const int *which, int n) {
  struct phase phases[3];
  double sum = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++)
      phases[k] = (struct phase){cos(k * x[i]), sin(k * x[i])};
    for (int k = 0; k < n; k++)
      sum += exp(phases[which[k]].re * x[k]) * phases[which[k]].im;
  }
  return sum;
}

// A member of one is as the iteration before left it.
// CHECK: regions of enzyme.prepared.kept{{$}}
// CHECK-NEXT: loop {{.*}}: keep: what it reads at {{.*}} may be written later
double kept(const double *x, const int *which, int n) {
  struct phase phases[3] = {{0}};
  double sum = 0;
  for (int i = 0; i < n; i++) {
    phases[0] = (struct phase){x[i], x[i]};
    phases[1] = (struct phase){x[i], 2 * x[i]};
    phases[2].re = x[i];
    for (int k = 0; k < n; k++)
      sum += exp(phases[which[k]].re * x[k]) * phases[which[k]].im;
    phases[2].im = sum;
  }
  return sum;
}

// Results stored where nobody reads them: the second run leaves the stores out.
// CHECK: regions of enzyme.prepared.stores.replay
// CHECK-NEXT: loop {{.*}}: replay{{$}}
void stores(const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < n; k++)
      t = sin(t) * t;
    y[i] = t;
  }
}

// A value an iteration is kept, not computed twice.
// CHECK: regions of enzyme.prepared.little{{$}}
// CHECK-NEXT: loop {{.*}}: keep: would keep little
double little(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += exp(x[i]) * x[i];
  return sum;
}

// Scratch of which every other number is written: the others are of the iteration before.
// CHECK: regions of enzyme.prepared.gaps{{$}}
// CHECK-NEXT: loop {{.*}}: keep: what it reads at {{.*}} may be written later
double gaps(const double *x, int n) {
  double work[32] = {0}, sum = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 16; k++)
      work[2 * k] = sin(x[k] * x[i]);
    for (int k = 0; k < 31; k++)
      sum += work[k] * work[k];
    for (int k = 0; k < 16; k++)
      work[2 * k + 1] = work[2 * k] + sum;
  }
  return sum;
}

// CHECK: regions of enzyme.prepared.smooths{{$}}
// CHECK-NEXT: loop {{.*}}: keep: it writes at {{.*}} to memory that others see and that it may read
void smooths(const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < n; k++)
      t = sin(t) * t + (i ? y[i - 1] : 0);
    y[i] = t;
  }
}

// The scratch of the last iteration is read when all are over.
// CHECK: regions of enzyme.prepared.leaves.replay
// CHECK-NEXT: loop {{.*}}: replay{{$}}
double leaves(const double *x, int n) {
  double *work = malloc(n * sizeof *work), sum = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++)
      work[k] = sin(x[k] * x[i]);
    for (int k = 0; k < n; k++)
      sum += work[k] * work[n - 1 - k];
  }
  sum += 3 * work[0];
  free(work);
  return sum;
}

// CHECK: regions of enzyme.prepared.keeps{{$}}
// CHECK-NEXT: loop {{.*}}: keep: it stores what may be a pointer
double keeps(const double *x, const double **places, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < n; k++)
      t = sin(t) * t;
    places[i] = x + i;
    sum += t;
  }
  return sum;
}

// What is called may say something, or count how often it is called.
// CHECK: regions of enzyme.prepared.says{{$}}
// CHECK-NEXT: loop {{.*}}: keep: it calls what may do more than compute
double says(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < n; k++)
      t = sin(t) * t;
    puts("once more");
    sum += t;
  }
  return sum;
}

// CHECK: regions of enzyme.prepared.asks{{$}}
// CHECK-NEXT: loop {{.*}}: keep: it calls what may do more than compute
double asks(const double *x, int (*enough)(int, ...), int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < n; k++)
      t = sin(t) * t;
    sum += t * enough(i);
  }
  return sum;
}

void all(const double *x, double *d, double *y, double *e, int n, int (*some)(int, ...),
         const double **places, const double **shadows, const int *which) {
  __enzyme_autodiff((void *)fills, enzyme_dup, x, d, enzyme_const, n);
  __enzyme_autodiff((void *)squares, enzyme_dup, x, d, enzyme_const, n);
  __enzyme_autodiff((void *)misses, enzyme_dup, x, d, enzyme_const, n);
  __enzyme_autodiff((void *)members, enzyme_dup, x, d, enzyme_const, which, enzyme_const, n);
  __enzyme_autodiff((void *)kept, enzyme_dup, x, d, enzyme_const, which, enzyme_const, n);
  __enzyme_autodiff((void *)stores, enzyme_dup, x, d, enzyme_dup, y, e, enzyme_const, n);
  __enzyme_autodiff((void *)little, enzyme_dup, x, d, enzyme_const, n);
  __enzyme_autodiff((void *)gaps, enzyme_dup, x, d, enzyme_const, n);
  __enzyme_autodiff((void *)smooths, enzyme_dup, x, d, enzyme_dup, y, e, enzyme_const, n);
  __enzyme_autodiff((void *)leaves, enzyme_dup, x, d, enzyme_const, n);
  __enzyme_autodiff((void *)keeps, enzyme_dup, x, d, enzyme_dup, places, shadows, enzyme_const, n);
  __enzyme_autodiff((void *)says, enzyme_dup, x, d, enzyme_const, n);
  __enzyme_autodiff((void *)asks, enzyme_dup, x, d, enzyme_const, some, enzyme_const, n);
}
