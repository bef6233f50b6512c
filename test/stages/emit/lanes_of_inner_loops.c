// RUN: enzyme-clang -O2 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// A loop whose lanes could be taken apart keeps them together where a loop within another one, which branches, uses the
// same memory more often.
#include <math.h>
extern int enzyme_width, enzyme_dup, enzyme_const;
typedef struct {
  double t[4];
} T4;
T4 __enzyme_fwddiff(void *, ...);
double f(const double *p, const double *at, int n) {
  double x[64], total = 0;
  for (int a = 0; a < n; a++) {
    for (int l = 0; l < 64; l++)
      x[l] = at[a] * p[l];
    for (int b = 0; b < n; b++)
      for (int l = 0; l < 64; l++)
        if (x[l] > at[b])
          total += sqrt(x[l] - at[b]);
  }
  return total;
}
T4 along(const double *x, const double *a, const double *b, const double *c, const double *d, const double *at, int n) {
  return __enzyme_fwddiff((void *)f, enzyme_width, 4, enzyme_dup, x, a, b, c, d, enzyme_const, at, n);
}
// CHECK-LABEL: define internal {{.*}}@enzyme.forward.f.0(
// CHECK: store <4 x double>
// CHECK: load <4 x double>
// CHECK: call double @sqrt
