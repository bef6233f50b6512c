// Loops that cannot keep snapshots, because nobody knows what their iterations change, have the derivative
// that they have without the word.
// flags: -Wno-enzyme-checkpoint
// alone: off, the word is ours alone
#include "check.h"

void __enzyme_checkpoint(int);
enum { N = 5 };

/// Indices from memory, into memory of the caller's.
NOINLINE static void scatter(double *y, const int *at, int n) {
  for (int t = 0; t < n; t++) {
    __enzyme_checkpoint(2);
    y[at[t]] = y[at[t + 1]] * y[at[t]] + 0.1;
  }
}
void throughIndices(const double *x, double *y) {
  int at[] = {0, 3, 1, 2, 4, 1, 0, 3};
  for (int i = 0; i < N; i++)
    y[i] = x[i];
  scatter(y, at, 7);
}
/// Addresses in memory.
struct Buffers {
  double *now, *next;
};
NOINLINE static void turn(struct Buffers *b, int steps) {
  for (int t = 0; t < steps; t++) {
    __enzyme_checkpoint(2);
    double *now = b->now, *next = b->next;
    for (int i = 0; i < N; i++)
      next[i] = now[i] * now[(i + 1) % N] + 0.3;
    b->now = next;
    b->next = now;
  }
}
void throughBuffers(const double *x, double *y) {
  double first[N], second[N];
  for (int i = 0; i < N; i++)
    first[i] = x[i];
  struct Buffers b = {first, second};
  turn(&b, 5);
  for (int i = 0; i < N; i++)
    y[i] = b.now[i] + b.next[i];
}
/// A list that is walked.
struct Node {
  double value;
  struct Node *next;
};
double alongList(const double *x) {
  struct Node nodes[N];
  for (int i = 0; i < N; i++)
    nodes[i] = (struct Node){x[i], i + 1 < N ? &nodes[i + 1] : NULL};
  double sum = 1;
  for (struct Node *at = nodes; at; at = at->next) {
    __enzyme_checkpoint(2);
    at->value = at->value * sum + 0.2;
    sum = at->value * sum;
  }
  return sum;
}
/// Input and output.
double talks(const double *x) {
  double sum = x[0];
  for (int t = 0; t < 4; t++) {
    __enzyme_checkpoint(2);
    fflush(stdout);
    sum = sum * x[t] + x[1];
  }
  return sum;
}
/// Read at places that only the run knows, in memory that the caller changes behind the call.
NOINLINE static double rotate(double *s, int steps) {
  double last = 0;
  for (int t = 0; t < steps; t++) {
    __enzyme_checkpoint(2);
    last = last * s[t * t % N] + 0.1;
  }
  return last;
}
double changedLater(const double *x) {
  double s[N], sum = 0;
  for (int i = 0; i < N; i++)
    s[i] = x[i];
  for (int k = 0; k < 3; k++) {
    sum += rotate(s, 5 + k) * x[0];
    s[k] = sum * s[k + 1];
  }
  return sum;
}
CHECK_FUNCTION(changedLater, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_VECTOR(throughIndices, N, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_VECTOR(throughBuffers, N, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION(alongList, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION(talks, N, 0.3, -0.2, 0.5, 0.1, -0.4);
