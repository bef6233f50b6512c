// Gradients in sixteen threads at once with all that the library does: snapshots of loops, a tape larger
// than a chunk, bytes that arrive one by one, halves with tapes from thread to thread, lanes known at run
// time, self-checks, pools, callbacks of qsort.
// RUN: enzyme-clang -O1 -g -fsanitize=thread -pthread -I%toolchain/include %s -o %t && %t | FileCheck %s
// RUN: enzyme-clang -O1 -g -fsanitize=thread -pthread -fenzyme-check -fenzyme-check-exit=3 -I%toolchain/include %s -o %t.checked && %t.checked | FileCheck %s
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define NOINLINE __attribute__((noinline))

double __enzyme_autodiff(void *, ...);
void __enzyme_autodiff_void(void *, ...), __enzyme_fwddiff_v(void *, ...), __enzyme_reverse_void(void *, ...);
void *__enzyme_augmentfwd_void(void *, ...);
extern int enzyme_dup, enzyme_const, enzyme_width, enzyme_dupv;

enum { THREADS = 16, ROUNDS = 6, LENGTH = 900, LANES = 11 };

NOINLINE static double snapshots(double x, int n) {
#pragma enzyme checkpoint(3)
  for (int i = 0; i < n; i++)
    x = sin(x) + 0.1 * x;
  return x;
}
NOINLINE static double taped(double x, int n) {
  for (int i = 0; i < n; i++)
    x = sin(x) + 0.1 * x;
  return x;
}
struct buffer {
  int used;
  char bytes[64];
};
NOINLINE static void put(struct buffer *to, const void *from, int n) {
  const char *c = from;
  for (int i = 0; i < n; i++)
    to->bytes[to->used++] = c[i];
}
static double bytewise(double x, int n) {
  struct buffer p = {0};
  double a = x * x, b;
  put(&p, &a, 8);
  put(&p, &x, 8);
  char *to = (char *)&b;
  for (int i = 0; i < 8; i++)
    to[i] = p.bytes[i];
  return b * n;
}
static int byValue(const void *a, const void *b) { return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b); }
static double sorted(double x, int n) {
  double v[4] = {x, 2 - x, x * x, 1};
  qsort(v, 4, sizeof v[0], byValue);
  return v[0] * v[3] + n;
}
typedef struct node {
  struct node *next;
  double value;
} node;
static double pooled(double x, int n) {
  node *freed = NULL;
  double sum = 0;
  for (int i = 0; i < n; i++) {
    node *one = freed ? freed : malloc(sizeof *one);
    freed = freed ? freed->next : NULL;
    one->value = x * i;
    sum += one->value * x;
    one->next = freed;
    freed = one;
  }
  while (freed) {
    node *next = freed->next;
    free(freed);
    freed = next;
  }
  return sum;
}
static void square(const double *x, double *y) { *y = *x * *x; }
static void chain(double *x, double *y, int n) {
  double *p = malloc(sizeof(double) * n);
  p[0] = *x;
  for (int i = 1; i < n; i++)
    p[i] = sin(p[i - 1]) * 1.5;
  *y = p[n - 1];
  free(p);
}

typedef struct {
  double x, dx, y, dy;
  void *tape;
  int wrong;
} job;
static job jobs[THREADS];

static void *gradients(void *argument) {
  job *own = argument;
  for (int i = 0; i < ROUNDS; i++) {
    double a = __enzyme_autodiff((void *)snapshots, own->x, LENGTH), b = __enzyme_autodiff((void *)taped, own->x, LENGTH);
    own->wrong += fabs(a - b) > 1e-12 * fabs(b);
    own->wrong += __enzyme_autodiff((void *)bytewise, own->x, 3) != 6 * own->x;
    own->wrong += fabs(__enzyme_autodiff((void *)sorted, 0.5, 1) - 1.25) > 1e-12; // of x * x * (2 - x)
    own->wrong += fabs(__enzyme_autodiff((void *)pooled, own->x, 5) - 20 * own->x) > 1e-12;
    double dx[LANES], dy[LANES] = {0}, y;
    for (int lane = 0; lane < LANES; lane++)
      dx[lane] = lane;
    volatile int lanes = LANES;
    __enzyme_fwddiff_v((void *)square, enzyme_width, lanes, enzyme_dupv, sizeof(double), &own->x, dx, enzyme_dupv, sizeof(double), &y, dy);
    for (int lane = 0; lane < LANES; lane++)
      own->wrong += fabs(dy[lane] - 2 * own->x * lane) > 1e-12;
  }
  own->dy = 1;
  own->tape = __enzyme_augmentfwd_void((void *)chain, enzyme_dup, &own->x, &own->dx, enzyme_dup, &own->y, &own->dy, enzyme_const, LENGTH);
  return NULL;
}
static void *reverse(void *argument) {
  job *other = argument;
  __enzyme_reverse_void((void *)chain, enzyme_dup, &other->x, &other->dx, enzyme_dup, &other->y, &other->dy, enzyme_const, LENGTH, other->tape);
  return NULL;
}
static void all(void *(*work)(void *)) {
  pthread_t threads[THREADS];
  for (int t = 0; t < THREADS; t++)
    pthread_create(&threads[t], NULL, work, &jobs[t]);
  for (int t = 0; t < THREADS; t++)
    pthread_join(threads[t], NULL);
}
int main(void) {
  int wrong = 0;
  for (int t = 0; t < THREADS; t++)
    jobs[t].x = 0.3 + 0.01 * t;
  all(gradients);
  all(reverse);
  for (int t = 0; t < THREADS; t++) {
    double y, dy = 1, dx = 0;
    __enzyme_autodiff_void((void *)chain, enzyme_dup, &jobs[t].x, &dx, enzyme_dup, &y, &dy, enzyme_const, LENGTH);
    wrong += jobs[t].wrong + (dx != jobs[t].dx);
  }
  printf("wrong: %d\n", wrong);
}
// CHECK: wrong: 0
// CHECK-NOT: WARNING: ThreadSanitizer
