// Functions without code are told addresses, keep them, and give them: each through which numbers
// come and go is named.
// RUN: not enzyme-clang -O1 -fno-enzyme-carry -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: error: no derivative is known for 14 functions: 'chooseOf', 'keepIn', 'put', 'step1', 'step2', 'step3', 'step4', 'step5', 'step6', 'step7', 'step8', 'step9', 'stepA', 'where';{{.*}}[ENZ0060]
#include <stddef.h>
double __enzyme_autodiff(void *, ...);
#define OWN __attribute__((noinline)) static
#define REQUEST(f)                                                                                 \
  double slope_##f(double x) { return __enzyme_autodiff((void *)f, x); }
double state;

double *where(void);
double given(double x) {
  *where() = x * x;
  return state;
}
REQUEST(given)

double *chooseOf(double *, double *);
double handedBack(double x) {
  double a[2] = {1, 2}, b[2] = {3, 4};
  *chooseOf(a, b) = x * x;
  return b[0];
}
REQUEST(handedBack)

void keepIn(double **, double *);
double putInSlot(double x) {
  double b[2] = {3, 4}, *slot = NULL;
  keepIn(&slot, b);
  *slot = x * x;
  return b[0];
}
REQUEST(putInSlot)

// Memory that others know, found behind a variable of this file's own.
void put(double);
static double first[2], second[2], *mine = first;
double *shared[2] = {first, second};
void choose(int which) { mine = which ? second : first; }
double behindOwn(double x) {
  put(x * x);
  return mine[0];
}
REQUEST(behindOwn)

// Memory of this file's that is told in several ways: to what runs later, each time another.
#define STEPPED(number)                                                                            \
  void step##number(void);                                                                         \
  static double a##number[2];                                                                      \
  double f##number(double x) {                                                                     \
    a##number[0] = x;                                                                              \
    step##number();                                                                                \
    return a##number[0];                                                                           \
  }                                                                                                \
  REQUEST(f##number)
void tell(double *);
struct pair {
  double *a, *b;
};
double *told;
STEPPED(1)
void tell1(void) { tell(a1); }
STEPPED(2)
void tell2(int which) { tell(which ? a2 : NULL); }
STEPPED(3)
struct pair tell3(double *b) { return (struct pair){a3, b}; }
STEPPED(4)
OWN void record(double *a) { told = a; }
void tell4(void) { record(a4); }
STEPPED(5)
void tell5(void (*to)(double *)) { to(a5); }
STEPPED(6)
void tell6(void) { told = a6; }
STEPPED(7)
double *tell7(void) { return a7; }
STEPPED(8)
double *tell8(int n, double *b) {
  for (int i = 0; i < n; i++)
    b = b == told ? a8 : told;
  return b;
}
STEPPED(9)
double *tell9(void) { return __atomic_exchange_n(&told, a9, __ATOMIC_SEQ_CST); }
STEPPED(A)
void tellA(double *old) {
  __atomic_compare_exchange_n(&told, &old, aA, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
