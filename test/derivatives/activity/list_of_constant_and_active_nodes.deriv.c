// A linked list made of nodes in const memory, in active memory and from the heap.
#include "check.h"
typedef struct node {
  const double *value;
  struct node *next;
} node;
static double fixed[2] = {5, 6};
NOINLINE static double product(const node *n) { return n ? *n->value * product(n->next) : 1; }
void f(const double *x, double *y, const double *c) {
  node last = {&x[1], 0}, middle = {&c[0], &last};
  node *first = (node *)malloc(sizeof *first);
  first->value = &x[0];
  first->next = &middle;
  y[0] = product(first);
  first->value = &c[1];
  y[1] = product(first);
  free(first);
}
CHECK_VECTOR_CONST(f, 2, 2, fixed, 2, 3);
