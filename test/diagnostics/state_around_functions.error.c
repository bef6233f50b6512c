// What one function puts into memory that functions without code know, in any way, they may give
// to another function; and what they are given in one may be taken out in another. They are named.
// RUN: not enzyme-clang -DCASE=1 -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GIVE
// RUN: not enzyme-clang -DCASE=2 -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GIVE
// RUN: not enzyme-clang -DCASE=3 -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GIVE
// RUN: not enzyme-clang -DCASE=4 -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GIVE
// RUN: not enzyme-clang -DCASE=5 -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GIVE
// RUN: not enzyme-clang -DCASE=6 -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GIVE
// RUN: not enzyme-clang -DCASE=7 -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GIVE
// RUN: not enzyme-clang -DCASE=8 -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GIVE
// RUN: not enzyme-clang -DCASE=9 -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GIVE
// RUN: not enzyme-clang -DCASE=11 -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=TAKE
// RUN: not enzyme-clang -DCASE=12 -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=TAKE
// RUN: not enzyme-clang -DCASE=13 -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=TAKE
// RUN: not enzyme-clang -DCASE=14 -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=TAKE
// RUN: not enzyme-clang -DCASE=15 -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=TAKE
// RUN: not enzyme-clang -DCASE=16 -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=TAKE
// RUN: not enzyme-clang -DCASE=17 -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=TAKE
// RUN: not enzyme-clang -DCASE=18 -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=TAKE
// GIVE: error: no derivative is known for the function 'get'{{.*}}[ENZ0060]
// TAKE: error: no derivative is known for the function 'put'{{.*}}[ENZ0060]
double __enzyme_autodiff(void *, double);
double get(void);
void put(double);
double state, states[4], *told;
_Thread_local double own;
int at = 1;
#define OWN __attribute__((noinline)) static
OWN void set(double *to, double x) { *to = x * x; }
OWN double *where(void) { return &state; }
OWN double read(const double *from) { return *from; }
OWN double take(void) { return get() * 2; }
OWN void feed(double x) { put(x * x); }
#if CASE == 1
OWN void before(double x) { state = x * x; }
#elif CASE == 2
OWN void before(double x) { states[at] = x * x; }
#elif CASE == 3
OWN void before(double x) { own = x * x; }
#elif CASE == 4
OWN void before(double x) { set(&state, x); }
#elif CASE == 5
OWN void before(double x) { *where() = x * x; }
#elif CASE == 6
OWN void before(double x) { __atomic_fetch_add(&state, x * x, __ATOMIC_SEQ_CST); }
#elif CASE == 7
OWN void before(double x) { *(at ? &state : states) = x * x; }
#elif CASE == 8
OWN void before(double x) {
  double *place = &state;
  for (int i = 0; i < at; i++, place = states)
    *place = x * x;
}
#elif CASE == 9
OWN void before(double x) {
  double old = 0, next = x * x;
  __atomic_compare_exchange(&state, &old, &next, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
#elif CASE == 11
OWN double after(void) { return state; }
#elif CASE == 12
OWN double after(void) { return states[at]; }
#elif CASE == 13
OWN double after(void) { return own; }
#elif CASE == 14
OWN double after(void) { return read(&state); }
#elif CASE == 15
OWN double after(void) { return *where(); }
#elif CASE == 16 // addresses that were put there: who knows what for
OWN double after(void) { return *told; }
#elif CASE == 17
OWN double after(void) { return *(at ? &state : states); }
#elif CASE == 18
OWN double after(void) {
  double sum = 0, *place = &state;
  for (int i = 0; i < at; i++, place = states)
    sum += *place;
  return sum;
}
#endif
double f(double x) {
#if CASE < 10
  before(x);
  return take();
#else
  feed(x);
  return after();
#endif
}
double slope(double x) { return __enzyme_autodiff((void *)f, x); }
