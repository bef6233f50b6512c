// Adjoints that each iteration multiplies are zero once they are subnormal, unless an option keeps
// them. Those that are handed on as well are not touched.
// RUN: enzyme-clang -O0 %s -o %t -lm && %t
// RUN: enzyme-clang -O2 %s -o %t -lm && %t
// RUN: enzyme-clang -O2 -fno-enzyme-flush-subnormals -DARE_KEPT %s -o %t -lm && %t
#include <math.h>
#include <stdio.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static double fades(const double *x, int n, double a) {
  double h = 0.25;
  for (int i = 0; i < n; i++)
    h = a * h + x[i];
  return h;
}
static double fadesByTwo(const double *x, int n, double a) {
  double h = 0.25, g = 1;
  for (int i = 0; i < n; i++) {
    double next = sin(a * g);
    g = tanh(a * h + x[i]);
    h = next;
  }
  return h + g;
}
static double isHandedOn(const double *x, int n, double a) {
  double h = 0, s = 0;
  for (int i = 0; i < n; i++) {
    h = h + a * h + x[i];
    s += 1e-310 * x[i];
  }
  return h * 0 + s;
}

static double isTheLargest(const double *x, int n, double a) {
  double h = a;
  for (int i = 0; i < n; i++)
    h = fmax(h, x[i]);
  return 1e-310 * h;
}

static int wrong;
static void expect(const char *what, double got, double wanted, double tolerance) {
  if (fabs(got - wanted) <= tolerance * fabs(wanted))
    return;
  printf("%s: %g, not %g\n", what, got, wanted);
  wrong = 1;
}

/* Called through a pointer, as callbacks are: that does not make its derivatives ones that may be
 * differentiated again, in which nothing is flushed. */
static int run(void) {
  enum { count = 2000, last = count - 1 };
  static double x[count], d[count], e[count], g[count];
  __enzyme_autodiff((void *)fades, enzyme_dup, x, d, enzyme_const, count, enzyme_const, 0.6);
  __enzyme_autodiff((void *)isHandedOn, enzyme_dup, x, e, enzyme_const, count, enzyme_const, 0.1);
  __enzyme_autodiff((void *)fadesByTwo, enzyme_dup, x, g, enzyme_const, count, enzyme_const, 0.6);
  static double largest[count] = {1}, m[count];
  __enzyme_autodiff((void *)isTheLargest, enzyme_dup, largest, m, enzyme_const, count, enzyme_const, 0.6);
  expect("the largest", m[0], 1e-310, 1e-5);
  expect("the last", d[last], 1, 0);
  expect("ten before", d[last - 10], pow(0.6, 10), 1e-14);
  expect("hardly normal", d[last - 1380], pow(0.6, 1380), 1e-12); // 7e-307
  expect("the first of a sum", e[0], 1e-310, 1e-5);
#ifdef ARE_KEPT
  expect("subnormal", d[last - 1400] > 0 && g[0] != 0, 1, 0);
#else
  expect("subnormal", d[last - 1400], 0, 0);
  expect("the first", d[0], 0, 0);
  expect("the first of two", g[0], 0, 0);
#endif
  return wrong;
}

static int (*volatile callbacks[])(void) = {run};
int main(void) { return callbacks[0](); }
