// A hash table from strings to values: buckets, chains, growth, removal.
#include "check.h"

struct entry {
  char *key;
  double value;
  struct entry *next;
};
struct table {
  struct entry **buckets;
  size_t size, used;
};

static unsigned hash(const char *s) {
  unsigned h = 5381;
  for (; *s; s++)
    h = h * 33 + (unsigned char)*s;
  return h;
}

static void grow(struct table *t) {
  size_t size = t->size ? 2 * t->size : 2;
  struct entry **buckets = calloc(size, sizeof *buckets);
  for (size_t i = 0; i < t->size; i++)
    for (struct entry *e = t->buckets[i], *next; e; e = next) {
      next = e->next;
      size_t at = hash(e->key) % size;
      e->next = buckets[at];
      buckets[at] = e;
    }
  free(t->buckets);
  t->buckets = buckets;
  t->size = size;
}

static double *at(struct table *t, const char *key) {
  if (t->used >= t->size)
    grow(t);
  struct entry **slot = &t->buckets[hash(key) % t->size];
  for (struct entry *e = *slot; e; e = e->next)
    if (strcmp(e->key, key) == 0)
      return &e->value;
  struct entry *e = malloc(sizeof *e);
  *e = (struct entry){strdup(key), 0, *slot};
  *slot = e;
  t->used++;
  return &e->value;
}

static void release(struct table *t) {
  for (size_t i = 0; i < t->size; i++)
    for (struct entry *e = t->buckets[i], *next; e; e = next) {
      next = e->next;
      free(e->key);
      free(e);
    }
  free(t->buckets);
}

double f(const double *x, int n) {
  struct table t = {0};
  char name[32];
  for (int i = 0; i < 12; i++) {
    snprintf(name, sizeof name, "key %d", i % 7);
    *at(&t, name) += x[i % n] * (i + 1);
  }
  double r = 0;
  for (int i = 0; i < 7; i++) {
    snprintf(name, sizeof name, "key %d", i);
    r += *at(&t, name) * *at(&t, name) / (i + 1);
  }
  release(&t);
  return r;
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
