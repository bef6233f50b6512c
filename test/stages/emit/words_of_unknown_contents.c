// A word that may be a number on its way is looked at where it is moved: the runtime library is
// called only where something lies in its shadow.
// RUN: enzyme-clang -O2 -S -emit-llvm %s -o - | FileCheck %s
#include <stdint.h>
struct cell {
  double value;
  int64_t word;
};
double combine(const struct cell *c) {
  double number;
  __builtin_memcpy(&number, &c->word, sizeof number);
  return c->value * number;
}
__attribute__((noinline)) void move(struct cell *to, const struct cell *from) {
  to->value = from->value * from->value;
  to->word = from->word;
}
double f(const struct cell *c) {
  struct cell own;
  move(&own, c);
  return combine(&own) + combine(c);
}
void __enzyme_autodiff_f(void *, ...);
void gradient(const struct cell *c, struct cell *d) { __enzyme_autodiff_f((void *)f, c, d); }

// CHECK-LABEL: define {{.*}}@enzyme.augmented.move
// CHECK: load atomic i64
// CHECK: br i1 {{.*}} !prof
// CHECK: call void @enzyme_rt_copy_raw
// CHECK-LABEL: define {{.*}}@enzyme.gradient.move
// CHECK: load atomic i8, ptr @enzyme_rt_skew_used
// CHECK: br i1 {{.*}} !prof
// CHECK: call void @enzyme_rt_pull_raw
