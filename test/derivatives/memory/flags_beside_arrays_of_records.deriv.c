// Flags that are or-ed and indices cut to bytes, in records that hold arrays of records of doubles and integers.
#include "check.h"

typedef struct {
  double x, y;
} vector;
typedef struct {
  vector local;
  double normal, tangent;
  unsigned key;
} point;
typedef struct {
  point points[2];
  vector normal;
  int count;
} manifold;
typedef struct contact {
  struct contact *next;
  unsigned flags;
  struct contact *peers[2];
  int order;
  manifold manifold;
  double impact;
} contact;
typedef struct {
  vector a, b, w;
  double weight;
  int indexA, indexB;
} vertex;
typedef struct {
  vertex first, second, third;
  int count;
} simplex;
typedef struct {
  double metric;
  unsigned short count;
  unsigned char indexA[3], indexB[3];
} cache;

NOINLINE static void writeCache(const simplex *s, cache *c) {
  const vertex *vertices = &s->first;
  c->metric = s->first.w.x * s->second.w.y;
  c->count = (unsigned short)s->count;
  for (int i = 0; i < s->count; i++) {
    c->indexA[i] = (unsigned char)vertices[i].indexA;
    c->indexB[i] = (unsigned char)vertices[i].indexB;
  }
}
NOINLINE static double solve(contact *list, double step) {
  double sum = 0;
  for (contact *c = list; c; c = c->next) {
    for (int i = 0; i < c->manifold.count; i++) {
      point *p = c->manifold.points + i;
      p->normal += step * p->local.x * c->manifold.normal.y;
      p->key++;
      sum += p->normal * p->tangent;
    }
    c->impact = sum < 1 ? sum : 1;
    c->flags |= 32;
  }
  return sum;
}

void f(const double *x, double *y) {
  contact contacts[2] = {{0}};
  contacts[0].next = &contacts[1];
  for (int i = 0; i < 2; i++) {
    contacts[i].manifold.count = 2;
    contacts[i].manifold.normal.y = x[i];
    for (int j = 0; j < 2; j++) {
      contacts[i].manifold.points[j].local.x = (x[2] * (j + 1));
      contacts[i].manifold.points[j].tangent = x[j];
    }
  }
  y[0] = solve(contacts, x[2]) + contacts[1].impact * (contacts[0].flags & 32);
  simplex s = {{{1, 2}, {3, 4}, {x[0], 1}, x[1], 3, 4}, {.w = {1, x[2]}, .indexA = 1}, {.indexB = 2}, 3};
  cache c = {0, 0, {0, 0, 0}, {0, 0, 0}};
  writeCache(&s, &c);
  y[1] = c.metric * x[c.indexA[1]] * c.indexB[0] + c.indexB[2];
}
CHECK_VECTOR(f, 3, 2, 0.5, -0.25, 0.75);
