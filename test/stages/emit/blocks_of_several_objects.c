// RUN: enzyme-clang -O1 -S -emit-llvm %s -o - | FileCheck %s
// Objects that are freed together are given back by one call each, of the primal's block and eight lanes': nothing is called for an
// object that has none.
extern int enzyme_width, enzyme_const, enzyme_dupv;
void *malloc(unsigned long);
void free(void *);
__attribute__((noinline)) static void squares(const double *x, double *to, long n) {
  for (long i = 0; i < n; i++)
    to[i] = x[i] * x[i];
}
static double f(const double *x, long n, long m) {
  double *one = n > 2 ? malloc((unsigned long)n * sizeof(double)) : 0;
  double *other = m > 2 ? malloc((unsigned long)m * sizeof(double)) : 0;
  double sum = 0;
  if (one)
    squares(x, one, n), sum += one[1];
  if (other)
    squares(x + 1, other, m), sum += other[2];
  free(one);
  free(other);
  return sum;
}
typedef struct {
  double lanes[8];
} Eight;
Eight __enzyme_fwddiff(void *, ...);
Eight along(const double *x, const double *dx, long n, long m) {
  return __enzyme_fwddiff((void *)f, enzyme_width, 8, enzyme_dupv, 800L, x, dx, enzyme_const, n, enzyme_const, m);
}
// CHECK-LABEL: @along(
// CHECK: call void @enzyme_rt_give_blocks(ptr {{[^,]*}}, i64 9)
// CHECK: call void @enzyme_rt_give_blocks(ptr {{[^,]*}}, i64 9)
// CHECK-NOT: enzyme_rt_give_block
// CHECK: declare
