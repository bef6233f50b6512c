// Active memory reached through pointers inside a struct.
#include "check.h"
typedef struct {
  const double *data;
  double *result;
  int length;
} job;

NOINLINE static void run(const job *j) {
  for (int i = 0; i < j->length; i++)
    j->result[i] = j->data[i] * j->data[j->length - 1 - i];
}
void f(const double *x, double *y) {
  job j = {x, y, 3};
  run(&j);
}

CHECK_VECTOR(f, 3, 3, 1, -2, 3);
