// Doubles in an array of integers, one place of which only the run knows; and a list turned round,
// whose pointers may lead to more places than are told apart.
#define CHECK_STEP 1.0 / 1024
#define CHECK_TOLERANCE 1e-6
#include "check.h"
typedef struct node {
  struct node *next;
  double value;
} node;
static double state[4];
static double turned(double u, double v) {
  node *head = 0, *behind = 0;
  for (int i = 0; i < 5; i++) {
    node *made = (node *)malloc(sizeof *made);
    made->next = head, made->value = v * (1 + i), head = made;
  }
  while (head) {
    node *next = head->next;
    if (next)
      next->value = sin(next->value * head->value + v);
    head->next = behind, behind = head, head = next;
  }
  double sum = u * v;
  while (behind) {
    node *gone = behind;
    sum += 0.1 * gone->value;
    behind = gone->next;
    free(gone);
  }
  return sum;
}
NOINLINE static double body(const double *x, double *y, int n) {
  for (int i = 0; i < 4; i++)
    y[i] = x[i] * 0.5, state[i] = x[3] * i * 0.25;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 5; k++) {
      y[i] = cos(turned(state[2], x[1]));
      unsigned long bits[2], other;
      memcpy(bits, &y[i], 8), memcpy(bits + 1, &state[0], 8);
      other = bits[n & 1], bits[n & 1] = bits[1], bits[1] = other;
      memcpy(&y[k % 4], bits + 1, 8);
    }
  return x[2] + y[1] + y[3] + state[1];
}
void f(const double *x, double *y) { y[4] = body(x, y, 4); }
CHECK_VECTOR(f, 4, 5, -0.02, -0.9, 0.75, -1.1);
