// RUN: enzyme-clang -O1 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: enzyme-clang -O1 -fno-enzyme-reassociate -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: enzyme-clang -O3 -fno-enzyme-carry -S -emit-llvm %s -o - | FileCheck %s --check-prefix=VECTORS
// Only the sums of adjoints may be taken in any order, in variables and in memory; the sum that
// the function computes, and computes again in its reverse, may not.
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
void combine(long n, double a, const double *x, const double *b, double *y) {
  double sum = 0;
  for (long i = 0; i < n; i++) {
    sum += b[i] * b[i];
    y[i] = a * x[i] * sum + x[0] * b[i];
  }
}
struct gradient { double a; } __enzyme_autodiff_of(void *, ...);
struct gradient gradient(long n, double a, double *x, double *dx, double *b, double *y, double *dy) {
  return __enzyme_autodiff_of((void *)combine, enzyme_const, n, a, enzyme_dup, x, dx, enzyme_const, b,
                              enzyme_dup, y, dy);
}
// CHECK-LABEL: @enzyme.reverse.combine.0(
// CHECK-NOT: reassoc
// CHECK: %[[SQUARES:.*]] = call double @llvm.fmuladd.f64(
// CHECK: reverse.
// CHECK: reassoc nsz double
// CHECK: reassoc nsz double
// ORDER-LABEL: @enzyme.reverse.combine.0(
// ORDER-NOT: reassoc
// ORDER: ret
// VECTORS-LABEL: @gradient(
// VECTORS: call reassoc nsz double @llvm.vector.reduce.fadd
