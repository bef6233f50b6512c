// A particle list: realloc'd array of structs, removal by swap with the last, memmove insertion, qsort by key.
#include "check.h"
typedef struct {
  double x[3], m;
  int id;
  char tag;
} particle;
typedef struct {
  particle *p;
  int n, room;
} list;
NOINLINE static void add(list *l, particle q) {
  if (l->n == l->room)
    l->p = realloc(l->p, (l->room = l->room ? 2 * l->room : 2) * sizeof *l->p);
  l->p[l->n++] = q;
}
NOINLINE static void insert(list *l, int at, particle q) {
  add(l, q);
  memmove(l->p + at + 1, l->p + at, (l->n - 1 - at) * sizeof *l->p);
  l->p[at] = q;
}
NOINLINE static void drop(list *l, int at) { l->p[at] = l->p[--l->n]; }
static int byTag(const void *a, const void *b) { return ((const particle *)a)->tag - ((const particle *)b)->tag; }
double f(const double *x, int n) {
  list l = {0};
  for (int i = 0; i < n; i++) {
    particle q = {{x[i], x[i] * x[i], 1}, 0.5 + i, i, (char)('z' - i)};
    add(&l, q);
  }
  particle extra = {{x[0] * x[1], 2, x[2]}, x[1], 9, 'm'};
  insert(&l, 1, extra);
  insert(&l, 0, l.p[2]);
  drop(&l, 3);
  qsort(l.p, l.n, sizeof *l.p, byTag);
  double s = 0;
  for (int i = 0; i < l.n; i++)
    s += l.p[i].m * (l.p[i].x[0] + l.p[i].x[1] * l.p[i].x[2]) * (i + 1) + l.p[i].id;
  free(l.p);
  return s;
}
CHECK_FUNCTION_N(f, 4, 0.5, -1.25, 0.75, 1.5);
