// A size that a number was made into, a member beside an array of numbers, and beside a pointer to that array or to the
// heap: it is stored as an integer. (What lies in front of an array is none of its elements.)
// RUN: enzyme-clang++ -O2 -c %s -o %t.o -mllvm -enzyme-print-prepared 2>&1 | FileCheck %s
double __enzyme_autodiff(void *, ...);
extern "C" void *aligned_alloc(unsigned long, unsigned long);

struct Work {
  unsigned long count;
  double *numbers;
  double few[16];
};
__attribute__((noinline)) static void best(const double *x, double *wanted) { *wanted = 4 + x[0] * 0.01; }
__attribute__((noinline)) static void compute(const double *x, double *work, int size) {
  for (int i = 0; i < size; i++)
    work[i] = x[i % 3] * x[(i + 1) % 3];
}
// CHECK: define {{.*}} @enzyme.prepared._ZL5sizedPKd(
// CHECK: %work = alloca
// CHECK-NOT: store double {{.*}}, ptr %work,
// CHECK: store i64 {{.*}}, ptr %work,
// CHECK-NOT: store double {{.*}}, ptr %work,
// CHECK: ret double
static double sized(const double *x) {
  double wanted;
  best(x, &wanted);
  int size = wanted > 3 ? static_cast<int>(wanted) : 3, least = size > 1 ? size : 1;
  Work work;
  work.count = static_cast<unsigned long>(least);
  work.numbers = work.count <= 16 ? work.few : static_cast<double *>(aligned_alloc(32, 32 * work.count));
  compute(x, work.numbers, size);
  double sum = work.count;
  for (int i = 0; i < size; i++)
    sum += work.numbers[i] * work.numbers[i];
  return sum;
}
double asks(const double *x, double *dx) { return __enzyme_autodiff((void *)sized, x, dx); }
