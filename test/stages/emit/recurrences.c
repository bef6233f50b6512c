// RUN: enzyme-clang -O2 -fno-vectorize -fno-unroll-loops -S -emit-llvm -mllvm -enzyme-tangents=0 %s -o - | FileCheck %s
// The reverse (which a function of one number need not run) of a recurrence whose factor, a quotient, is the same in all iterations: if it is finite the loop neither
// compares adjoints with zero nor chooses; a product and a sum are one operation.
extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);

__attribute__((noinline)) double series(double x, const double *table, int n) {
  double y = 1 / (x - 2), d = 0, before = 0;
  for (int k = n; k > 0; k--) {
    double next = y * d - before + table[k];
    before = d;
    d = next;
  }
  return y * d - before;
}
double derivative(double x, const double *table, int n) {
  return __enzyme_autodiff((void *)series, x, enzyme_const, table, enzyme_const, n);
}
// CHECK-LABEL: define internal {{.*}}@enzyme.reverse.series.0(
// CHECK: call double @llvm.fabs.f64(double %[[FACTOR:[a-z0-9.]+]])
// CHECK: fcmp {{one|ueq}} double %{{.*}}, 0x7FF0000000000000
// CHECK: {{^}}edge.for.body.finite:
// CHECK-NOT: {{^}}edge
// CHECK: call {{.*}}double @llvm.fmuladd.f64(double {{.*}}%[[FACTOR]],
// CHECK: br i1
