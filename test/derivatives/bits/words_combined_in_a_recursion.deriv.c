// An interpreter of tagged unions that calls itself: slots hold numbers, integers or addresses, and
// are moved by whichever member. Integers are put together with `|`; a key is hashed as what its
// tag says; a state that a signal handler may look at is volatile.
#include "check.h"
#include <stdint.h>

typedef union {
  double number;
  int64_t integer;
  void *other;
} Slot;
typedef struct {
  Slot slot;
  int tag;
} Value;
enum { INTEGER = 3, NUMBER = 19, OTHER = 5 };
enum { OR, SQUARE, CALL, HASH, SET, END };
typedef struct {
  uint8_t code, to, left, right;
} Step;
struct guard {
  struct guard *previous;
  volatile int status;
};
typedef struct state {
  Value *stack;
  const Step *program;
  struct guard *guard;
  int depth;
} State;

static unsigned hash_of(const Value *key) {
  if (key->tag == NUMBER)
    return (unsigned)(int)(key->slot.number * 8);
  if (key->tag == INTEGER)
    return (unsigned)((uint64_t)key->slot.integer % 13);
  return (unsigned)((uintptr_t)key->slot.other % 11);
}

static int run(State *state, Value *base, int at, int status);

static int status_sum;

static void *entered(State *state, Value *base, void *bits, int tag, int at) {
  Value own;
  own.slot.other = bits;
  own.tag = tag;
  base[7] = own;
  struct guard guard = {state->guard, 0};
  state->guard = &guard;
  state->depth++;
  guard.status = run(state, base + 1, at, guard.status);
  state->depth--;
  state->guard = guard.previous;
  status_sum += guard.status;
  return own.slot.other;
}

static int run(State *state, Value *base, int at, int status) {
  for (;; at++) {
    const Step *step = &state->program[at];
    Value *to = base + step->to, *left = base + step->left, *right = base + step->right;
    switch (step->code) {
    case OR:
      if (left->tag == INTEGER && right->tag == INTEGER) {
        to->slot.integer = left->slot.integer | right->slot.integer;
        to->tag = INTEGER;
      }
      break;
    case SQUARE:
      if (left->tag == NUMBER && right->tag == NUMBER) {
        to->slot.number = left->slot.number * right->slot.number;
        to->tag = NUMBER;
      }
      break;
    case CALL:
      if (state->depth < 3)
        to->slot.other = entered(state, base, left->slot.other, left->tag, at + 1);
      break;
    case HASH:
      to->slot.integer = hash_of(left);
      to->tag = INTEGER;
      break;
    case SET: {
      Value key;
      key.slot.integer = step->left;
      key.tag = INTEGER;
      *to = key;
      break;
    }
    default:
      state->guard->status = status + 1;
      return status + 1;
    }
  }
}

static const Step program[] = {{SET, 2, 9, 0},    {SET, 3, 4, 0},    {OR, 4, 2, 3},
                               {SQUARE, 1, 1, 1}, {CALL, 1, 1, 0},   {HASH, 5, 4, 0},
                               {OR, 5, 5, 4},     {SQUARE, 2, 1, 1}, {END, 0, 0, 0}};

double interpreted(double x) {
  Value stack[24] = {{{0}, 0}};
  struct guard guard = {0, 0};
  State state = {stack, program, &guard, 0};
  for (int i = 0; i < 24; i++) {
    stack[i].slot.number = x * (i + 1) / 8;
    stack[i].tag = NUMBER;
  }
  status_sum = 0;
  int status = run(&state, stack, 0, 0);
  double sum = x * (status + status_sum);
  for (int i = 0; i < 24; i++)
    sum += stack[i].tag == INTEGER ? (double)stack[i].slot.integer * x : stack[i].slot.number;
  return sum;
}
CHECK_SCALAR(interpreted, 0.7, 1.1);
