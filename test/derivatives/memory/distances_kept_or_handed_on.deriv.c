// How far apart two objects lie says nothing of their shadows. Kept in memory, handed to a function
// or returned by one, such a distance stops the program at its line; one between two places of the
// same object is as good there as here.
// prints: kept: forward stops, reverse stops, split stops
// prints: handedOn: forward stops, reverse stops, split stops
// prints: returned: forward stops, reverse stops, split stops
// prints: heldInGlobal: forward stops, reverse stops, split stops
// prints: inTable: forward stops, reverse stops, split stops
// prints: ofGlobal: forward stops, reverse stops, split stops
// prints: fromConstant: forward stops, reverse stops, split stops
// prints: distances_kept_or_handed_on.deriv.c:34)
// asan: off, its allocations and their shadows often lie equally far apart, which is as good
#include "check.h"
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

struct node {
  intptr_t next;
  double value;
};
static struct node *after(struct node *n) {
  return n->next ? (struct node *)((intptr_t)n + n->next) : 0;
}
double kept(double x) {
  struct node *first = malloc(sizeof *first), *last = first;
  first->value = x;
  first->next = 0;
  for (int i = 1; i < 4; i++) {
    struct node *m = malloc(sizeof *m + 400 * i); // shadows lie otherwise apart
    m->value = x * i;
    m->next = 0;
    last->next = (intptr_t)m - (intptr_t)last;
    last = m;
  }
  double s = 0;
  for (struct node *n = first, *m; n; n = m) {
    m = after(n);
    s += n->value * n->value;
    free(n);
  }
  return s;
}

NOINLINE static double at(double *base, ptrdiff_t bytes) { return *(double *)((char *)base + bytes); }
double handedOn(double x) {
  double *a = malloc(16), *b = malloc(600);
  a[0] = x, b[0] = x * x;
  double r = a[0] * at(a, (char *)b - (char *)a);
  free(a), free(b);
  return r;
}

NOINLINE static ptrdiff_t between(double *a, double *b) { return b - a; }
NOINLINE static ptrdiff_t twice(double *a, double *b) { return between(a, b) * 2; }
double returned(double x) {
  double *a = malloc(16), *b = malloc(600);
  a[0] = x, b[0] = x * x;
  double r = a[0] * a[twice(a, b) / 2];
  free(a), free(b);
  return r;
}

static ptrdiff_t distance;
double heldInGlobal(double x) {
  double *a = malloc(16), b[2] = {x * x, x};
  a[0] = x;
  distance = b - a;
  double r = a[0] * a[distance + 1];
  free(a);
  return r;
}

double inTable(double x) {
  double *a = malloc(32), *b = malloc(600), r = 0;
  int32_t d[4];
  for (int i = 0; i < 4; i++) {
    d[i] = (int32_t)(&b[3 - i] - &a[i]);
    b[i] = x * i, a[i] = x;
  }
  for (int i = 0; i < 4; i++)
    r += a[i] * (&a[i])[d[i]];
  free(a), free(b);
  return r;
}

static double result;
NOINLINE static void set(struct node *n, double *to) { n->next = (intptr_t)to - (intptr_t)n; }
double ofGlobal(double x) {
  struct node n = {0, x};
  set(&n, &result);
  *(double *)((intptr_t)&n + n.next) = x * x;
  return result * n.value;
}

/// A callee keeps how far numbers lie from constant memory, which has no shadow.
static const double table[4] = {1, 2, 3, 4};
NOINLINE static void setFrom(struct node *n, const double *to, const double *from) {
  n->next = (intptr_t)to - (intptr_t)from;
}
double fromConstant(double x) {
  struct node n = {0, x};
  double a[2] = {x * x, x};
  setFrom(&n, a, table);
  return *(const double *)((intptr_t)table + n.next) * n.value;
}

/// Relative places in one block, its size, and numbers made of distances.
double inOneBlock(double x) {
  struct node *all = malloc(4 * sizeof *all), *other = malloc(sizeof *other);
  for (int i = 0; i < 4; i++) {
    all[i].value = x * (i + 1);
    all[i].next = i == 3 ? 0 : (intptr_t)&all[3 - i] - (intptr_t)&all[i];
    if (i == 2)
      all[i].next = 0;
  }
  volatile ptrdiff_t size = (char *)(all + 4) - (char *)all, isBefore = (char *)other - (char *)all < 0;
  double s = x * (double)size + 0 * (double)isBefore;
  for (struct node *n = all; n; n = after(n))
    s += n->value * n->value;
  free(all), free(other);
  return s;
}
CHECK_SCALAR(inOneBlock, 0.7);

typedef double (*function)(double);
double __enzyme_fwddiff_distance(void *, double, double);
double __enzyme_autodiff_distance(void *, double);
void *__enzyme_augmentfwd_distance(void *, double);
double __enzyme_reverse_distance(void *, double, double, void *);
#define MODES(f)                                                                                   \
  static void f##Forward(void) { __enzyme_fwddiff_distance((void *)f, 0.7, 1); }                   \
  static void f##Reverse(void) { __enzyme_autodiff_distance((void *)f, 0.7); }                     \
  static void f##Split(void) {                                                                     \
    __enzyme_reverse_distance((void *)f, 0.7, 1, __enzyme_augmentfwd_distance((void *)f, 0.7));    \
  }
MODES(kept)
MODES(handedOn)
MODES(returned)
MODES(heldInGlobal)
MODES(inTable)
MODES(ofGlobal)
MODES(fromConstant)

static const char *outcome(void (*request)(void)) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    dup2(1, 2);
    request();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  int isStopped = WIFEXITED(status) && WEXITSTATUS(status) == 1;
  EXPECT_TRUE(isStopped);
  return isStopped ? "stops" : "goes on";
}
CHECK_VALUES(distances) {
  struct {
    const char *name;
    void (*modes[3])(void);
  } all[] = {
#define ALL(f) {#f, {f##Forward, f##Reverse, f##Split}}
      ALL(kept), ALL(handedOn), ALL(returned), ALL(heldInGlobal), ALL(inTable), ALL(ofGlobal),
      ALL(fromConstant)};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const char *forward = outcome(all[i].modes[0]), *reverse = outcome(all[i].modes[1]),
               *split = outcome(all[i].modes[2]);
    printf("%s: forward %s, reverse %s, split %s\n", all[i].name, forward, reverse, split);
  }
}
