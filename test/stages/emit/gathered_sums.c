// What threads of a team add to memory that all of them read is gathered by each of them, where nothing looks at it before
// they are done: not where they meet in between, and not beside plain additions to the same memory.
// RUN: enzyme-clang -fopenmp -O2 -mllvm -enzyme-openmp=threads -S -emit-llvm %s -o %t.ll
// RUN: FileCheck %s --input-file=%t.ll
// REQUIRES: openmp
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static double all(const double *x, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += x[i * j] * x[j];
  return sum;
}
// CHECK-LABEL: define {{.*}}@enzyme.team.enzyme.reverse.enzyme.region.all.
// CHECK: call ptr @enzyme_rt_sums_begin()
// CHECK-NOT: atomicrmw fadd ptr %{{.*}}, double %{{.*}} monotonic
// CHECK: call void @enzyme_rt_sums_add(
// CHECK: call void @enzyme_rt_sums_end(
static double met(const double *x, int n) {
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        sum += x[i * j] * x[j];
#pragma omp for
    for (int i = 0; i < n; i++)
      sum += x[i] * x[i] * x[i];
  }
  return sum;
}
// CHECK-LABEL: define {{.*}}@enzyme.team.enzyme.{{.*}}.region.met.
// CHECK-NOT: enzyme_rt_sums
// CHECK-LABEL: define {{.*}}@enzyme.team.enzyme.reverse.enzyme.region.own.
// CHECK-NOT: call ptr @enzyme_rt_sums_begin
static double own(const double *x, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 1; i < n - 1; i++)
    sum += x[i - 1] * x[i] * x[i + 1];
  return sum;
}
void gradients(const double *x, double *dx, int n) {
  __enzyme_autodiff((void *)all, enzyme_dup, x, dx, enzyme_const, n);
  __enzyme_autodiff((void *)met, enzyme_dup, x, dx, enzyme_const, n);
  __enzyme_autodiff((void *)own, enzyme_dup, x, dx, enzyme_const, n);
}
