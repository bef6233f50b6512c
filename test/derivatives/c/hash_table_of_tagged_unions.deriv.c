// A hash table with open addressing whose values are a tagged union of double, int and string.
#include "check.h"
typedef enum { EMPTY, NUMBER, COUNT, TEXT } kind;
typedef struct {
  char key[16];
  kind kind;
  union {
    double number;
    long count;
    const char *text;
  } as;
} slot;
typedef struct {
  slot *slots;
  unsigned room, used;
} table;
static unsigned hash(const char *k) {
  unsigned h = 2166136261u;
  while (*k)
    h = (h ^ (unsigned char)*k++) * 16777619u;
  return h;
}
NOINLINE static slot *find(table *t, const char *key) {
  unsigned i = hash(key) % t->room;
  while (t->slots[i].kind != EMPTY && strcmp(t->slots[i].key, key))
    i = (i + 1) % t->room;
  return &t->slots[i];
}
NOINLINE static void grow(table *t) {
  table bigger = {calloc(2 * t->room, sizeof(slot)), 2 * t->room, t->used};
  for (unsigned i = 0; i < t->room; i++)
    if (t->slots[i].kind != EMPTY)
      *find(&bigger, t->slots[i].key) = t->slots[i];
  free(t->slots);
  *t = bigger;
}
NOINLINE static void put(table *t, const char *key, slot value) {
  if (2 * t->used >= t->room)
    grow(t);
  slot *s = find(t, key);
  if (s->kind == EMPTY)
    t->used++;
  *s = value;
  strncpy(s->key, key, 15);
  s->key[15] = 0;
}
static void putNumber(table *t, const char *key, double v) {
  slot s = {.kind = NUMBER, .as.number = v};
  put(t, key, s);
}
static void putCount(table *t, const char *key, long v) {
  slot s = {.kind = COUNT, .as.count = v};
  put(t, key, s);
}
static void putText(table *t, const char *key, const char *v) {
  slot s = {.kind = TEXT, .as.text = v};
  put(t, key, s);
}
NOINLINE static double number(table *t, const char *key) {
  slot *s = find(t, key);
  switch (s->kind) {
  case NUMBER:
    return s->as.number;
  case COUNT:
    return (double)s->as.count;
  case TEXT:
    return (double)strlen(s->as.text);
  default:
    return 0;
  }
}
double f(const double *x) {
  table t = {calloc(4, sizeof(slot)), 4, 0};
  putNumber(&t, "alpha", x[0] * x[1]);
  putCount(&t, "n", 3);
  putText(&t, "name", "abcd");
  putNumber(&t, "beta", sin(x[2]));
  putNumber(&t, "gamma", x[0]);
  putCount(&t, "m", 5);
  putNumber(&t, "n", x[1]);
  double r = number(&t, "alpha") * number(&t, "beta") + number(&t, "n") * number(&t, "name") +
             number(&t, "gamma") * number(&t, "m");
  free(t.slots);
  return r;
}
CHECK_FUNCTION(f, 3, 0.5, -1.25, 0.75);
