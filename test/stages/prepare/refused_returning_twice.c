// A function that may return twice is refused at the call that makes it so.
// RUN: not enzyme-clang -O1 -c %s -o %t.o 2>&1 | FileCheck %s
#include <ucontext.h>
double __enzyme_autodiff(void *, ...);
ucontext_t place;
double twice(double x) {
  // CHECK: :[[#@LINE+1]]:{{.*}} error: 'twice' cannot be differentiated: it calls a function that may return twice (getcontext)
  return getcontext(&place) ? x : x * x;
}
double a(double x) { return __enzyme_autodiff((void *)twice, x); }
