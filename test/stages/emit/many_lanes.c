// RUN: enzyme-clang -O2 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// Twenty lanes are vectors of eight and four numbers. What a loop writes before it is read is cleared only where the
// loop does not write all of it. A local array whose first element is written at once is cleared alike in all lanes,
// which then lie side by side.
#include <math.h>
#include <stdlib.h>
extern int enzyme_width, enzyme_dupv, enzyme_const;
typedef struct {
  double t[20];
} T20;
T20 __enzyme_fwddiff(void *, ...);
double f(const double *x, int size, int count) {
  if (count <= 0)
    return 0;
  double first[4] = {x[0]}, total = 0;
  double *a = malloc(size * sizeof *a);
  for (int i = 0; i < count; i++)
    a[i] = sin(x[i]);
  for (int i = 1; i < 4; i++)
    first[i] = first[(3 * i) % 2] * x[i];
  for (int i = 0; i < size; i++)
    total += a[i] * first[(int)a[0] & 3];
  free(a);
  return total;
}
T20 along(const double *x, const double *v, int size, int count) {
  return __enzyme_fwddiff((void *)f, enzyme_width, 20, enzyme_dupv, size * sizeof *x, x, v, enzyme_const, size,
                          enzyme_const, count);
}
// CHECK-LABEL: define internal {{.*}}@enzyme.forward.f.0(
// CHECK-NOT: %first.shadow
// CHECK: %lanes = alloca [640 x i8]
// CHECK-NOT: %first.shadow
// CHECK: call {{.*}}@aligned_alloc(
// CHECK: icmp ult i64
// CHECK: freeze i1
// CHECK: call void @llvm.memset
// CHECK: store <8 x double>
// CHECK: store <4 x double>
