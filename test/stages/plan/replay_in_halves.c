// Loops of functions that are not inlined run again in the second half, where what they read is still there.
// RUN: enzyme-clang -O1 -c %s -o %t.o -mllvm -enzyme-print-regions 2>&1 | FileCheck %s
#include <math.h>
double __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;

// CHECK: regions of enzyme.prepared.untouched.replay
// CHECK-NEXT: loop {{.*}}: replay
// CHECK-NEXT: call double @enzyme.iteration.untouched({{.*}}: replay
__attribute__((noinline)) static double untouched(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < n; k++)
      t = sin(t) * t;
    sum += t;
  }
  return sum * sum;
}
double reads(const double *x, int n) { return untouched(x, n) * untouched(x, n / 2); }

// CHECK: regions of enzyme.prepared.changed{{$}}
// CHECK-NEXT: loop {{.*}}: keep: what it reads at {{.*}} may be written later
__attribute__((noinline)) static double changed(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < n; k++)
      t = sin(t) * t;
    sum += t;
  }
  return sum * sum;
}
double writes(double *x, int n) {
  double y = changed(x, n);
  x[0] = y;
  return y * x[1];
}

// A variable without derivative is gone then.
// CHECK: regions of enzyme.prepared.gone{{$}}
// CHECK-NEXT: loop {{.*}}: keep: {{.*}}
// CHECK: loop {{.*}}: keep: what it reads at {{.*}} may be written later
__attribute__((noinline)) static double gone(const double *x, int n) {
  double table[50], sum = 0;
  for (int k = 0; k < 50; k++)
    table[k] = cos(0.3 * k);
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < n; k++)
      t = sin(t) * t + table[k];
    sum += t;
  }
  return sum * sum;
}
double counts(const double *x, int n) { return gone(x, n) * gone(x, n / 2); }

void all(double *x, double *d, int n) {
  __enzyme_autodiff((void *)reads, enzyme_dup, x, d, enzyme_const, n);
  __enzyme_autodiff((void *)writes, enzyme_dup, x, d, enzyme_const, n);
  __enzyme_autodiff((void *)counts, enzyme_dup, x, d, enzyme_const, n);
}
