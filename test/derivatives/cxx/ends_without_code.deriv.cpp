// Macros that check in the manner of logging libraries: their class has no code here, and may throw
// as far as is known. What is written before the path still has its derivative in forward mode.
// only: -O0 -O2 asan
// prints: ended by the library
#include "check.h"
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

struct Fatal {
  Fatal(const char *file, int line);
  Fatal &operator<<(double value);
  [[noreturn]] ~Fatal();
};
extern "C" [[gnu::used]] void endOfTest() {
  std::puts("ended by the library");
  std::fflush(stdout);
  _exit(checkFailures != 0);
}
asm(".text\n.globl _ZN5FatalC1EPKci\n_ZN5FatalC1EPKci: ret\n"
    ".globl _ZN5FatallsEd\n_ZN5FatallsEd: movq %rdi, %rax\nret\n"
    ".globl _ZN5FatalD1Ev\n_ZN5FatalD1Ev: jmp endOfTest\n");
#define REQUIRE(condition)                                                                         \
  if (condition) {                                                                                 \
  } else                                                                                           \
    Fatal(__FILE__, __LINE__)

double f(const double *x, int n) {
  double product = 1;
  for (int i = 0; i < n; i++) {
    REQUIRE(x[i] < 100) << x[i] << product;
    product *= x[i];
  }
  return product;
}
CHECK_FUNCTION_N(f, 3, 0.5, -1, 2);

CHECK_VALUES(endsThere) {
  double x[2] = {1, 1000}, dx[2] = {0};
  __enzyme_autodiff_checkv((void *)f, enzyme_dup, x, dx, enzyme_const, 2);
  EXPECT_CLOSE(0, 1, 0); // not reached
}
