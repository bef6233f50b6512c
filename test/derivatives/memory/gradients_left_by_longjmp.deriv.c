// longjmp out of a gradient leaves its tape behind: the next gradient there gives it back, and is right.
// asan: off, frames lie elsewhere each time
#include "check.h"
#include <setjmp.h>
#include <stddef.h>
size_t enzyme_rt_tape_peak(void);

static jmp_buf outside;
double product(const double *x, int n) {
  double r = 1;
  for (int i = 0; i < n; i++) {
    r = r * x[i] + x[i] * x[i] * r;
    if (x[i] < 0)
      longjmp(outside, 1);
  }
  return r;
}
enum { size = 20000 };
static double x[size], g[size];
NOINLINE static int gradient(int n) {
  if (setjmp(outside))
    return 0;
  __enzyme_autodiff_checkv((void *)product, enzyme_dup, x, g, enzyme_const, n);
  return 1;
}
CHECK_VALUES(leftByLongjmp) {
  for (int i = 0; i < size; i++)
    x[i] = 0.6;
  x[size - 1] = -1;
  EXPECT_TRUE(!gradient(size));
  EXPECT_TRUE(!gradient(size));
  const size_t twice = enzyme_rt_tape_peak();
  for (int k = 0; k < 50; k++)
    EXPECT_TRUE(!gradient(size));
  EXPECT_TRUE(enzyme_rt_tape_peak() <= twice);
  memset(g, 0, sizeof g);
  x[0] = 0.5, x[1] = 2;
  EXPECT_TRUE(gradient(2));
  EXPECT_CLOSE(g[0], 2 * 6, 1e-14);
  EXPECT_CLOSE(g[1], 0.75 * 5, 1e-14);
}
