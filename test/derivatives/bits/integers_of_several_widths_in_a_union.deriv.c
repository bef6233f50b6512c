// A compiler's description of an expression holds a number, or a register's index that is stored
// as a byte, read, and stored as a word. Where a word was computed before, the tangent is marked
// as unknown, and the byte clears a part of the mark: no number lies there.
#include "check.h"

enum { Number, Local, Register };
typedef struct {
  int kind;
  union {
    double number;
    int info;
    struct {
      unsigned char index;
      unsigned short variable;
    } local;
  } u;
} expression;

NOINLINE static void number(expression *e, double x) {
  e->kind = Number;
  e->u.number = x;
}
NOINLINE static void local(expression *e, int i) {
  e->kind = Local;
  e->u.local.index = i + 1;
  e->u.local.variable = i;
}
NOINLINE static void discharge(expression *e) {
  if (e->kind != Local)
    return;
  e->u.info = e->u.local.index + 1;
  e->kind = Register;
}
NOINLINE static double value(const expression *e, const double *registers) {
  return e->kind == Number ? e->u.number : registers[e->u.info - 2];
}

double f(const double *x) {
  expression *all = malloc(2 * sizeof *all);
  number(&all[1], x[0] * x[1]);
  discharge(&all[1]);
  double r = value(&all[1], x);
  number(&all[0], 3);
  for (int i = 0; i < 3; i++) {
    number(&all[0], i + 2);
    discharge(&all[0]);
    r += value(&all[0], x) * x[i];
    for (int k = 0; k < 2; k++) {
      local(&all[0], i);
      discharge(&all[0]);
      r += x[i] * value(&all[0], x);
    }
  }
  free(all);
  return r;
}

CHECK_FUNCTION(f, 3, 1.1, 1.3, 0.7);
