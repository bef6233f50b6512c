// setjmp and longjmp as C programs handle errors: out of a callee, over several frames, out of
// recursions, to the inner of two places, again after a repair; numbers kept in memory on the way
// count.
#include "check.h"
#include <setjmp.h>

static jmp_buf failed;

NOINLINE static double root(double x) {
  if (x < 0)
    longjmp(failed, 3);
  return sqrt(x);
}

NOINLINE static double through(double x, int depth) {
  return depth ? x * through(x - 0.5, depth - 1) : root(x);
}

double caught_here(double x) {
  switch (setjmp(failed)) {
  case 0:
    return through(x, 3) * x;
  case 3:
    return x * x * x;
  default:
    return 0;
  }
}

// What was done before the jump stays done.
struct state {
  double sum, last;
  jmp_buf *handler;
  int code;
};

NOINLINE static void fail(struct state *s, int code) {
  s->code = code;
  longjmp(*s->handler, code);
}

NOINLINE static void add(struct state *s, double x) {
  s->sum += x * x;
  s->last = x;
  if (s->sum > 4)
    fail(s, 2);
  s->sum *= x;
}

NOINLINE static void add_guarded(struct state *s, double x) {
  jmp_buf handler;
  s->handler = &handler;
  if (setjmp(handler) == 0)
    for (int i = 0; i < 10; i++)
      add(s, x * (1 + 0.25 * i));
  s->sum += x;
}

double sums_until_failure(double x) {
  struct state s = {0, 0, 0, 0};
  add_guarded(&s, x);
  return s.sum * s.last + s.code * x;
}

// The handler tries again: a loop.
double tries_again(double x) {
  volatile double shift = 0;
  volatile int tries = 0;
  if (setjmp(failed)) {
    shift = shift + 1 + 0.1 * x;
    tries = tries + 1;
  }
  return root(x - 3 + shift) * (1 + tries) + shift * x;
}

// The inner place passes on what it does not know.
static jmp_buf outer;

NOINLINE static double guarded(struct state *s, double x, int which) {
  jmp_buf here;
  s->handler = &here;
  int code = setjmp(here);
  if (code == 1)
    return s->sum * 2;
  if (code)
    longjmp(outer, code + 5);
  s->sum *= x;
  if (which)
    fail(s, which);
  return s->sum;
}

static double inner(double x, int which) {
  struct state s = {x, 0, 0, 0};
  return guarded(&s, x, which);
}

double two_places(double x) {
  double sum = inner(x, 0) + inner(x * x, 1);
  volatile double kept = sum;
  int code = setjmp(outer);
  if (code)
    return kept * x * code;
  return sum + inner(x, 2);
}

// Nothing that carries a derivative is near the jump.
NOINLINE static void refuse(int code) { longjmp(failed, code); }
NOINLINE static void check(int i) {
  if (i > 3)
    refuse(i);
}

double plain_checks(double x) {
  volatile double product = 1;
  int code = setjmp(failed);
  if (code)
    return product * code * x;
  for (int i = 0; i < 9; i++) {
    check(i);
    product = product * x;
  }
  return -1;
}

// Through a pointer, to the frame itself, and with the value 0, which arrives as 1.
typedef void handler(double *, int);
NOINLINE static void jumps(double *at, int code) {
  *at *= 3;
  longjmp(failed, code);
}
NOINLINE static void scales(double *at, int code) { *at *= code; }
static handler *const handlers[] = {scales, jumps};

NOINLINE static double handled(double *at, double x) {
  volatile double kept = x;
  int code = setjmp(failed);
  if (code == 1) {
    kept = kept * *at;
    longjmp(failed, 7);
  }
  if (code == 7)
    return kept * *at;
  for (int i = 0; i < 5; i++)
    handlers[i == 3](at, i == 3 ? 0 : 2);
  return 0;
}

double by_pointer(double x) {
  double here = x * x;
  return handled(&here, x);
}

CHECK_SCALAR(caught_here, 0.4, 1.2, 2.5);
CHECK_SCALAR(sums_until_failure, 0.3, 0.9, 1.4);
CHECK_SCALAR(tries_again, 0.3, 1.5, 3.25);
CHECK_SCALAR(two_places, 0.7, 1.3);
CHECK_SCALAR(plain_checks, 0.8, 1.1);
CHECK_SCALAR(by_pointer, 0.8, 1.1);
