// What a global variable leads to was allocated before any derivative ran, and has no shadow, since an
// argument leads into the middle of a block and may lead there: an active value that comes there would be lost. By a store and by a copy, in forward and in reverse
// mode, the program stops there; in a loop of several lanes, too.
// RUN: enzyme-clang -DCASE=1 %s -o %t && not %t 2>&1 | FileCheck %s && not %t forward 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=2 %s -o %t && not %t 2>&1 | FileCheck %s && not %t forward 2>&1 | FileCheck %s
// RUN: enzyme-clang -O2 -DCASE=3 %s -o %t && not %t 2>&1 | FileCheck %s && not %t forward 2>&1 | FileCheck %s
// CHECK: enzyme: an active value is written to memory that a global variable leads to
// CHECK-SAME: active_values_in_older_memory.c:
#include <stdlib.h>
#include <string.h>

extern double __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);
extern int enzyme_width, enzyme_dup;
struct four {
  double d[4];
};
struct four __enzyme_fwddiff_4(void *, ...);
void __enzyme_autodiff_4(void *, ...);
static double *workspace, weights[4] = {1, 2, 3, 4};
double *handed(void) { return workspace; }
void hand(double *to) { workspace = to; }

static double f(const double *numbers) {
  double x = numbers[0];
#if CASE == 1
  workspace[1] = x * x;
#elif CASE == 3
  for (int i = 0; i < workspace[3]; i++)
    workspace[i] = numbers[i] * x * weights[i];
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
#if CASE == 3
  if (count > 1)
    return __enzyme_fwddiff_4((void *)f, enzyme_width, 4, enzyme_dup, many + 1, shadow + 1, shadow + 1, shadow + 1,
                              shadow + 1).d[3];
  __enzyme_autodiff_4((void *)f, enzyme_width, 4, enzyme_dup, many + 1, shadow + 1, shadow + 1, shadow + 1, shadow + 1);
#endif
  return count > 1 ? __enzyme_fwddiff((void *)f, many + 1, shadow + 1)
                   : __enzyme_autodiff((void *)f, many + 1, shadow + 1);
}
