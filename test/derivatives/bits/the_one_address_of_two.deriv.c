// Two addresses, of which one is null or which are the same, are put together by `or`, as
// interpreters do that fold "variable times constant" into one instruction.
#include "check.h"
#include <stdint.h>
typedef struct {
  double *variable, factor, offset;
} term;
NOINLINE static term sum(const term *a, const term *b) {
  term r;
  r.variable = (double *)((intptr_t)a->variable | (intptr_t)b->variable);
  r.factor = a->factor + b->factor;
  r.offset = a->offset + b->offset;
  return r;
}
NOINLINE static double value(const term *t) {
  return t->variable ? *t->variable * t->factor + t->offset : t->offset;
}
static double folded(const double *x) {
  double a = x[0] * x[1], b = sin(x[1]);
  term terms[5] = {{&a, 2, 0}, {0, 0, x[0]}, {0, 0, 3}, {&b, x[0], 1}, {&b, 1, x[1]}};
  term first = sum(&terms[0], &terms[1]), second = sum(&terms[2], &terms[3]);
  term third = sum(&second, &terms[4]), none = sum(&terms[1], &terms[2]);
  double before = value(&first) * value(&second) + value(&third) + value(&none);
  b = a * b;
  return before + value(&second) * value(&third);
}
/// Most often such a sum asks only for the alignment of two arrays.
static double aligned(const double *x) {
  double to[2], s = 0;
  if ((((uintptr_t)x | (uintptr_t)to) & 7) == 0)
    memcpy(to, x, sizeof to);
  else
    to[0] = to[1] = 0;
  for (int i = 0; i < 2; i++)
    s += to[i] * to[i];
  return s;
}
/// The same where a union holds the addresses, so that they are loaded and stored as integers.
typedef struct {
  int command;
  union {
    struct {
      double *variable, factor, offset;
    } term;
    struct {
      void *function;
      int arguments;
    } call;
  } u;
} token;
NOINLINE static void fold(token *t) {
  t[0].u.term.variable =
      (double *)((long long)t[0].u.term.variable | (long long)t[1].u.term.variable);
  t[0].u.term.factor += t[1].u.term.factor;
}
static double foldedTokens(const double *x) {
  double a = x[0] * x[1], fixed = 2;
  token *t = malloc(4 * sizeof *t);
  for (int i = 0; i < 4; i++) {
    t[i].command = i;
    t[i].u.term.variable = i == 1 ? &a : i == 3 ? &fixed : 0;
    t[i].u.term.factor = x[i % 2];
    t[i].u.term.offset = 0;
  }
  fold(t);
  fold(t + 1);
  fold(t);
  fold(t + 2);
  double r = *t[0].u.term.variable * t[0].u.term.factor;
  r += *t[2].u.term.variable * t[2].u.term.factor;
  free(t);
  return r;
}
CHECK_FUNCTION(foldedTokens, 2, 0.7, 1.3);
CHECK_FUNCTION(folded, 2, 0.7, 1.3, -0.4, 0.6);
CHECK_FUNCTION(aligned, 2, 0.7, 1.3);
