// Of a function of one number the tangent is the whole derivative: the gradient calls the forward derivative and keeps nothing.
// RUN: enzyme-clang -O2 -c %s -o %t.o -mllvm -enzyme-print 2>&1 | FileCheck %s
// RUN: enzyme-clang -O2 -c %s -o %t.o -Rpass=enzyme 2>&1 | FileCheck --check-prefix=REMARK %s
// RUN: enzyme-clang -O2 -c %s -o %t.o -mllvm -enzyme-print -mllvm -enzyme-tangents=0 2>&1 | FileCheck --check-prefix=OFF %s
#include <math.h>
double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup, enzyme_primal_return;

// REMARK: one_number.c:[[@LINE+2]]:{{.*}}remark: its derivative by its only number runs forward: nothing is kept
// OFF-NOT: enzyme.forward
__attribute__((noinline)) double iterated(double x, const double *factors, int n) {
  for (int k = 0; k < n; k++)
    x = factors[k] * sin(x);
  return x;
}
__attribute__((noinline)) double sum(const double *x, const double *factors, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += iterated(x[i], factors, n);
  return sum;
}
void gradient(double *x, double *dx, double *factors, int n) {
  __enzyme_autodiff((void *)sum, enzyme_dup, x, dx, enzyme_const, factors, n);
}

// The value is not wanted; it is computed on the way.
// REMARK: one_number.c:[[@LINE+1]]:{{.*}}remark: its derivative by its only number runs forward: nothing is kept
__attribute__((noinline)) double alone(double x, const double *factors, int n) {
  for (int k = 0; k < n; k++)
    x = factors[k] * cos(x);
  return x;
}
double slope(double x, double *factors, int n) {
  return __enzyme_autodiff((void *)alone, x, enzyme_const, factors, n);
}

// The factors carry derivative as well.
// REMARK-NOT: one_number.c:[[@LINE+1]]:{{.*}}runs forward
double both(double x, const double *factors, int n) {
  for (int k = 0; k < n; k++)
    x = factors[k] * sin(x);
  return x;
}
struct both { double value, slope; } __enzyme_autodiff_both(void *, ...);
struct both slopes(double x, double *factors, double *shadow, int n) {
  return __enzyme_autodiff_both((void *)both, enzyme_primal_return, x, enzyme_dup, factors, shadow, n);
}

// CHECK-LABEL: define internal {{.*}}@enzyme.reverse.iterated.0(
// CHECK-NOT: enzyme_rt
// CHECK: call {{.*}}@enzyme.forward.iterated.0(double {{.*}}, double 1.000000e+00,
// CHECK: ret
// CHECK-LABEL: define internal {{.*}}@enzyme.reverse.alone.0(
// CHECK-NOT: enzyme_rt
// CHECK: call {{.*}}@enzyme.forward.alone.0(double {{.*}}, double 1.000000e+00,
// CHECK: ret
