// The reverse sweep of a quotient divides once, one by the divisor, which leaves the loop where it can: the quotient
// is not divided again for the divisor's partial. Where the primal's own quotient is asked for again, it is the same to
// the bit.
// RUN: enzyme-clang -O2 -fno-vectorize -fno-unroll-loops -S -emit-llvm %s -o - | FileCheck %s
extern int enzyme_dup, enzyme_const, enzyme_dupnoneed;
void __enzyme_autodiff(void *, ...);

static void scaled(const double *restrict x, const double *restrict by, double *restrict out, int n) {
  for (int i = 0; i < n; i++)
    out[i] = x[i] / *by;
}
// CHECK-LABEL: define {{.*}}@gradient
// CHECK: fdiv double 1.000000e+00
// CHECK-NOT: fdiv
// CHECK: ret void
void gradient(double *x, double *dx, double *by, double *dby, double *out, double *dout, int n) {
  __enzyme_autodiff((void *)scaled, enzyme_dup, x, dx, enzyme_dup, by, dby, enzyme_dupnoneed, out, dout, n);
}

static double rounded(const double *x, const double *by) { return x[(int)(*x / *by)] * *x; }
// CHECK-LABEL: define {{.*}}@ofIndex
// CHECK: fdiv double %{{.*}}, %
// CHECK: ret void
void ofIndex(double *x, double *dx, double *by) {
  __enzyme_autodiff((void *)rounded, enzyme_dup, x, dx, enzyme_const, by);
}
