// RUN: enzyme-clang -O1 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// A loop that LLVM can vectorise over its iterations holds no vector of lanes, and tangents
// of different lanes have scopes of their own. Where each iteration needs the one before,
// the lanes stay a vector.
extern int enzyme_width, enzyme_dup, enzyme_const;
void __enzyme_fwddiff(void *, ...);
void stream(const double *x, double *y, long n) {
  for (long i = 0; i < n; i++)
    y[i] = x[i] * y[i];
}
void chain(const double *x, double *y, long n) {
  for (long i = 1; i < n; i++)
    y[i] = x[i] * y[i - 1];
}
void along(double *x, double *a, double *b, double *y, double *c, double *d, long n) {
  __enzyme_fwddiff((void *)stream, enzyme_width, 2, enzyme_dup, x, a, b, enzyme_dup, y, c, d, enzyme_const, n);
  __enzyme_fwddiff((void *)chain, enzyme_width, 2, enzyme_dup, x, a, b, enzyme_dup, y, c, d, enzyme_const, n);
}
// CHECK-LABEL: define internal void @enzyme.forward.stream.0(
// CHECK-NOT: <2 x double>
// CHECK: store double %{{.*}}, ptr %{{.*}}shadow{{.*}}!alias.scope ![[FIRST:[0-9]+]]
// CHECK-NOT: alias.scope ![[FIRST]]
// CHECK: store double %{{.*}}, ptr %{{.*}}shadow{{.*}}!alias.scope
// CHECK-LABEL: define internal void @enzyme.forward.chain.0(
// CHECK: fmul <2 x double>
