// Memory that the function makes: in loops, in lists, on the stack, moved by
// memcpy, freed early; a shadow of it for each lane.
#include "check.h"
typedef struct Node {
  double value;
  int tag;
  struct Node *next;
} Node;
static double list(const double *x, int n) {
  Node *head = 0;
  for (int i = 0; i < n; i++) {
    Node *node = (Node *)malloc(sizeof *node);
    node->value = x[i] * x[i];
    node->tag = i;
    node->next = head;
    head = node;
  }
  double s = 1;
  while (head) {
    Node *next = head->next;
    s = s * 0.5 + head->value * (head->tag + 1) * s;
    free(head);
    head = next;
  }
  return s;
}
CHECK_FUNCTION_N(list, 4, 0.2, 1.1, -0.7, 0.4);

static void buffers(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++) {
    double *row = (double *)calloc(n, sizeof(double)), copy[8];
    for (int j = 0; j < n; j++)
      row[j] = sin(x[j]) * x[i];
    memcpy(copy, row, n * sizeof(double));
    memmove(row + 1, row, (n - 1) * sizeof(double));
    y[i] = copy[n - 1] * row[n - 1] + row[0];
    free(row);
  }
}
CHECK_VECTOR_N(buffers, 4, 4, 0.2, 1.1, -0.7, 0.4);

static double grows(const double *x, int n) {
  double *stack = 0;
  int used = 0, room = 0;
  for (int i = 0; i < n; i++) {
    if (used == room) {
      room = 2 * room + 1;
      stack = (double *)realloc(stack, room * sizeof(double));
    }
    stack[used++] = x[i] * (i + 1);
  }
  double s = 0;
  while (used)
    s = s * 0.3 + stack[--used] * stack[0];
  free(stack);
  return s;
}
CHECK_FUNCTION_N(grows, 5, 0.2, 1.1, -0.7, 0.4, 2.0);

typedef struct {
  double *weights;
  const double *inputs;
  int n;
} Layer;
NOINLINE static double apply(const Layer *layer) {
  double s = 0;
  for (int i = 0; i < layer->n; i++)
    s += layer->weights[i] * tanh(layer->inputs[i]);
  return s;
}
static double pointers(const double *x, int n) {
  double w[8];
  Layer layer = {w, x, n}, second;
  for (int i = 0; i < n; i++)
    w[i] = x[n - 1 - i] * x[i];
  second = layer;
  second.inputs = w;
  return apply(&layer) * apply(&second);
}
CHECK_FUNCTION_N(pointers, 3, 0.4, -0.2, 1.3);
