// A generic ring buffer of void* elements of any size, used for numbers and for structs.
#include "check.h"
typedef struct {
  void *data;
  size_t size, room, head, count;
} ring;
NOINLINE static ring make(size_t size, size_t room) {
  ring r = {malloc(size * room), size, room, 0, 0};
  return r;
}
NOINLINE static void push(ring *r, const void *item) {
  if (r->count == r->room) {
    char *bigger = malloc(r->size * r->room * 2);
    for (size_t i = 0; i < r->count; i++)
      memcpy(bigger + i * r->size, (char *)r->data + (r->head + i) % r->room * r->size, r->size);
    free(r->data);
    r->data = bigger;
    r->head = 0;
    r->room *= 2;
  }
  memcpy((char *)r->data + (r->head + r->count++) % r->room * r->size, item, r->size);
}
NOINLINE static int pop(ring *r, void *item) {
  if (!r->count)
    return 0;
  memcpy(item, (char *)r->data + r->head * r->size, r->size);
  r->head = (r->head + 1) % r->room;
  r->count--;
  return 1;
}
typedef struct {
  int id;
  double weight;
  double value;
  const double *from;
} job;
double f(const double *x, int n) {
  ring numbers = make(sizeof(double), 2), jobs = make(sizeof(job), 2);
  double s = 0, v;
  for (int i = 0; i < n; i++) {
    double sq = x[i] * x[i];
    push(&numbers, &sq);
    push(&numbers, &x[i]);
    job j = {i, 0.5, sq * 2, &x[(i + 1) % n]};
    push(&jobs, &j);
    if (i % 2 && pop(&numbers, &v))
      s += v * x[0];
  }
  while (pop(&numbers, &v))
    s = s * 0.5 + v;
  job j;
  while (pop(&jobs, &j))
    s += j.value * j.weight * *j.from * (j.id + 1);
  free(numbers.data);
  free(jobs.data);
  return s;
}
CHECK_FUNCTION_N(f, 4, 0.5, -1.25, 0.75, 1.5);
