// longjmp to a setjmp around the request leaves no tape behind, in reverse, forward and split mode.
// A library that jumps to a setjmp inside differentiated code ends the program with a sentence.
// RUN: rm -rf %t && mkdir -p %t && clang -O1 -DOTHER -c %s -o %t/other.o
// RUN: enzyme-clang -O2 -I%toolchain/include %s %t/other.o -lm -o %t/a && %t/a | FileCheck %s
// RUN: not %t/a library 2>&1 | FileCheck --check-prefix=LIBRARY %s
#include <setjmp.h>
extern jmp_buf inside;
#ifdef OTHER
jmp_buf inside;
void library_fails(void) { longjmp(inside, 1); }
#else
#include <enzyme/runtime.h>
#include <math.h>
#include <stdio.h>
void library_fails(void);
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
int enzyme_dup;
static jmp_buf outside;
static int isLibrary;

__attribute__((noinline)) static double checked(double x, int i) {
  if (x > 2)
    longjmp(outside, i);
  return x * sin(x);
}
static double steps(double x) {
  double y = x;
  for (int i = 0; i < 1000; i++)
    y = checked(y + 0.01 * x, i);
  return y;
}
static double guarded(double x) {
  if (setjmp(inside))
    return -x;
  if (isLibrary)
    library_fails();
  return x * x;
}

int main(int count, char **arguments) {
  isLibrary = count > 1;
  printf("guarded: %g\n", __enzyme_autodiff((void *)guarded, 3.0));
  volatile int jumps = 0;
  volatile double sum = 0;
  for (volatile int round = 0; round < 4000; round++) {
    if (setjmp(outside)) {
      jumps = jumps + 1;
      continue;
    }
    double x = round % 2 ? 1.0 : 2.5;
    sum = sum + (round % 4 < 2 ? __enzyme_autodiff((void *)steps, x)
                               : __enzyme_fwddiff((void *)steps, x, 1.0));
  }
  printf("jumps: %d, left: %zu, sum: %d\n", jumps, enzyme_rt_tape_bytes(), isfinite(sum));
}
#endif
// CHECK: guarded: 6
// CHECK: jumps: 2000, left: 0, sum: 1
// LIBRARY: enzyme: longjmp from code that is not differentiated (a library, an inactive function)
// to a setjmp inside differentiated code
