// __enzyme_call_inactive(f, x…): f runs, no derivative flows through it; with and without inlining,
// for results in registers and in memory, for printf, and through a pointer (words 2.11).
// oracle: differs, calls are declared inactive
#include "check.h"
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
template <class R, class... T> R __enzyme_call_inactive(void *, T...);
struct Three {
  double a, b, c;
};
static int calls = 0;
static double square(double x) { return x * x; }
NOINLINE static double counted(float x, char n) {
  calls++;
  return x * n;
}
NOINLINE static Three powers(double x) { return {x, x * x, x * x * x}; }
NOINLINE static void overwrite(double *p, int n) {
  for (int i = 0; i < n; i++)
    p[i] = 5;
}

static double f(double x) { return x * __enzyme_call_inactive<double>((void *)square, x); }
static double g(double x) {
  return x * x + __enzyme_call_inactive<double>((void *)counted, float(x), char(2));
}
static double h(double x) {
  Three t = __enzyme_call_inactive<Three>((void *)powers, x);
  return x * (t.a + t.b + t.c);
}
static double buffer(double x) {
  double memory[2] = {1, 1};
  __enzyme_call_inactive<void>((void *)overwrite, (double *)memory, 2);
  char text[16];
  __enzyme_call_inactive<int>((void *)snprintf, (char *)text, 16, (const char *)"%d", 4);
  return x * (memory[0] + memory[1]) * atof(text);
}
static double throughPointer(double x) {
  double (*volatile pointer)(double) = square;
  double (*now)(double) = pointer;
  return x * __enzyme_call_inactive<double>((void *)now, x);
}

CHECK_VALUES(calls_run_and_carry_nothing) {
  EXPECT_EXACT(f(3), 27);
  EXPECT_EXACT(__enzyme_autodiff((void *)f, 3.0), 9);
  EXPECT_EXACT(__enzyme_fwddiff((void *)f, 3.0, 1.0), 9);
  EXPECT_EXACT(g(3), 15);
  EXPECT_EXACT(__enzyme_autodiff((void *)g, 3.0), 6);
  EXPECT_EXACT(calls, 2);
  EXPECT_EXACT(h(2), 28);
  EXPECT_EXACT(__enzyme_autodiff((void *)h, 2.0), 14);
  EXPECT_EXACT(buffer(2), 80);
  EXPECT_EXACT(__enzyme_autodiff((void *)buffer, 2.0), 40);
  EXPECT_EXACT(throughPointer(3), 27);
  EXPECT_EXACT(__enzyme_autodiff((void *)throughPointer, 3.0), 9);
}
