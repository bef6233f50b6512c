// Structures with tables of functions, up- and downcasts, constructors and destructors by hand.
#include "check.h"
#include <stddef.h>

struct shape;
struct methods {
  double (*area)(const struct shape *);
  void (*scale)(struct shape *, double);
  void (*destroy)(struct shape *);
};
struct shape {
  const struct methods *methods;
};
struct circle {
  struct shape base;
  double radius;
};
struct polygon {
  int n;
  double *x, *y;
  struct shape base;
};
#define containerOf(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))

static double circleArea(const struct shape *s) {
  const struct circle *c = (const struct circle *)s;
  return 3.14159 * c->radius * c->radius;
}
static void circleScale(struct shape *s, double by) { ((struct circle *)s)->radius *= by; }
static void circleDestroy(struct shape *s) { free(s); }
static double polygonArea(const struct shape *s) {
  const struct polygon *p = containerOf(s, struct polygon, base);
  double r = 0;
  for (int i = 0; i < p->n; i++) {
    int k = (i + 1) % p->n;
    r += p->x[i] * p->y[k] - p->x[k] * p->y[i];
  }
  return 0.5 * r;
}
static void polygonScale(struct shape *s, double by) {
  struct polygon *p = containerOf(s, struct polygon, base);
  for (int i = 0; i < p->n; i++) {
    p->x[i] *= by;
    p->y[i] *= by;
  }
}
static void polygonDestroy(struct shape *s) {
  struct polygon *p = containerOf(s, struct polygon, base);
  free(p->x);
  free(p->y);
  free(p);
}
static const struct methods circleMethods = {circleArea, circleScale, circleDestroy};
static const struct methods polygonMethods = {polygonArea, polygonScale, polygonDestroy};

static struct shape *makeCircle(double radius) {
  struct circle *c = malloc(sizeof *c);
  *c = (struct circle){{&circleMethods}, radius};
  return &c->base;
}
static struct shape *makeTriangle(const double *x) {
  struct polygon *p = malloc(sizeof *p);
  *p = (struct polygon){3, malloc(3 * sizeof(double)), malloc(3 * sizeof(double)), {&polygonMethods}};
  for (int i = 0; i < 3; i++) {
    p->x[i] = x[i];
    p->y[i] = x[(i + 1) % 3] * i;
  }
  return &p->base;
}

double f(const double *x) {
  struct shape *shapes[] = {makeCircle(x[0]), makeTriangle(x), makeCircle(x[1] * x[2])};
  double r = 0;
  for (int i = 0; i < 3; i++) {
    shapes[i]->methods->scale(shapes[i], x[1]);
    r += shapes[i]->methods->area(shapes[i]) * (i + 1);
    shapes[i]->methods->destroy(shapes[i]);
  }
  return r;
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
