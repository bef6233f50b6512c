// Pointers in memory that are exchanged, or compared and exchanged, by one instruction, in functions that are not
// inlined and where compilers move them as integers: their shadows go with them.
#include "check.h"
#include <stdatomic.h>

typedef struct node {
  double value;
  struct node *next;
} node;

typedef struct {
  _Atomic(node *) head;
  double *_Atomic current;
} shared;

NOINLINE static double *exchanged(shared *s, double *value) { return atomic_exchange(&s->current, value); }

NOINLINE static int replaced(shared *s, double *wanted, double *value) {
  return atomic_compare_exchange_strong(&s->current, &wanted, value);
}

double exchange(const double *x) {
  double a[2] = {x[0], x[1]}, b[2] = {x[2] * x[0], x[2]};
  shared *s = malloc(sizeof *s);
  atomic_store(&s->current, a);
  double *old = exchanged(s, b);
  double sum = old[0] * s->current[1];
  if (replaced(s, b, a))
    sum += s->current[1] * x[0];
  if (replaced(s, b, b))
    sum *= 1e3;
  free(s);
  return sum;
}
CHECK_FUNCTION(exchange, 3, 0.7, 1.3, -0.4);

/// A stack that several threads may use.
NOINLINE static void push(shared *s, node *one) {
  node *old = atomic_load(&s->head);
  do
    one->next = old;
  while (!atomic_compare_exchange_weak(&s->head, &old, one));
}

NOINLINE static node *pop(shared *s) {
  node *old = atomic_load(&s->head);
  while (old && !atomic_compare_exchange_weak(&s->head, &old, old->next))
    ;
  return old;
}

double stack(const double *x) {
  shared s = {0};
  for (int i = 0; i < 3; i++) {
    node *one = malloc(sizeof *one);
    one->value = x[i] * x[(i + 1) % 3];
    push(&s, one);
  }
  double sum = 0, weight = 1;
  for (node *one; (one = pop(&s)); weight *= 3) {
    sum += weight * one->value * one->value;
    free(one);
  }
  return sum;
}
CHECK_FUNCTION(stack, 3, 0.7, 1.3, -0.4);

/// A cache of one buffer, as libraries keep them: taken out, used and put back.
static double *_Atomic kept;

NOINLINE static double *take(void) {
  double *buffer = atomic_exchange(&kept, NULL);
  return buffer ? buffer : malloc(3 * sizeof *buffer);
}

NOINLINE static void give(double *buffer) {
  double *none = NULL;
  if (!atomic_compare_exchange_strong(&kept, &none, buffer))
    free(buffer);
}

double cache(const double *x) {
  double sum = 0;
  for (int round = 0; round < 3; round++) {
    double *buffer = take(), *second = take();
    for (int i = 0; i < 3; i++)
      buffer[i] = x[i] * x[round], second[i] = buffer[i] + x[i];
    sum += buffer[1] * second[2];
    give(second);
    give(buffer);
  }
  free(atomic_exchange(&kept, NULL));
  return sum;
}
CHECK_FUNCTION(cache, 3, 0.7, 1.3, -0.4);
