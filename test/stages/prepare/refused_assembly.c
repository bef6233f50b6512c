// Assembly that touches memory is refused at its line; assembly that does not, and
// a mere fence for the compiler, are no obstacle to preparing.
// RUN: not enzyme-clang -O1 -c %s -o %t.o 2>&1 | FileCheck %s
double __enzyme_autodiff(void *, ...);
double writes(double x) {
  __asm__ volatile("" ::: "memory");
  // CHECK: :[[#@LINE+1]]:{{.*}} error: 'writes' cannot be differentiated: it contains inline assembly that touches memory
  __asm__ volatile("movsd %1, %0" : "=m"(x) : "x"(x));
  // CHECK-NOT: error:
  return x;
}
double a(double x) { return __enzyme_autodiff((void *)writes, x); }
