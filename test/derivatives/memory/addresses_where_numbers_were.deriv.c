// A word that holds a number and then an address, by which a loop goes on to read and write: the address in
// its shadow does not change while adjoints are added in that loop, and adjoints lie there before and after.
#include "check.h"
#include <stdlib.h>

union word {
  double value;
  double *array;
};
struct block {
  double *from, *to;
  double scale, sum;
  struct block *next;
};

NOINLINE static double numberThenAddress(union word *w, double *array, int n) {
  w->value = array[0] * array[1];
  double sum = sin(w->value) * w->value;
  w->array = array;
  for (int i = 0; i < n; i++)
    sum += w->array[i] * w->array[i] * sum;
  return sum;
}
/* In turns, so that no address is there to the end; the last one may be a number. */
NOINLINE static double inTurns(union word *w, double *array, int n) {
  double sum = array[0];
  for (int t = 0; t < 3; t++) {
    w->array = array + t;
    for (int i = 0; i + t < n; i++)
      sum += sin(sum) * w->array[i];
    w->value = sum * array[t];
    sum += w->value * w->value;
  }
  return sum;
}
/* The members' pointers change from block to block, one array is reached by two of them. */
NOINLINE static void alongBlocks(struct block *b, int n) {
  for (; b; b = b->next) {
    for (int i = 0; i < n; i++) {
      b->to[i] += b->scale * b->from[i] * b->from[n - 1 - i];
      b->sum += b->to[i];
    }
    b->scale = b->sum;
    for (int i = 0; i < n; i++)
      b->from[i] *= b->scale;
  }
}
/* What the loop adds to is the member behind the pointer that it goes by. */
NOINLINE static void intoOwnMember(struct block *b, int n) {
  double *walk = &b->scale;
  for (int i = 0; i < n; i++) {
    b->sum += *walk * b->from[i];
    walk = i % 2 ? &b->scale : &b->sum;
  }
}

void f(const double *x, double *y) {
  enum { n = 4 };
  double a[n], c[n];
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[(i + 1) % n], c[i] = sin(x[i]);
  union word *w = malloc(sizeof *w);
  y[0] = numberThenAddress(w, a, n);
  y[1] = inTurns(w, c, n);
  struct block second = {c, a, x[0], x[1], NULL}, first = {a, c, x[2], x[3], &second};
  alongBlocks(&first, n);
  y[2] = first.sum + second.sum;
  intoOwnMember(&first, n);
  y[3] = first.sum * a[1];
  free(w);
}

CHECK_VECTOR(f, 4, 4, 0.5, -0.75, 0.8, 0.3);
