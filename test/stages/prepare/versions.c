// RUN: enzyme-clang -O1 -mllvm -enzyme-print-prepared -c %s -o %t.o 2>&1 | FileCheck %s
// Where stores may change what was read, and a test of ranges can tell whether they do,
// there are two versions of the loops; only one of them keeps what it reads.
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
void multiply(double *c, const double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
// CHECK-LABEL: define internal void @enzyme.prepared.multiply
// CHECK: %are.apart = freeze i1
// CHECK: br i1 %are.apart, label %[[APART:.*]], label %[[MIXED:.*]], !prof
// CHECK: load double, {{.*}}!noalias ![[SCOPES:[0-9]+]]
// CHECK: load double, {{.*}}!noalias ![[SCOPES]]
// CHECK: store double {{.*}}!alias.scope ![[SCOPES]]
// CHECK: ret void
// CHECK: {{^}}[[MIXED]]:
// CHECK-NOT: !noalias
// CHECK: {{^}}}

void linear(double *y, const double *x, int n) { // nothing is kept anyway
  for (int i = 0; i < n; i++)
    y[i] += 3 * x[i];
}
// CHECK-LABEL: define internal void @enzyme.prepared.linear
// CHECK-NOT: are.apart
// CHECK: {{^}}}

void gather(double *y, const double *x, const int *at, int n) { // no telling where x is read
  for (int i = 0; i < n; i++)
    y[i] += x[at[i]] * x[at[i]];
}
// CHECK-LABEL: define internal void @enzyme.prepared.gather
// CHECK-NOT: are.apart
// CHECK: {{^}}}

void inPlace(double *x, int n) { // always the same array
  for (int i = 1; i < n; i++)
    x[i] *= x[i - 1];
}
// CHECK-LABEL: define internal void @enzyme.prepared.inPlace
// CHECK-NOT: are.apart
// CHECK: {{^}}}

void all(double *a, double *da, double *b, double *db, double *c, double *dc, int *at, int n) {
  __enzyme_autodiff((void *)multiply, enzyme_dup, c, dc, enzyme_dup, a, da, enzyme_dup, b, db, enzyme_const, n);
  __enzyme_autodiff((void *)linear, enzyme_dup, c, dc, enzyme_dup, a, da, enzyme_const, n);
  __enzyme_autodiff((void *)gather, enzyme_dup, c, dc, enzyme_dup, a, da, enzyme_const, at, enzyme_const, n);
  __enzyme_autodiff((void *)inPlace, enzyme_dup, c, dc, enzyme_const, n);
}
