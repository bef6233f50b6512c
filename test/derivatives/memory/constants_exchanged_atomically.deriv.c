// Constants that come where a number lay by an atomic exchange, whose bits are all that the
// exchange sees: the number's derivative goes with it. Locks beside numbers stay locks.
#include "check.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static void put(double *to, double value) {
  double old;
  __atomic_exchange(to, &value, &old, __ATOMIC_SEQ_CST);
}
static double place;
double inAGlobal(const double *x) {
  double sum = 0;
  place = x[2];
  for (int i = 0; i < 3; i++) {
    sum += place * x[i];
    put(&place, x[i] * x[0] * (i + 1));
    sum += place * x[1];
    put(&place, 0.25);
    sum += place * x[2];
  }
  return sum;
}
CHECK_FUNCTION(inAGlobal, 3, 0.7, -1.2, 2.1);

struct guarded {
  int lock;
  double value;
  long count;
};
NOINLINE static void add(struct guarded *all, double x) {
  while (__atomic_exchange_n(&all->lock, 1, __ATOMIC_ACQUIRE))
    ;
  all->value += x;
  __atomic_exchange_n(&all->lock, 0, __ATOMIC_RELEASE);
  __atomic_exchange_n(&all->count, 3, __ATOMIC_RELAXED);
}
double besideALock(const double *x) {
  struct guarded *all = calloc(1, sizeof *all);
  for (int i = 0; i < 3; i++)
    add(all, x[i] * x[i]);
  double first = all->value;
  put(&all->value, 2);
  add(all, x[1]);
  double sum = first * all->value * all->count;
  free(all);
  return sum;
}
CHECK_FUNCTION(besideALock, 3, 0.7, -1.2, 2.1);
