// What a global variable leads to was allocated before any derivative ran, and has no shadow, since an
// argument leads into the middle of a block and may lead there: an active value that comes there would be lost. By a store and by a copy, in forward and in reverse
// mode, the program stops there.
// RUN: enzyme-clang -DCASE=1 %s -o %t && not %t 2>&1 | FileCheck %s && not %t forward 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=2 %s -o %t && not %t 2>&1 | FileCheck %s && not %t forward 2>&1 | FileCheck %s
// CHECK: enzyme: an active value is written to memory that a global variable leads to
// CHECK-SAME: active_values_in_older_memory.c:
#include <stdlib.h>
#include <string.h>

extern double __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);
static double *workspace;
double *handed(void) { return workspace; }
void hand(double *to) { workspace = to; }

static double f(const double *numbers) {
  double x = numbers[0];
#if CASE == 1
  workspace[1] = x * x;
#else
  double values[4] = {x, x * x, x, x};
  memcpy(workspace, values, workspace[3] * sizeof *values);
#endif
  return workspace[1];
}

int main(int count, char **arguments) {
  hand(calloc(4, sizeof *workspace));
  workspace[3] = 2;
  double *many = calloc(4, sizeof *many), *shadow = calloc(4, sizeof *shadow);
  return count > 1 ? __enzyme_fwddiff((void *)f, many + 1, shadow + 1)
                   : __enzyme_autodiff((void *)f, many + 1, shadow + 1);
}
