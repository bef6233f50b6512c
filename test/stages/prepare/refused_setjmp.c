// A function that may return twice is refused at the call that makes it so.
// RUN: not enzyme-clang -O1 -c %s -o %t.o 2>&1 | FileCheck %s
#include <setjmp.h>
double __enzyme_autodiff(void *, ...);
jmp_buf place;
double jumps(double x) {
  // CHECK: :[[#@LINE+1]]:{{.*}} error: 'jumps' cannot be differentiated: it calls a function that may return twice (setjmp)
  return setjmp(place) ? x : x * x;
}
double a(double x) { return __enzyme_autodiff((void *)jumps, x); }
