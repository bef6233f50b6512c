// RUN: enzyme-clang -O0 -S -emit-llvm %s -o - | FileCheck %s
// Hints for a loop hold for its reverse, but for that its iterations are independent and must become vectors. Loops without
// hints have none in derivatives either: not that they must not be unrolled.
extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);

void counted(const double *restrict x, double *restrict y, int n) {
#pragma clang loop unroll_count(4) vectorize(disable)
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
}
// CHECK-LABEL: define internal {{.*}}@enzyme.reverse.counted.0(
// CHECK: label %for.body, !llvm.loop ![[COUNTED:[0-9]+]]
// CHECK: label %reverse.for.body, !llvm.loop ![[BACK:[0-9]+]]

double gathered(const double *x, const int *at, int n) {
  double sum = 0;
#pragma clang loop vectorize_width(8) interleave_count(2) vectorize(assume_safety)
  for (int i = 0; i < n; i++)
    sum += x[at[i]] * x[i];
  return sum;
}
// CHECK-LABEL: define internal {{.*}}@enzyme.reverse.gathered.0(
// CHECK: label %reverse.for.body, !llvm.loop ![[GATHERED:[0-9]+]]

void plain(const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
}
// CHECK-LABEL: define internal {{.*}}@enzyme.reverse.plain.0(
// CHECK: label %for.body, !llvm.loop ![[PLAIN:[0-9]+]]
// CHECK: label %reverse.for.body{{$}}

void gradients(double *x, double *dx, double *y, double *dy, const int *at, int n) {
  __enzyme_autodiff((void *)counted, enzyme_dup, x, dx, enzyme_dup, y, dy, n);
  __enzyme_autodiff((void *)gathered, enzyme_dup, x, dx, enzyme_const, at, n);
  __enzyme_autodiff((void *)plain, enzyme_dup, x, dx, enzyme_dup, y, dy, n);
}
// CHECK-DAG: ![[WIDTH:[0-9]+]] = !{!"llvm.loop.vectorize.width", i32 1}
// CHECK-DAG: ![[COUNT:[0-9]+]] = !{!"llvm.loop.unroll.count", i32 4}
// CHECK-DAG: ![[WIDE:[0-9]+]] = !{!"llvm.loop.vectorize.width", i32 8}
// CHECK-DAG: ![[TWO:[0-9]+]] = !{!"llvm.loop.interleave.count", i32 2}
// CHECK-DAG: ![[PROGRESS:[0-9]+]] = !{!"llvm.loop.mustprogress"}
// CHECK-DAG: ![[COUNTED]] = distinct !{![[COUNTED]], ![[PROGRESS]], ![[WIDTH]], {{.*}}![[COUNT]]}
// CHECK-DAG: ![[BACK]] = distinct !{![[BACK]], ![[WIDTH]], ![[COUNT]]}
// CHECK-DAG: ![[GATHERED]] = distinct !{![[GATHERED]], ![[WIDE]], ![[TWO]]}
// CHECK-DAG: ![[PLAIN]] = distinct !{![[PLAIN]], ![[PROGRESS]]}
