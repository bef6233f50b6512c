// RUN: enzyme-clang -O1 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// Four lanes: what does not depend on the lane is computed once, tangents and their
// arithmetic are vectors, and between functions lanes are arrays.
#include <math.h>
extern int enzyme_width, enzyme_dup;
typedef struct {
  double t[4];
} T4;
T4 __enzyme_fwddiff(void *, ...);
double f(const double *x, long n) {
  double s = 1;
  for (long i = 0; i < n; i++)
    s += exp(x[i]) * s;
  return s;
}
T4 along(const double *x, const double *a, const double *b, const double *c, const double *d, long n) {
  return __enzyme_fwddiff((void *)f, enzyme_width, 4, enzyme_dup, x, a, b, c, d, n);
}
// CHECK: define internal { [4 x double] } @enzyme.forward.f.0(ptr {{.*}}%x, ptr %x.shadow, ptr %x.shadow1, ptr %x.shadow2, ptr %x.shadow3, i64 {{.*}}%n)
// CHECK: phi <4 x double>
// CHECK-COUNT-1: call double @exp
// CHECK-NOT: call double @exp
// CHECK: fmul <4 x double>
// CHECK-NOT: fmul double
// CHECK: fadd <4 x double>
// CHECK: ret { [4 x double] }
