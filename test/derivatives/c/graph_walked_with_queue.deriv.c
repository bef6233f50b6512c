// Values pushed along the edges of a graph in breadth-first order.
#include "check.h"

enum { nodes = 7 };
static const int edges[][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {2, 5}, {5, 6}, {4, 6}};

struct node {
  double value;
  int degree;
  struct node **to;
};

double f(const double *x) {
  struct node graph[nodes];
  for (int i = 0; i < nodes; i++)
    graph[i] = (struct node){x[i % 3], 0, malloc(nodes * sizeof(struct node *))};
  for (size_t e = 0; e < sizeof edges / sizeof edges[0]; e++) {
    struct node *from = &graph[edges[e][0]];
    from->to[from->degree++] = &graph[edges[e][1]];
  }
  struct node *queue[64];
  int head = 0, tail = 0;
  queue[tail++] = &graph[0];
  while (head < tail && tail < 40) {
    struct node *at = queue[head++];
    for (int i = 0; i < at->degree; i++) {
      at->to[i]->value += 0.5 * at->value * at->to[i]->value;
      queue[tail++] = at->to[i];
    }
  }
  double r = graph[nodes - 1].value;
  for (int i = 0; i < nodes; i++)
    free(graph[i].to);
  return r;
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
