// A member of characters may hold anything; the members beside it are what they are declared as, and a copy of all is one of each. What
// iterators lead to is what their classes say, though they are handed over as bare addresses.
// RUN: enzyme-clang++ -O2 -c %s -o %t.o -mllvm -enzyme-print-types 2>&1 | FileCheck %s
#include <string.h>
template <typename R, typename... A> R __enzyme_autodiff(void *, A...);
extern int enzyme_dup;

struct Particle {
  char name[16];
  int id;
  double x[3];
};
struct Iterator {
  Particle *current;
};

// CHECK-LABEL: define {{.*}}@enzyme.prepared.{{.*}}move
// CHECK: call void @llvm.memcpy{{.*}}i64 16, {{.*}} ; touches {0:unknown*16} every 16, not known
// CHECK: load double, {{.*}} ; touches {0:double} every 8
// CHECK: store double {{.*}} ; touches {0:double} every 8
// CHECK: ret void
__attribute__((noinline)) static void move(Iterator to, Iterator from) { *to.current = *from.current; }

double f(const double *x) {
  Particle all[2] = {};
  strcpy(all[0].name, "first");
  for (int i = 0; i < 3; ++i)
    all[0].x[i] = x[i];
  move({all + 1}, {all});
  return all[1].x[1] * all[1].x[2] * all[1].name[2];
}
void g(const double *x, double *d) { __enzyme_autodiff<double>((void *)f, enzyme_dup, x, d); }
