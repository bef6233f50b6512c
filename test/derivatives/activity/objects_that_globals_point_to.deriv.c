// Functions that find their memory through pointers in globals alone: the current sum, a stack of
// contexts, pointers in pointers, the current one of a thread.
#include "check.h"
#include <stdlib.h>
#define NOINLINE __attribute__((noinline))

static double *current;
NOINLINE static void add(double v) { *current += v; }
NOINLINE static double sum(void) { return *current; }
double accumulated(double x) {
  double s = 0;
  current = &s;
  add(x * x);
  add(x);
  return s * sum();
}
CHECK_SCALAR(accumulated, 3, -0.5);

// The value is written here and changed by a callee that is handed nothing.
NOINLINE static void square(void) { *current *= *current; }
double changed(double x) {
  double s = x;
  current = &s;
  square();
  return s;
}
CHECK_SCALAR(changed, 3, -0.5);

struct context {
  double *out;
  int count;
};
static struct {
  struct context *items[4];
  int top;
} contexts;
NOINLINE static void put(double v) {
  struct context *c = contexts.items[contexts.top];
  c->out[c->count++] = v;
}
NOINLINE static void scaleAll(double by) {
  struct context *c = contexts.items[contexts.top];
  for (int i = 0; i < c->count; i++)
    c->out[i] *= by;
}
double withBuffers(double x) {
  double buffer[4] = {0}, inner[4] = {0};
  struct context c = {buffer, 0}, d = {inner, 0};
  contexts.items[++contexts.top] = &c;
  put(x * x);
  contexts.items[++contexts.top] = &d;
  put(x);
  scaleAll(x);
  contexts.top--;
  put(inner[0] + x);
  contexts.top--;
  return buffer[0] * buffer[1];
}
CHECK_SCALAR(withBuffers, 3, -0.5);

double onTheHeap(double x) {
  struct context *c = (struct context *)malloc(sizeof *c);
  c->out = (double *)calloc(4, sizeof(double));
  c->count = 0;
  contexts.items[++contexts.top] = c;
  put(x * x);
  put(x);
  scaleAll(x);
  contexts.top--;
  double r = c->out[0] + c->out[1];
  free(c->out);
  free(c);
  return r;
}
CHECK_SCALAR(onTheHeap, 3, -0.5);

static double ***deep;
NOINLINE static void deepen(double v) { ***deep += v * v; }
double throughThree(double x) {
  double s = x, *p = &s, **q = &p;
  deep = &q;
  deepen(x);
  return s;
}
CHECK_SCALAR(throughThree, 3, -0.5);

static _Thread_local double *mine;
NOINLINE static void addToMine(double v) { *mine += sin(v); }
double ofThread(double x) {
  double s = 0;
  mine = &s;
  addToMine(x);
  return s * x;
}
CHECK_SCALAR(ofThread, 3, -0.5);

// By way of a callee that calls another.
NOINLINE static void addTwice(double v) {
  add(v);
  add(v * v);
}
double belowACallee(double x) {
  double s = 1;
  current = &s;
  addTwice(x);
  return s;
}
CHECK_SCALAR(belowACallee, 3, -0.5);
