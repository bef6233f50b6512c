// RUN: enzyme-clang -O2 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// Of twenty-two lanes sixteen lie side by side, six in memory of their own. What a loop writes before it is read is cleared
// only where the loop does not write all of it, in both.
#include <math.h>
#include <stdlib.h>
extern int enzyme_width, enzyme_dupv, enzyme_const;
typedef struct {
  double t[22];
} T22;
T22 __enzyme_fwddiff(void *, ...);
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
T22 along(const double *x, const double *v, int size, int count) {
  return __enzyme_fwddiff((void *)f, enzyme_width, 22, enzyme_dupv, size * sizeof *x, x, v, enzyme_const, size,
                          enzyme_const, count);
}
// CHECK-LABEL: define internal {{.*}}@enzyme.forward.f.0(
// CHECK-NOT: %first.shadow
// CHECK-DAG: = alloca [512 x i8], align 64
// CHECK-DAG: = alloca [192 x i8], align 32
// CHECK-NOT: %first.shadow
// CHECK: call {{.*}}@aligned_alloc(i64 32,
// CHECK: icmp ult i64
// CHECK: freeze i1
// CHECK: call void @llvm.memset
// CHECK: call {{.*}}@aligned_alloc(i64 64,
// CHECK: icmp ult i64
// CHECK: freeze i1
// CHECK: call void @llvm.memset
// CHECK: store <8 x double>
// CHECK: store <6 x double>
