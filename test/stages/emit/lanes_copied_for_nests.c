// RUN: enzyme-clang -O1 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// A nest of loops that reads the same elements of the program's lanes again and again has copies of them, side by side.
// Elements in between that it does not write belong to others: nothing is written back there, so it has no copies.
extern int enzyme_width, enzyme_dup, enzyme_const, enzyme_dupv;
void __enzyme_fwddiff(void *, ...);
void pairs(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      y[j] += x[i] * x[j];
}
void everyOther(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j += 2)
      y[j] += x[i] * x[j];
}
void along(double *x, double *dx, double *y, double *dy, int n) {
  __enzyme_fwddiff((void *)pairs, enzyme_width, 8, enzyme_dupv, 800L, x, dx, enzyme_dupv, 800L, y, dy, enzyme_const, n);
  __enzyme_fwddiff((void *)everyOther, enzyme_width, 8, enzyme_dupv, 800L, x, dx, enzyme_dupv, 800L, y, dy, enzyme_const,
                   n);
}
// CHECK-LABEL: define internal void @enzyme.forward.pairs.0(
// CHECK: load <8 x double>, ptr {{.*}}, align 64
// CHECK: store <8 x double> {{.*}}, align 64
// CHECK: aligned_alloc
// CHECK-LABEL: define internal void @enzyme.forward.everyOther.0(
// CHECK-NOT: aligned_alloc
// CHECK-NOT: load <8 x double>
// CHECK: ret void
