// Thread-local variables that keep numbers: a derivative in two halves begins without what one in
// forward mode left there.
// RUN: enzyme-clang -O0 %s -o %t && %t
// RUN: enzyme-clang -O2 %s -o %t && %t
#include <math.h>
#include <stdio.h>

typedef struct {
  void *tape;
  double value;
} First;
extern First __enzyme_augmentfwd(void *, ...);
extern double __enzyme_reverse(void *, ...);
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);

static _Thread_local double kept[2];
__attribute__((noinline)) static void keep(double value, int i) { kept[i] = value; }

static double cube(double x) {
  keep(x * x, 1);
  double y = kept[1] * x;
  keep(y, 0);
  return y;
}

static int differs(const char *what, double got) {
  double expected = 3 * 2.1 * 2.1;
  if (fabs(got - expected) < 1e-12)
    return 0;
  printf("%s: %g, expected %g\n", what, got, expected);
  return 1;
}

int main(void) {
  int wrong = differs("forward", __enzyme_fwddiff((void *)cube, 2.1, 1.0));
  First first = __enzyme_augmentfwd((void *)cube, 2.1);
  wrong += differs("in halves", __enzyme_reverse((void *)cube, 2.1, 1.0, first.tape));
  wrong += differs("forward again", __enzyme_fwddiff((void *)cube, 2.1, 1.0));
  return wrong + differs("reverse", __enzyme_autodiff((void *)cube, 2.1));
}
