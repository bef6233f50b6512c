// prints: primal ran once
// What the primal does besides computing happens once, however many lanes there are.
#include "check.h"
static int calls;
NOINLINE static void count(void) { calls++; }
static void f(double *x, double *total, int *log) {
  count();
  log[0]++;
  *total += *x;
  *x = *x * *total;
  if (log[0] == 1)
    printf("primal ran once\n");
}
void __enzyme_autodiff_v(void *, ...);
void __enzyme_fwddiff_v(void *, ...);
CHECK_VALUES(once) {
  double x = 3, total = 1, dx[4] = {1, 2, 3, 4}, dt[4] = {0, 0, 0, 1};
  int log = 0;
  __enzyme_autodiff_v((void *)f, enzyme_width, 4, enzyme_dup, &x, dx, dx + 1, dx + 2, dx + 3, enzyme_dup, &total, dt,
                      dt + 1, dt + 2, dt + 3, enzyme_const, &log);
  EXPECT_EXACT(calls, 1);
  EXPECT_EXACT(log, 1);
  EXPECT_EXACT(x, 12);
  EXPECT_EXACT(total, 4);
  for (int lane = 0; lane < 3; lane++)
    EXPECT_EXACT(dx[lane], 7 * (lane + 1));
  EXPECT_EXACT(dx[3], 29);
  EXPECT_EXACT(dt[3], 13);
  x = 3, total = 1;
  double t[2] = {1, 0}, s[2] = {0, 1};
  __enzyme_fwddiff_v((void *)f, enzyme_width, 2, enzyme_dup, &x, t, t + 1, enzyme_dup, &total, s, s + 1, enzyme_const,
                     &log);
  EXPECT_EXACT(calls, 2);
  EXPECT_EXACT(t[0], 7);
  EXPECT_EXACT(t[1], 3);
  EXPECT_EXACT(s[0], 1);
}
