// Nodes that a recursion is handed and gives back are pointers where the program accesses their memory as such. Only
// what a union may have held crosses such calls in memory, whose bytes have to be asked what they are.
// RUN: enzyme-clang -O2 -c -mllvm -enzyme-print-prepared %s -o /dev/null 2>&1 | FileCheck %s
// CHECK-NOT: addp.carrying
// CHECK: define internal {{.*}}ptr @enzyme.prepared.addp(ptr
// CHECK-NOT: addp.carrying
#include <stdlib.h>

void __enzyme_autodiff(void *, ...);
int enzyme_const, enzyme_dup;

struct term {
  double factor;
  int power;
  struct term *next;
};

static struct term *made(double factor, int power, struct term *next) {
  struct term *t = malloc(sizeof *t);
  *t = (struct term){factor, power, next};
  return t;
}

static struct term *addp(struct term *a, struct term *b) {
  if (!a)
    return b;
  if (!b)
    return a;
  if (a->power > b->power) {
    a->next = addp(a->next, b);
    return a;
  }
  if (a->power < b->power) {
    b->next = addp(a, b->next);
    return b;
  }
  a->factor += b->factor;
  a->next = addp(a->next, b->next);
  free(b);
  return a;
}

static double sum(int n, const double *x) {
  struct term *all = NULL;
  for (int i = 0; i < n; i++)
    all = addp(all, made(x[i] * x[i], n - i % 3, made(x[i], 0, NULL)));
  double s = 0;
  while (all) {
    struct term *next = all->next;
    s += all->factor * all->factor * all->power;
    free(all);
    all = next;
  }
  return s;
}

void gradient(int n, const double *x, double *g) {
  __enzyme_autodiff((void *)sum, enzyme_const, n, enzyme_dup, x, g);
}
