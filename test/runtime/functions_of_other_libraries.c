// A pointer leads to a function of another library, of which nothing is known: where a derivative
// goes through it, or through memory that it may know, the program stops at that line. Never is it
// taken for one that does nothing.
// RUN: rm -rf %t && mkdir -p %t && clang -O1 -DOTHER -c %s -o %t/other.o
// RUN: enzyme-clang -DCASE=1 %s %t/other.o -rdynamic -o %t/a && not %t/a 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=2 %s %t/other.o -rdynamic -o %t/a && not %t/a 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=3 %s %t/other.o -rdynamic -o %t/a && not %t/a 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=4 %s %t/other.o -rdynamic -o %t/a && not %t/a 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=5 %s %t/other.o -rdynamic -o %t/a && not %t/a 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=6 %s %t/other.o -rdynamic -o %t/a && not %t/a 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=7 %s %t/other.o -rdynamic -o %t/a && not %t/a 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=8 %s %t/other.o -rdynamic -o %t/a && not %t/a 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=9 %s %t/other.o -rdynamic -o %t/a && not %t/a 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=10 %s %t/other.o -rdynamic -o %t/a && not %t/a 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=11 %s %t/other.o -rdynamic -o %t/a && not %t/a 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=12 %s %t/other.o -rdynamic -o %t/a && not %t/a 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=13 %s %t/other.o -rdynamic -o %t/a && not %t/a 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=14 %s %t/other.o -rdynamic -o %t/a && not %t/a 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=15 %s %t/other.o -rdynamic -o %t/a && not %t/a 2>&1 | FileCheck %s
// Nothing active goes through it:
// RUN: enzyme-clang -DCASE=16 %s %t/other.o -rdynamic -o %t/a && %t/a
// CHECK: enzyme: a function pointer led to a function that this file cannot differentiate (
// CHECK-SAME: functions_of_other_libraries.c:{{[0-9]+}}): 'other_{{[a-z_]+}}' of '{{.*}}'; compile the file
#ifdef OTHER
extern double state;
static double hidden, *kept = &hidden;
void other_step(void) { state *= state, *kept *= *kept; }
void other_put(double x) { hidden = x; }
double other_get(void) { return hidden; }
void other_keep(double **slot, double *x) { *slot = x; }
double *other_choose(double *a, double *b) { return b; }
void other_write(double *a) { a[0] *= 3; }
double other_read(const double *a) { return 2 * a[0]; }
double other_plain(double x) { return x * x; }
void other_remember(double *a) { kept = a; }
#else
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
extern double __enzyme_autodiff(void *, double);
double state;
static void (*step)(void), (*put)(double), (*keep)(double **, double *), (*write)(double *), (*remember)(double *);
static double (*get)(void), *(*choose)(double *, double *), (*readFirst)(const double *), (*plain)(double);
#define OWN __attribute__((noinline)) static
#if CASE == 1 // its result
double f(double x) { return plain(x); }
#elif CASE == 2 // what it is handed
double f(double x) {
  double a[2] = {x, 2};
  write(a);
  return a[0];
}
#elif CASE == 3
double f(double x) {
  double a[2] = {x, 2};
  return readFirst(a);
}
#elif CASE == 4 // globals that it may know
double f(double x) {
  state = x;
  step();
  return state;
}
#elif CASE == 5
OWN void inner(void) { step(); }
OWN void outer(void) { inner(); }
double f(double x) {
  state = x;
  outer();
  return state;
}
#elif CASE == 6 // memory of its own
double f(double x) {
  put(x);
  return get();
}
#elif CASE == 7
OWN void feed(double x) { put(x * x); }
double f(double x) {
  feed(x);
  return get();
}
#elif CASE == 8
OWN double take(void) { return get() * 2; }
double f(double x) {
  put(x);
  return take();
}
#elif CASE == 9
OWN double take(void) { return get() * 2; }
OWN void feed(double x) { put(x * x); }
double f(double x) {
  feed(x);
  return take();
}
#elif CASE == 10 // addresses that it puts into others' memory
double f(double x) {
  double a[2] = {x, 2}, *slot = NULL;
  keep(&slot, a);
  return *slot;
}
#elif CASE == 11 // addresses that it gives
double f(double x) {
  double a[2] = {1, 2}, b[2] = {x, x * x};
  return *choose(a, b);
}
#elif CASE == 12 // memory of this file of which it was told
static double buffer[2];
void tell(void) { remember(buffer); }
double f(double x) {
  buffer[0] = x;
  step();
  return buffer[0];
}
#elif CASE == 13
static double buffer[2];
double *shared;
void tell(void) { shared = buffer; }
double f(double x) {
  buffer[0] = x;
  step();
  return buffer[0];
}
#elif CASE == 14
static double buffer[2];
double *tell(void) { return buffer; }
double f(double x) {
  buffer[0] = x;
  step();
  return buffer[0];
}
#elif CASE == 15
static double buffer[2];
double *shared;
void tell(void) { __atomic_exchange_n(&shared, buffer, __ATOMIC_SEQ_CST); }
double f(double x) {
  memset(buffer, 0, sizeof buffer);
  buffer[0] = x;
  step();
  return buffer[0];
}
#else
static double own;
double f(double x) {
  put(2.0);
  own = x;
  step();
  return own * x;
}
#endif
#define FIND(name) *(void **)&name = dlsym(RTLD_DEFAULT, "other_" #name)
int main(void) {
  FIND(step), FIND(put), FIND(get), FIND(keep), FIND(choose), FIND(write), FIND(plain), FIND(remember);
  *(void **)&readFirst = dlsym(RTLD_DEFAULT, "other_read");
  return __enzyme_autodiff((void *)f, 3.0) != 6.0;
}
#endif
