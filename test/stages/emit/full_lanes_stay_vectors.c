// RUN: enzyme-clang -O1 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// Eight lanes of own memory are whole vectors side by side, also in a loop that could be a vector over its iterations.
extern int enzyme_width, enzyme_dup, enzyme_const, enzyme_dupv;
typedef struct {
  double t[8];
} T8;
T8 __enzyme_fwddiff(void *, ...);
double smooth(const double *x) {
  double a[64], b[64];
  for (int i = 0; i < 64; i++)
    a[i] = x[0] + i;
  for (int step = 0; step < 9; step++) {
    for (int i = 0; i < 63; i++)
      b[i] = a[i] * a[i + 1];
    for (int i = 0; i < 63; i++)
      a[i] = 0.5 * b[i];
  }
  return a[7];
}
T8 along(double *x, double *dx) { return __enzyme_fwddiff((void *)smooth, enzyme_width, 8, enzyme_dupv, 8L, x, dx); }
// CHECK-LABEL: define internal {{.*}}@enzyme.forward.smooth.0(
// CHECK: load <8 x double>
// CHECK: fmul <8 x double> {{.*}}splat (double 5.000000e-01)
// CHECK: ret {
