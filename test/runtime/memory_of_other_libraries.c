// Memory of which functions of other libraries may know, used by the functions around the one that
// calls them through a pointer: by all they do with it. What is put there by one function and taken
// out by another library's is not lost: the program stops at that call.
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
// CHECK: enzyme: a function pointer led to a function that this file cannot differentiate (
// CHECK-SAME: memory_of_other_libraries.c:
#ifdef OTHER
extern double state, states[4];
extern __thread double own;
static double hidden;
void other_put(double x) { hidden = state = states[1] = x; }
double other_get(void) { return hidden + state + states[1] + own; }
void other_step(void) { state *= state; }
#else
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
extern double __enzyme_autodiff(void *, double);
double state, states[4];
__thread double own;
static void (*put)(double), (*step)(void);
static double (*get)(void);
#define OWN __attribute__((noinline)) static
OWN double take(void) { return get() * 2; } // what it takes out is active by what others put there
OWN void feed(double x) { put(x * x); }     // what it puts there is useful by what others take out
#if CASE == 1
double f(double x) {
  state = x * x;
  return take();
}
#elif CASE == 2
int at = 1;
double f(double x) {
  states[at] = x * x;
  return take();
}
#elif CASE == 3
double f(double x) {
  own = x * x;
  return take();
}
#elif CASE == 4
OWN void set(double *to, double x) { *to = x * x; }
double f(double x) {
  set(&state, x);
  return take();
}
#elif CASE == 5
OWN double *where(void) { return &state; }
double f(double x) {
  *where() = x * x;
  return take();
}
#elif CASE == 6
double f(double x) {
  double two[2] = {x, x * x};
  memcpy(states, two, sizeof two);
  return take();
}
#elif CASE == 7
double f(double x) {
  __atomic_fetch_add(&state, x * x, __ATOMIC_SEQ_CST);
  return take();
}
#elif CASE == 8
double f(double x) {
  feed(x);
  return state;
}
#elif CASE == 9
int at = 1;
double f(double x) {
  feed(x);
  return states[at];
}
#elif CASE == 10 // behind a pointer that all may see
static double buffer[2];
double *shared = buffer;
double f(double x) {
  shared[0] = x;
  step();
  return shared[0];
}
#endif
#define FIND(name) *(void **)&name = dlsym(RTLD_DEFAULT, "other_" #name)
int main(void) {
  FIND(step), FIND(put), FIND(get);
  return __enzyme_autodiff((void *)f, 3.0) != 6.0;
}
#endif
