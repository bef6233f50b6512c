// Some bytes of a number, turned round and back, meet the whole number: what has arrived of the
// adjoint when the derivative returns is not all. The program stops there, also where nothing is
// kept on a tape, and does not go on with the rest.
// RUN: enzyme-clang -O0 %s -o %t && not %t 2>&1 | FileCheck %s
// RUN: enzyme-clang -O2 %s -o %t && not %t 2>&1 | FileCheck %s
// RUN: enzyme-clang -O2 -DHALVES %s -o %t && not %t 2>&1 | FileCheck %s
// CHECK-NOT: returned
// CHECK: enzyme: an adjoint arrives in part
#include <stdio.h>
void __enzyme_autodiff(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

__attribute__((noinline)) static void reversed(unsigned char *to, const unsigned char *from,
                                               int first) {
  for (int k = first; k < 8; k++)
    to[7 - k] = from[k];
}
static double withoutLowest(const double *x, int first) {
  double turned = 0, back = 0;
  reversed((unsigned char *)&turned, (const unsigned char *)x, first);
  for (int k = 0; k < 8 - first; k++)
    ((unsigned char *)&back)[7 - k] = ((unsigned char *)&turned)[k];
  return back + x[0];
}

int main(void) {
  double x = 1, adjoint = 0;
#ifdef HALVES
  void *tape = __enzyme_augmentfwd((void *)withoutLowest, &x, &adjoint, 3);
  __enzyme_reverse((void *)withoutLowest, &x, &adjoint, 3, 1.0, tape);
#else
  __enzyme_autodiff((void *)withoutLowest, &x, &adjoint, 3);
#endif
  fprintf(stderr, "returned %g\n", adjoint);
  return 0;
}
