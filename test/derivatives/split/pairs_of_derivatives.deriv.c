// Function pointers whose shadow is a pair made by hand, in both modes; beside those
// whose derivative is known, and in structures.
#include "check.h"

typedef struct {
  void *tape;
  double p;
} Taped;
typedef struct {
  double p, t;
} Both;
typedef struct {
  double (*f)(double);
  double k;
} Closure;
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern void *__enzyme_virtualreverse(void *);

static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
double (*volatile known[2])(double) = {square, cube};
static Taped my_augmented(double x) { return (Taped){0, x * x}; }
static double my_reverse(double x, double seed, void *tape) { return 100 * seed; }
static Both my_forward(double x, double dx) { return (Both){x * x, 1000 * dx}; }
static Taped unknown_augmented(double x) {
  double *tape = (double *)malloc(sizeof(double));
  *tape = x;
  return (Taped){tape, sin(x)};
}
static double unknown_reverse(double x, double seed, void *tape) {
  double d = cos(*(double *)tape) * seed;
  free(tape);
  return d;
}

static double call(double (*g)(double), double x) { return g(x) * x; }
static double through(Closure *c, double x) { return c->f(x) * c->k; }

CHECK_VALUES(reverse) {
  void *pair[2] = {(void *)my_augmented, (void *)my_reverse};
  double (*g)(double) = known[0];
  EXPECT_EXACT(__enzyme_autodiff((void *)call, enzyme_dup, g, g, 3.0), 27);
  EXPECT_EXACT(__enzyme_autodiff((void *)call, enzyme_const, known[1], 3.0), 108);
  EXPECT_EXACT(__enzyme_autodiff((void *)call, enzyme_dup, g, pair, 3.0), 309);
  EXPECT_EXACT(__enzyme_autodiff((void *)call, enzyme_dup, g, __enzyme_virtualreverse((void *)square), 3.0), 27);
}
CHECK_VALUES(forward) {
  void *cell = (void *)my_forward;
  double (*g)(double) = known[0];
  EXPECT_EXACT(__enzyme_fwddiff((void *)call, enzyme_dup, g, g, 3.0, 1.0), 27);
  EXPECT_EXACT(__enzyme_fwddiff((void *)call, enzyme_dup, g, &cell, 3.0, 1.0), 3009);
}
CHECK_VALUES(a_function_of_another_library) {
  double (*volatile g)(double) = sin; // nothing here says what it is
  void *pair[2] = {(void *)unknown_augmented, (void *)unknown_reverse};
  EXPECT_CLOSE(__enzyme_autodiff((void *)call, enzyme_dup, g, pair, 3.0), sin(3) + 3 * cos(3), 1e-14);
}
CHECK_VALUES(in_a_structure) {
  void *pair[2] = {(void *)my_augmented, (void *)my_reverse};
  Closure c = {known[0], 2}, dc = {known[0], 0};
  EXPECT_EXACT(__enzyme_autodiff((void *)through, enzyme_dup, &c, &dc, 3.0), 12);
  EXPECT_EXACT(dc.k, 9);
  dc = (Closure){0, 0}; // nobody filled it: the known one
  EXPECT_EXACT(__enzyme_autodiff((void *)through, enzyme_dup, &c, &dc, 3.0), 12);
  dc.f = (double (*)(double))(void *)pair;
  EXPECT_EXACT(__enzyme_autodiff((void *)through, enzyme_dup, &c, &dc, 3.0), 200);
}
