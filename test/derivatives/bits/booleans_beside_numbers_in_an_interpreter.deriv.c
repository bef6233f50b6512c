// As interpreters do: a value is a number, a boolean or a short text, as its tag says, and is made
// in one place for all. A boolean that is set in a value that held a number leaves half of its bits
// there; numbers are made of booleans and of texts. And the lower half of a word that keeps
// another half is an integer.
#include "check.h"
#include <stdint.h>

enum { BOOLEAN, NUMBER };
typedef struct {
  union {
    int boolean;
    double number;
    void *object;
  } u;
  char unused[7];
  char type;
} value;
typedef struct {
  int top;
  value stack[16];
} state;

NOINLINE static void push(state *s, value v) { s->stack[s->top++] = v; }

NOINLINE static double number(const value *v) {
  switch (v->type) {
  case BOOLEAN:
    return v->u.boolean;
  case NUMBER:
    return v->u.number;
  default:
    return 0;
  }
}

static double pop(state *s) { return number(&s->stack[--s->top]); }

NOINLINE static void run(state *s, const char *code) {
  for (; *code; code++) {
    value v;
    double a, b;
    switch (*code) {
    case '+':
      b = pop(s), a = pop(s);
      v.type = NUMBER, v.u.number = a + b;
      push(s, v);
      break;
    case '*':
      b = pop(s), a = pop(s);
      v.type = NUMBER, v.u.number = a * b;
      push(s, v);
      break;
    case '<':
      b = pop(s), a = pop(s);
      v.type = BOOLEAN, v.u.boolean = a < b;
      push(s, v);
      break;
    case 'd':
      push(s, s->stack[s->top - 1]);
      break;
    }
  }
}

static void pushNumber(state *s, double x) {
  value v;
  v.type = NUMBER;
  v.u.number = x;
  push(s, v);
}

double f(const double *x) {
  state *s = malloc(sizeof *s);
  s->top = 0;
  pushNumber(s, x[0]);
  pushNumber(s, x[1]);
  run(s, "*dd+<d+d"); // 2, twice
  double r = pop(s) + pop(s);
  pushNumber(s, x[0]);
  pushNumber(s, x[1]);
  run(s, "*d*");
  r *= pop(s);
  free(s);
  return r;
}

typedef union {
  double number;
  int halves[2];
} word;

NOINLINE static void mixed(word *to, double x, uint32_t n) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits = (bits & ~(uint64_t)UINT32_MAX) | n;
  memcpy(to, &bits, sizeof bits);
}
NOINLINE static double lower(const word *w) { return w->halves[0]; }

double g(const double *x) {
  word w;
  mixed(&w, x[0] * x[1], 5);
  return lower(&w) * x[0] + x[1];
}

CHECK_FUNCTION(f, 2, 1.3, 0.7);
CHECK_FUNCTION(g, 2, 1.3, 0.7);
