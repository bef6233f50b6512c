// Counts of references, locks and exchanged pointers as libraries that are older than C11 write them, for x86: they
// carry no numbers, and memory they touch may lie beside numbers.
#include "check.h"
#include <stdlib.h>

typedef struct {
  unsigned long a[16];
} large;

static int added(volatile int *place, int value) {
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(value), "+m"(*place) : : "memory", "cc");
  return value;
}

static void increment(volatile int *place) {
  __asm__ volatile("lock; incl %0;" : "=m"(*(volatile large *)place) : "m"(*place) : "memory", "cc");
}

static int decrement(volatile int *place) {
  unsigned char isZero;
  __asm__ volatile("lock; decl %0; sete %1" : "+m"(*place), "=qm"(isZero) : : "memory");
  return isZero;
}

static void set(volatile int *place, int bits) {
  __asm__ volatile("lock; orl %1, %0;" : "=m,m,m"(*place) : "r,K,i"(bits), "m,m,m"(*place) : "memory", "cc");
}

static void *exchanged(void *volatile *place, void *value) {
  void *old;
  __asm__ volatile("xchg %2, %0;"
                   : "=m"(*(volatile large *)place), "=r"(old)
                   : "1"(value), "m"(*place)
                   : "memory");
  return old;
}

static unsigned char replaced(void *volatile *place, void *wanted, void *value) {
  unsigned char isEqual;
  __asm__ volatile("lock; cmpxchg %3, %0;"
                   "setzb %1;"
                   : "=m"(*(volatile large *)place), "=a"(isEqual)
                   : "a"(wanted), "r"(value), "m"(*place)
                   : "memory", "cc");
  return isEqual;
}

static int seen(volatile int *place, int wanted, int value) {
  int old;
  __asm__ volatile("lock cmpxchgl %2, %1" : "=a"(old), "+m"(*place) : "r"(value), "0"(wanted) : "memory");
  return old;
}

typedef struct {
  volatile int count, flags;
  double x[2];
} shared;

static shared *taken(shared *one) {
  increment(&one->count);
  return one;
}

static double given(shared *one) {
  double x = one->x[0] * one->x[1];
  if (decrement(&one->count)) {
    x *= one->x[0];
    free(one);
  }
  return x;
}

/// Counted references.
double counted(const double *x) {
  shared *one = malloc(sizeof *one);
  one->count = 1, one->flags = 0;
  one->x[0] = x[0], one->x[1] = x[1] * x[2];
  shared *same = taken(one);
  double first = given(one);
  return first + given(same);
}
CHECK_FUNCTION(counted, 3, 0.7, 1.3, -0.4);

/// Pointers that are exchanged: which numbers are met depends on it.
double exchanged_pointers(const double *x) {
  double a[2] = {x[0], x[1]}, b[2] = {x[2] * x[0], x[2]};
  void *volatile place = a;
  double *old = exchanged(&place, b);
  double sum = old[0] * ((double *)place)[1];
  if (replaced(&place, b, a))
    sum += ((double *)place)[1] * x[0];
  if (replaced(&place, b, b))
    sum *= 1e3;
  return sum;
}
CHECK_FUNCTION(exchanged_pointers, 3, 0.7, 1.3, -0.4);

/// Integers, some of them beside numbers.
double integers(const double *x) {
  shared all = {2, 1, {x[0], x[1]}};
  int before = added(&all.count, 3);
  set(&all.flags, 6);
  int was = seen(&all.flags, 7, 9);
  int still = seen(&all.flags, 7, 4);
  return all.x[0] * all.x[1] * before + x[2] * x[2] * all.count + x[0] * (was + 10 * still + all.flags);
}
CHECK_FUNCTION(integers, 3, 0.7, 1.3, -0.4);
