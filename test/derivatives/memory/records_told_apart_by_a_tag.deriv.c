// One record holds a number where another holds a pointer, and the tag is looked at twice: an
// optimiser that does not know that it is the same reads one for the other on the path not taken.
#include "check.h"
typedef struct vertex {
  int type;
  double distance, at[3];
} vertex;
typedef struct edge {
  int type;
  double distance;
  vertex *ends[2];
} edge;
typedef struct element {
  int type;
  double distance;
} element;
enum { Vertex = 1, Edge = 2 };

__attribute__((noinline)) static double edges_last(element *of, double a) {
  double r;
  if (of->type == Vertex)
    r = ((vertex *)of)->at[0] * a;
  else
    r = ((edge *)of)->ends[0]->at[1] + a;
  if (r < 0.001)
    return 0;
  if (of->type == Edge)
    r *= ((edge *)of)->ends[0]->at[2] * ((edge *)of)->ends[1]->at[1];
  return r;
}

__attribute__((noinline)) static double vertices_last(element *of, double a) {
  double r;
  if (of->type == Vertex)
    r = ((vertex *)of)->at[0] * a;
  else
    r = ((edge *)of)->ends[0]->at[1] + a;
  if (r < 0.001)
    return 0;
  if (of->type == Vertex)
    r *= sin(((vertex *)of)->at[0]) * ((vertex *)of)->at[1];
  return r;
}

__attribute__((noinline)) static double written_number(element *of, double a) {
  double r;
  if (of->type == Vertex)
    r = ((vertex *)of)->at[0] = sin(a * ((vertex *)of)->at[1]);
  else
    r = ((edge *)of)->ends[0]->at[1] + a;
  if (r < 0.001)
    return 0;
  if (of->type == Edge)
    r *= ((edge *)of)->ends[0]->at[2] * ((edge *)of)->ends[1]->at[1];
  return r;
}

__attribute__((noinline)) static double written_pointer(element *of, double a, vertex *end) {
  double r;
  if (of->type == Vertex)
    r = ((vertex *)of)->at[0] * a;
  else {
    ((edge *)of)->ends[0] = end;
    r = end->at[0] + a;
  }
  if (r < 0.001)
    return 0;
  if (of->type == Vertex)
    r *= sin(((vertex *)of)->at[0]) * ((vertex *)of)->at[1];
  return r;
}

/// What is read last lies behind an address that the paths find in the same way.
typedef struct holder {
  int type;
  element *first;
} holder;

__attribute__((noinline)) static double behind_another(holder *of, double a) {
  double r;
  if (of->type == Vertex)
    r = ((vertex *)of->first)->at[0] * a;
  else
    r = ((edge *)of->first)->ends[0]->at[1] + a;
  if (r < 0.001)
    return 0;
  if (of->type == Edge)
    r *= ((edge *)of->first)->ends[0]->at[2] * ((edge *)of->first)->ends[1]->at[1];
  return r;
}

double f(const double *x) {
  vertex *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  edge *e = malloc(sizeof *e);
  p->type = q->type = Vertex;
  e->type = Edge;
  for (int i = 0; i < 3; i++) {
    p->at[i] = x[i];
    q->at[i] = x[i] * x[0];
  }
  e->ends[0] = p;
  e->ends[1] = q;
  holder hold[2] = {{Vertex, (element *)q}, {Edge, (element *)e}};
  double r = edges_last((element *)p, x[1]) + 2 * edges_last((element *)e, x[2]);
  r += 3 * vertices_last((element *)p, x[1]) + 5 * vertices_last((element *)e, x[2]);
  r += behind_another(&hold[0], x[2]) - 2 * behind_another(&hold[1], x[1]);
  r += 7 * written_number((element *)p, x[1]) + 2 * written_number((element *)e, x[2]);
  r += written_pointer((element *)p, x[1], q) + 3 * written_pointer((element *)e, x[2], q);
  free(e);
  free(p);
  free(q);
  return r;
}

CHECK_FUNCTION(f, 3, 1.1, 1.3, 0.7);
