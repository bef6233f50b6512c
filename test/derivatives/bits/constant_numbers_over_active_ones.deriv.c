// Constant numbers whose bits are stored as integers, over active ones: those are no more.
#include "bits.h"
#include "check.h"
typedef uint64_t box;
static box ofNumber(double d) { return wordOf(d); }
static double numberOf(box b) { return doubleOf(b); }
NOINLINE static void set(box *stack, int at, box to) { stack[at] = to; }
NOINLINE static double get(const box *stack, int at) { return numberOf(stack[at]); }
double reused(const double *x, int n) {
  box stack[3] = {0};
  double sum = 0;
  for (int i = 0; i < n; i++) {
    set(stack, i % 3, ofNumber(x[i] * x[i]));
    sum += get(stack, i % 3) * x[0];
    stack[i % 3] = ofNumber(3.0);
    sum += get(stack, i % 3) * get(stack, (i + 1) % 3);
  }
  return sum;
}
CHECK_FUNCTION_N(reused, 3, 1, 2, 0.5);
double reusedByCall(const double *x, int n) {
  box stack[3] = {0};
  double sum = 0;
  for (int i = 0; i < n; i++) {
    set(stack, i % 3, ofNumber(x[i] * x[i]));
    sum += get(stack, i % 3) * x[0];
    set(stack, i % 3, ofNumber(3.0));
    sum += get(stack, i % 3) * get(stack, (i + 1) % 3);
  }
  return sum;
}
CHECK_FUNCTION_N(reusedByCall, 3, 1, 2, 0.5);
union cell {
  double number;
  uint64_t word;
};
NOINLINE static void put(union cell *c, double v) { c->number = v; }
NOINLINE static void mark(union cell *c) { c->word = 0x4008000000000000ull; }
double cells(const double *x, int n) {
  union cell all[3] = {{0}};
  double sum = 0;
  for (int i = 0; i < n; i++) {
    put(all + i % 3, x[i] * x[i]);
    sum += all[i % 3].number * x[0];
    mark(all + i % 3);
    sum += all[i % 3].number * x[i];
  }
  return sum;
}
CHECK_FUNCTION_N(cells, 3, 1, 2, 0.5);
