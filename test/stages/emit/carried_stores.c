// RUN: enzyme-clang -O2 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// Where an iteration of the reverse adds to what the one before it stored, it takes that over as a
// value; the place is loaded ahead of the loop, and stored behind it.
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
void step(long n, double up, double down, double *restrict v) {
  for (long i = 0; i < n; i++)
    v[i] = up * v[i + 1] + down * v[i];
}
// The other array may be the same one, some places on.
void beside(long n, double up, double down, double *v, double *w) {
  for (long i = 0; i < n; i++) {
    w[i] += v[i];
    v[i] = up * v[i + 1] + down * v[i];
  }
}
void gradient(long n, double up, double down, double *v, double *dv, double *w, double *dw) {
  __enzyme_autodiff((void *)step, enzyme_const, n, enzyme_const, up, enzyme_const, down, enzyme_dup,
                    v, dv);
  __enzyme_autodiff((void *)beside, enzyme_const, n, enzyme_const, up, enzyme_const, down,
                    enzyme_dup, v, dv, enzyme_dup, w, dw);
}
// CHECK-LABEL: define internal void @enzyme.reverse.step.0(
// CHECK: {{^}}reverse.entry.loopexit:
// CHECK: store double %[[LAST:[^,]*]],
// CHECK: %carried = phi double [ %{{[^,]*}}, %{{[^,]*}} ], [ %[[LAST]], %{{[^,]*}} ]
// CHECK: load double
// CHECK: fmuladd.f64(double %{{.*}}, double %up, double %carried)
// CHECK-NEXT: store double
// CHECK-NOT: store
// CHECK: br i1
// CHECK-LABEL: define internal void @enzyme.reverse.beside.0(
// CHECK-NOT: %carried
// CHECK: {{^}}}
