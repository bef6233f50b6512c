// RUN: enzyme-clang -O1 -mllvm -enzyme-print-plan -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: enzyme-clang -O1 -DKEPT -mllvm -enzyme-print-plan -c %s -o %t.o 2>&1 | FileCheck --check-prefix=KEPT %s
// A function that the program wants repeated is called again in the reverse sweep, and its results
// take no tape.
#ifndef KEPT
__attribute__((enzyme_shouldrecompute))
#endif
__attribute__((noinline, enzyme_inactive)) static double weight(int i) { return 1.0 / (i + 1); }
void __enzyme_autodiff(void *, ...);
static double f(const double *x, long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += weight((int)i) * x[i] * x[i];
  return s;
}
void g(const double *x, double *dx, long n) { __enzyme_autodiff((void *)f, x, dx, n); }
// CHECK: plan of enzyme.prepared.f
// CHECK: need again   %call = call double @weight(
// KEPT: plan of enzyme.prepared.f
// KEPT: need kept    %call = call double @weight(
