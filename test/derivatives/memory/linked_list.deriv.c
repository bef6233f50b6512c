// A linked list built on the heap, walked, and freed.
#include "check.h"
typedef struct node {
  double value;
  struct node *next;
} node;

double f(const double *x, int n) {
  node *head = 0;
  for (int i = 0; i < n; i++) {
    node *fresh = (node *)malloc(sizeof(node));
    fresh->value = x[i] * x[i];
    fresh->next = head;
    head = fresh;
  }
  double r = 0;
  for (node *at = head; at; at = at->next)
    r = r * 0.5 + at->value * at->value;
  while (head) {
    node *next = head->next;
    free(head);
    head = next;
  }
  return r;
}

CHECK_FUNCTION_N(f, 4, 1, -2, 3, 0.5);
