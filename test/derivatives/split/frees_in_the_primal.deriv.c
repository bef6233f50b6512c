// What the primal allocates and frees, with shadows of its own, lives as long as the
// tape and goes with it, once.
#include "check.h"

typedef struct Node {
  double value;
  struct Node *next;
} Node;

static double list(const double *x, int n) {
  Node *head = 0;
  for (int i = 0; i < n; i++) {
    Node *node = (Node *)malloc(sizeof(Node));
    node->value = x[i] * x[i];
    node->next = head;
    head = node;
  }
  double s = 0, weight = 1;
  while (head) {
    Node *next = head->next;
    s += weight * sin(head->value);
    weight += head->value;
    free(head);
    head = next;
  }
  return s;
}

static double grows(const double *x, int n) {
  double *p = (double *)malloc(sizeof(double));
  p[0] = 1;
  for (int i = 0; i < n; i++) {
    p = (double *)realloc(p, sizeof(double) * (i + 2));
    p[i + 1] = p[i] * x[i] + cos(p[i / 2]);
  }
  double s = p[n];
  free(p);
  return s;
}

CHECK_FUNCTION_N(list, 5, 0.1, 0.6, 1.1, 1.6, 2.1);
CHECK_FUNCTION_N(grows, 4, 0.4, 0.9, 1.3, 0.7);
