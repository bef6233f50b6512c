// RUN: enzyme-clang -O2 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: enzyme-clang -O2 -fno-enzyme-reassociate -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ORDER
// All iterations add to the adjoint of a[j * n + k], which may be one of those of a[i * n + k]. Its terms
// become a value, added behind the loop, if it lies elsewhere than a[i * n + j].
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
void update(long n, long j, long k, double *a) {
  for (long i = j; i < n; i++)
    a[i * n + j] -= a[i * n + k] * a[j * n + k];
}
void gradient(long n, long j, long k, double *a, double *da) {
  __enzyme_autodiff((void *)update, enzyme_const, n, enzyme_const, j, enzyme_const, k, enzyme_dup, a,
                    da);
}
// CHECK-LABEL: define internal void @enzyme.reverse.update.0(
// CHECK: call i64 @llvm.umin.i64(
// CHECK: {{^}}reverse.for.body.kept:
// CHECK: %[[SUM:.*]] = phi double
// CHECK: call reassoc nsz double @llvm.fmuladd.f64(double %{{.*}}, double %{{.*}}, double %[[SUM]])
// CHECK: br i1
// ORDER-LABEL: define internal void @enzyme.reverse.update.0(
// ORDER-NOT: .kept:
// ORDER: {{^}}}
