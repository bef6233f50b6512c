// Iterations have sweeps of their own, and what is around them keeps nothing before: the tape is opened ahead of
// their loop, else each iteration would take its memory and give it back.
// RUN: enzyme-clang -O1 -S -emit-llvm %s -o - | FileCheck %s
#include <math.h>
double all(const double *x, const double *w, int n, int m) {
  double sum = 0, last = 0;
  for (int i = 0; i < n; i++) {
    double largest = 0;
    for (int k = 0; k < m; k++)
      largest += exp(w[k] * x[i]) * largest;
    sum += largest;
  }
  for (int k = 0; k < m; k++)
    last = sin(last + w[k]);
  return sum * 0.5 + last;
}
void __enzyme_autodiff(void *, ...);
void gradient(const double *x, double *dx, const double *w, double *dw, int n, int m) {
  __enzyme_autodiff((void *)all, x, dx, w, dw, n, m);
}

// CHECK-LABEL: define {{.*}}@gradient(
// CHECK: call {{.*}}@enzyme_rt_alloc(i64 0)
// CHECK: call {{.*}}@enzyme_rt_alloc(
// CHECK: call {{.*}}@enzyme_rt_release(
