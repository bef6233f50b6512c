// Generic containers of C: elements copied in and out through void* and a size.
#include "check.h"

struct list {
  char *data;
  size_t count, capacity, size;
};

static void append(struct list *l, const void *element) {
  if (l->count == l->capacity) {
    l->capacity = l->capacity ? 2 * l->capacity : 2;
    l->data = realloc(l->data, l->capacity * l->size);
  }
  memcpy(l->data + l->count++ * l->size, element, l->size);
}
static void *get(struct list *l, size_t i) { return l->data + i * l->size; }

struct point {
  double x, y;
  int id;
};

double f(const double *x, int n) {
  struct list numbers = {0, 0, 0, sizeof(double)}, points = {0, 0, 0, sizeof(struct point)}, names = {0, 0, 0, sizeof(const char *)};
  for (int i = 0; i < n; i++) {
    const double square = x[i] * x[i];
    const struct point p = {x[i], square, i};
    const char *name = i % 2 ? "odd" : "even";
    append(&numbers, &square);
    append(&points, &p);
    append(&names, &name);
  }
  double r = 0;
  for (int i = 0; i < n; i++) {
    const struct point *p = get(&points, (size_t)i);
    r += *(double *)get(&numbers, (size_t)i) * p->x * p->y * p->id + (double)strlen(*(const char **)get(&names, (size_t)i));
  }
  free(numbers.data);
  free(points.data);
  free(names.data);
  return r;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
