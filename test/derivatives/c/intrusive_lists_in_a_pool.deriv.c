// Intrusive doubly linked lists with container_of, nodes in a pool handed out by index.
#include "check.h"
#include <stddef.h>
typedef struct link {
  struct link *next, *prev;
} link_t;
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
typedef struct {
  double mass;
  link_t byMass;
  float size;
  link_t byAge;
  int age;
  double pull;
} body;
static void init(link_t *l) { l->next = l->prev = l; }
static void addBefore(link_t *at, link_t *l) {
  l->next = at;
  l->prev = at->prev;
  at->prev->next = l;
  at->prev = l;
}
static void take(link_t *l) {
  l->prev->next = l->next;
  l->next->prev = l->prev;
  init(l);
}
double f(const double *x, int n) {
  link_t mass, age;
  init(&mass);
  init(&age);
  body *pool = malloc(sizeof(body) * (size_t)n);
  for (int i = 0; i < n; i++) {
    body *b = &pool[i];
    b->mass = x[i] * x[i];
    b->age = i * 7 % 5;
    b->size = 1;
    b->pull = 0;
    link_t *l = mass.next;
    while (l != &mass && container_of(l, body, byMass)->mass < b->mass)
      l = l->next;
    addBefore(l, &b->byMass);
    l = age.next;
    while (l != &age && container_of(l, body, byAge)->age < b->age)
      l = l->next;
    addBefore(l, &b->byAge);
  }
  take(&container_of(mass.next, body, byMass)->byAge);
  double s = 0;
  int k = 1;
  for (link_t *l = mass.next; l != &mass; l = l->next) {
    body *b = container_of(l, body, byMass);
    b->pull += b->mass * k++;
  }
  for (link_t *l = age.next; l != &age; l = l->next) {
    body *b = container_of(l, body, byAge);
    s = s * 0.5 + b->pull * sin(b->mass) * b->size;
  }
  free(pool);
  return s;
}
CHECK_FUNCTION_N(f, 4, 0.6, -1.25, 0.75, 2.5);
