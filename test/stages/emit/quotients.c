// The reverse sweep of a quotient of what is read from memory divides once, one by the divisor, which leaves the loop
// where it can: the quotient is not divided again for the divisor's partial.
// RUN: enzyme-clang -O2 -fno-vectorize -fno-unroll-loops -S -emit-llvm %s -o - | FileCheck %s
extern int enzyme_dup, enzyme_dupnoneed;
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
