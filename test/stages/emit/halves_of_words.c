// A float may lie where half an address was: its word is looked at where an adjoint is added, half by half, and the
// runtime library is called only where an address may lie there.
// RUN: enzyme-clang -O2 -S -emit-llvm %s -o - | FileCheck %s
#include <string.h>
struct bag {
  void *bytes;
  size_t size;
};
__attribute__((noinline)) void append(struct bag *b, const void *from, size_t n) {
  memcpy((char *)b->bytes + b->size, from, n);
  b->size += n;
}
double stored(const double *x, const float *y, int n) {
  char buffer[256];
  struct bag b = {buffer, 0};
  for (int i = 0; i < n; i++)
    append(&b, &x[i], 8);
  append(&b, y, 4 * n);
  double sum = 0, number;
  float half;
  for (int i = 0; i < n; i++) {
    memcpy(&number, buffer + 8 * i, 8);
    memcpy(&half, buffer + 8 * n + 4 * i, 4);
    sum += half * number;
  }
  return sum;
}
__attribute__((noinline)) float sum(const float *x, const float *w, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * w[i];
  return sum;
}
void __enzyme_autodiff(void *, ...);
void gradient(const double *x, double *dx, float *y, float *dy, float *w, float *dw, int n) {
  __enzyme_autodiff((void *)stored, x, dx, y, dy, n);
  __enzyme_autodiff((void *)sum, y, dy, w, dw, n);
}

// CHECK-LABEL: define internal {{.*}}@enzyme.reverse.sum
// CHECK-NOT: call void @enzyme_rt_forget_moved
// CHECK: load atomic i32
// CHECK: load atomic i32
// CHECK: br i1 {{.*}} !prof
// CHECK: call void @enzyme_rt_forget_moved
