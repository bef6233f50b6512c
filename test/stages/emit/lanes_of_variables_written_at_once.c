// RUN: enzyme-clang -O2 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// A local array that is written at once by so many lanes that LLVM leaves out of the clearing of only some of them what is
// overwritten. All of it is cleared in all lanes, which then lie side by side.
#include <math.h>
extern int enzyme_width, enzyme_dupv, enzyme_const;
typedef struct { double t[28]; } T28;
T28 __enzyme_fwddiff(void *, ...);
double f(const double *x, int n) {
  double table[64], total = 0, a = sin(x[0]), b = a * x[1], c = b * x[2];
  table[0] = a, table[1] = b, table[2] = c, table[3] = a * c, table[4] = a * b, table[5] = b * c, table[6] = a * x[2], table[7] = x[2], table[8] = x[1], table[9] = x[0];
  for (int i = 10; i < n; i++)
    table[i] = table[(3 * i) % 10] * x[i & 3];
  for (int i = 0; i < n; i++)
    total += table[i] * table[(7 * i) % n];
  return total;
}
T28 along(const double *x, const double *v, int n) {
  return __enzyme_fwddiff((void *)f, enzyme_width, 28, enzyme_dupv, 4 * sizeof *x, x, v, enzyme_const, n);
}
// CHECK-LABEL: define internal {{.*}}@enzyme.forward.f.0(
// CHECK-NOT: %table.shadow
// CHECK: %lanes{{[0-9]*}} = alloca [
// CHECK-NOT: %table.shadow
// CHECK: ret { [28 x double] }
