// A function without code may use globals that other files see, what those lead to, and memory
// of its own: it is named, and never taken for one that does nothing.
// RUN: rm -rf %t && mkdir -p %t
// RUN: enzyme-clang -DCASE=1 -c %s -o %t/1.o && not enzyme-clang %t/1.o -o %t/a 2>&1 | FileCheck %s --check-prefix=STATE
// RUN: enzyme-clang -DCASE=2 -c %s -o %t/2.o && not enzyme-clang %t/2.o -o %t/a 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: enzyme-clang -DCASE=3 -c %s -o %t/3.o && not enzyme-clang %t/3.o -o %t/a 2>&1 | FileCheck %s --check-prefix=BELOW
// RUN: enzyme-clang -DCASE=4 -c %s -o %t/4.o && not enzyme-clang %t/4.o -o %t/a 2>&1 | FileCheck %s --check-prefix=KEPT
// What nothing active comes back from is no matter, nor what is known to be inactive.
// RUN: enzyme-clang -DCASE=5 -c %s -o %t/5.o && enzyme-clang -DDEFINES -fno-enzyme-carry -c %s -o %t/defines.o
// RUN: enzyme-clang %t/5.o %t/defines.o -o %t/a && %t/a
double __enzyme_autodiff(void *, double);
void advance(void), put(double), keep(double *);
double get(void);
#ifdef DEFINES
void advance(void) {}
void put(double x) {}
#elif CASE == 1
double state;
double f(double x) {
  state = x;
  // STATE: unseen_state.error.c:[[#@LINE+1]]:{{.*}}error: no derivative is known for the function 'advance'{{.*}}[ENZ0170]
  advance(); // expected-error when linked: ENZ0170
  return state;
}
#elif CASE == 2
double f(double x) {
  put(x); // expected-error when linked: ENZ0170
  return get() * x;
}
// OWN: error: no derivative is known for 2 functions: 'get', 'put'{{.*}}[ENZ0170]
#elif CASE == 3
double state;
__attribute__((noinline)) static void step(void) {
  // BELOW: unseen_state.error.c:[[#@LINE+1]]:{{.*}}error: no derivative is known for the function 'advance'{{.*}}[ENZ0170]
  advance(); // expected-error when linked: ENZ0170
}
double f(double x) {
  state = x;
  step();
  return state;
}
#elif CASE == 4
static double state;
void hand(void) { keep(&state); }
double f(double x) {
  state = x;
  // KEPT: unseen_state.error.c:[[#@LINE+1]]:{{.*}}error: no derivative is known for the function 'advance'{{.*}}[ENZ0170]
  advance(); // expected-error when linked: ENZ0170
  return state;
}
#else
static double scratch;
double f(double x) {
  scratch = x;
  put(x);
  advance();
  return scratch * x;
}
#endif
#ifndef DEFINES
int main(void) { return __enzyme_autodiff((void *)f, 3.0) != 6; }
#endif
