/*===- jumps.c - setjmp and longjmp inside derivatives ------------------------===
 *
 * A derivative that is left by a jump leaves no tape: so it returns instead, and who called it goes
 * on where the jump leads (prepare/Jumps.h). Both say so here, by thread:
 *
 *   caller:  expect(); derivative(…); if ((b = left())) … b is mine: value(), else leave(b,
 * value()) callee:  isExpected = expected(); … leave(b, v); return 0;    or, if not expected,
 * escape(b, v)
 *
 * The buffer holds a place all the same, since others may jump there who know nothing of this: it
 * is in a frame that has ended by then, so all that can be done there is to end the program.
 *===----------------------------------------------------------------------===*/
#include "enzyme/runtime.h"
#include <setjmp.h>

static _Thread_local int isExpected, value;
static _Thread_local void *target;

void enzyme_rt_jump_expect(void) { isExpected = 1; }
void enzyme_rt_jump_alone(void) { isExpected = 0; }

int enzyme_rt_jump_expected(void) {
  int was = isExpected;
  isExpected = 0;
  return was;
}

void enzyme_rt_jump_leave(void *buffer, int with) {
  target = buffer;
  value = with;
}

void *enzyme_rt_jump_left(void) {
  void *buffer = target;
  target = 0;
  isExpected = 0;
  return buffer;
}

int enzyme_rt_jump_value(void) { return value; }

void enzyme_rt_jump_escape(void *buffer, int with) { longjmp(*(jmp_buf *)buffer, with); }

void enzyme_rt_jump_place(void *buffer) {
  if (_setjmp(*(jmp_buf *)buffer))
    enzyme_rt_refuse(
        "longjmp from code that is not differentiated (a library, an inactive function) to a "
        "setjmp inside differentiated code",
        0);
}
