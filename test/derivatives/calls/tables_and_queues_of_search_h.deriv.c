// lfind, lsearch, insque and remque of <search.h>: tables of records that are searched and grow, queues of nodes.
#include "check.h"
#include <search.h>
#include <stdlib.h>

typedef struct {
  int key;
  double value;
} entry;

static int differ(const void *a, const void *b) { return ((const entry *)a)->key - ((const entry *)b)->key; }

double linear_search(const double *x) {
  entry table[8];
  size_t count = 0;
  double sum = 0;
  for (int i = 0; i < 6; i++) {
    entry wanted = {i * i % 4, x[i % 3] * x[0]};
    entry *found = lsearch(&wanted, table, &count, sizeof *table, differ);
    sum += found->value * x[1];
    found->value *= x[2];
  }
  entry wanted = {1, 0}, none = {7, 0};
  entry *found = lfind(&wanted, table, &count, sizeof *table, differ);
  if (!lfind(&none, table, &count, sizeof *table, differ))
    sum += found->value * (double)count;
  return sum;
}
CHECK_FUNCTION(linear_search, 3, 0.3, 0.7, -0.4);

typedef struct node {
  struct node *next, *before;
  double value;
} node;

double queue(const double *x) {
  node *nodes[5], *last = 0;
  for (int i = 0; i < 5; i++) {
    nodes[i] = malloc(sizeof(node));
    nodes[i]->value = x[i % 3] * x[(i + 1) % 3];
    insque(nodes[i], i == 3 ? nodes[0] : last); // the fourth behind the first
    last = i == 3 ? last : nodes[i];
  }
  remque(nodes[1]);
  double sum = 0, weight = 1;
  for (node *at = nodes[0]; at; at = at->next, weight *= 2)
    sum += at->value * weight * (at->before ? at->before->value : x[0]);
  for (int i = 0; i < 5; i++)
    free(nodes[i]);
  return sum;
}
CHECK_FUNCTION(queue, 3, 0.3, 0.7, -0.4);
