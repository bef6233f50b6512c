// RUN: enzyme-clang -O0 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: enzyme-clang -O2 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// Lanes are vectors at every -O: straight code, a branch, a loop that all lanes share, a loop that
// each lane leaves by itself. What writes to memory is called lane by lane.
extern int enzyme_width, enzyme_scalar;
typedef struct {
  double v[4];
} V4;
V4 __enzyme_batch_4(void *, ...);
double straight(double x, double y) { return x * x + y; }
double branch(double x, double y) { return x > y ? x * x : y - x; }
double shared(double x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * x + i;
  return s;
}
double own(double x, double y) {
  while (x * x > y)
    x = x / 2;
  return x;
}
double writes(double x, double *y) { return *y = x; }
void all(const double *x, double *y, int n) {
  V4 r = __enzyme_batch_4((void *)straight, enzyme_width, 4, x[0], x[1], x[2], x[3], enzyme_scalar, 1.0);
  r = __enzyme_batch_4((void *)branch, enzyme_width, 4, x[0], x[1], x[2], x[3], enzyme_scalar, 1.0);
  r = __enzyme_batch_4((void *)shared, enzyme_width, 4, x[0], x[1], x[2], x[3], enzyme_scalar, n);
  r = __enzyme_batch_4((void *)own, enzyme_width, 4, x[0], x[1], x[2], x[3], enzyme_scalar, 1.0);
  r = __enzyme_batch_4((void *)writes, enzyme_width, 4, x[0], x[1], x[2], x[3], enzyme_scalar, y);
}
// CHECK: define {{.*}} @enzyme.batch.straight
// CHECK: call <4 x double> @llvm.fmuladd.v4f64
// CHECK-NOT: fmuladd.f64
// CHECK: define {{.*}} @enzyme.batch.branch
// CHECK: fcmp ogt <4 x double>
// CHECK: fmul <4 x double>
// CHECK-NOT: br i1
// CHECK: select <4 x i1>
// CHECK: define {{.*}} @enzyme.batch.shared
// CHECK: phi <4 x double>
// CHECK: call <4 x double> @llvm.fmuladd.v4f64
// CHECK: icmp {{.*}} i32
// CHECK: define {{.*}} @enzyme.batch.own
// CHECK: phi <4 x i1>
// CHECK: fmul <4 x double>
// CHECK: bitcast <4 x i1> {{.*}} to i4
// CHECK: define {{.*}} @enzyme.batch.writes
// CHECK-COUNT-4: call {{.*}}double @writes(
