// Computed goto: labels are numbers, the jump is a switch, no address is left.
// RUN: enzyme-clang -O0 -c %s -o %t.o -mllvm -enzyme-print-prepared 2>&1 | FileCheck %s
// CHECK-LABEL: define {{.*}} @enzyme.prepared.f
// CHECK-NOT: blockaddress
// CHECK-NOT: indirectbr
// CHECK: switch
// CHECK: }
double __enzyme_autodiff(void *, ...);
double f(double x, const unsigned char *program) {
  static const void *const labels[] = {&&add, &&multiply, &&stop};
  double r = 1;
  goto *labels[*program++];
add:
  r += x;
  goto *labels[*program++];
multiply:
  r *= x;
  goto *labels[*program++];
stop:
  return r;
}
extern int enzyme_const;
double df(double x, const unsigned char *program) {
  return __enzyme_autodiff((void *)f, x, enzyme_const, program);
}
