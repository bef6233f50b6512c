// RUN: enzyme-clang -O1 -S -emit-llvm %s -o /dev/null -mllvm -enzyme-print-shadowed 2>&1 | FileCheck %s
// A constant variable of the primal is its own shadow. Where its bytes are copied and may be parts of addresses, the words
// around them are looked at: the variable fills them, and what is beyond its bytes is zero.
#include <stdlib.h>
#include <string.h>
double __enzyme_autodiff(void *, ...);
__attribute__((noinline)) void fill(char *tag, int n) {
  for (int i = 0; i < 3; i++)
    tag[i] = (char)(n + i);
}
__attribute__((noinline)) double sum(const char *message) {
  double x;
  memcpy(&x, message + 3, 8);
  return x * x + message[1];
}
double f(double x, int n) {
  char tag[3], *message = malloc(16);
  fill(tag, n);
  memcpy(message, tag, 3);
  memcpy(message + 3, &x, 8);
  double result = sum(message);
  free(message);
  return result;
}
double df(double x) { return __enzyme_autodiff((void *)f, x, 3); }

// CHECK: %tag = alloca { [3 x i8], [5 x i8] }, align 8
// CHECK: %[[REST:.*]] = getelementptr i8, ptr %tag, i64 3
// CHECK: call void @llvm.memset.p0.i64(ptr align 1 %[[REST]], i8 0, i64 5
// CHECK: call void @enzyme_rt_copy_raw(ptr %call.shadow, ptr %tag, i64 3
