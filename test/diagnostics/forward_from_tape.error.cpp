// RUN: enzyme-clang++ -Xclang -verify -c %s -o %t.o
// What cannot be run a second time on shadows that the augmented half has changed.
#include <stdlib.h>
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_fwdsplit(void *, ...);
extern int enzyme_dup;
struct Slot {
  double *at;
};
static void allocates(double *x, Slot *s) { // expected-error-re {{forward mode from a tape of 'allocates(double*, Slot*)', which stores pointers to other memory{{.*}}ENZ0070}}
  s->at = (double *)malloc(sizeof(double));
  *s->at = *x * *x;
}
static void follows(double *x, Slot *s) { // expected-error-re {{forward mode from a tape of 'follows(double*, Slot*)', which stores pointers in memory that outlives it and reads pointers from there{{.*}}ENZ0070}}
  double *last = s->at;
  s->at = x + 1;
  *last *= *x;
}
__attribute__((noinline)) static double risky(double x) { // expected-error-re {{forward mode from a tape of 'risky(double)'{{.*}}ENZ0070}}
  if (x > 3)
    throw 1;
  return x * x;
}
static void catches(double *x, double *y) { // expected-error-re {{forward mode from a tape of 'catches(double*, double*)', which catches an exception{{.*}}ENZ0070}}
  try {
    *y = risky(*x);
  } catch (int) {
    *y = *x;
  }
}
static void through(double *x, double (**f)(double)) {
  *x = (*f)(*x) * *x; // expected-error-re {{forward mode from a tape of a call through a pointer that other code made{{.*}}ENZ0070}}
}
void a(double *x, double *dx, Slot *s, Slot *ds) {
  void *t = __enzyme_augmentfwd((void *)allocates, enzyme_dup, x, dx, enzyme_dup, s, ds);
  __enzyme_fwdsplit((void *)allocates, enzyme_dup, x, dx, enzyme_dup, s, ds, t);
}
void b(double *x, double *dx, Slot *s, Slot *ds) {
  void *t = __enzyme_augmentfwd((void *)follows, enzyme_dup, x, dx, enzyme_dup, s, ds);
  __enzyme_fwdsplit((void *)follows, enzyme_dup, x, dx, enzyme_dup, s, ds, t);
}
void c(double *x, double *dx, double *y, double *dy) {
  void *t = __enzyme_augmentfwd((void *)catches, enzyme_dup, x, dx, enzyme_dup, y, dy);
  __enzyme_fwdsplit((void *)catches, enzyme_dup, x, dx, enzyme_dup, y, dy, t);
}
void d(double *x, double *dx, double (**f)(double), double (**df)(double)) {
  void *t = __enzyme_augmentfwd((void *)through, enzyme_dup, x, dx, enzyme_dup, f, df);
  __enzyme_fwdsplit((void *)through, enzyme_dup, x, dx, enzyme_dup, f, df, t);
}
