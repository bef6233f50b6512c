// A function that does not return jumps back: what it wrote counts. Beside it, one that ends.
// only: -O0 -O2 asan
#include "check.h"
#include <setjmp.h>
static jmp_buf buffer;
static double kept;
__attribute__((noreturn)) NOINLINE static void jumpBack(double x) {
  kept = x * x;
  fflush(stdout);
  longjmp(buffer, 1);
}
__attribute__((noreturn)) NOINLINE static void end(double x) {
  printf("too small: %g\n", x);
  abort();
}
double f(double x) {
  if (setjmp(buffer))
    return kept * x;
  if (x < -100)
    end(x);
  if (x > 1) {
    kept = 0;
    fflush(stdout);
    jumpBack(x);
  }
  return x;
}
CHECK_SCALAR(f, 0.5, 2);
