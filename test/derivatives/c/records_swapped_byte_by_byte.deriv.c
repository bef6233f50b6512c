// Sorting functions of the program's own swap records of every kind byte by byte, upwards
// and downwards, or by half words; the records begin with an integer, a name or a pointer.
#include "check.h"

typedef struct {
  int tag;
  float weight;
  double value;
  double *owned;
} entry;
typedef struct {
  char name[8];
  double value;
} named;
typedef struct {
  double *place;
  short tag;
} link;

static void swapUp(char *a, char *b, size_t n) {
  while (n--) {
    char t = *a;
    *a++ = *b;
    *b++ = t;
  }
}
NOINLINE static void swapDown(unsigned char *a, unsigned char *b, size_t n) {
  do {
    --n;
    unsigned char t = b[n];
    b[n] = a[n];
    a[n] = t;
  } while (n);
}
static void swapHalfWords(unsigned *a, unsigned *b, size_t n) {
  for (size_t i = 0; i < n / sizeof *a; i++) {
    unsigned t = a[i];
    a[i] = b[i];
    b[i] = t;
  }
}

typedef int (*order)(const void *, const void *);

NOINLINE static void sort(void *base, size_t n, size_t size, order compare, int how) {
  char *p = base;
  for (size_t i = 0; i < n; i++) {
    size_t least = i;
    for (size_t k = i + 1; k < n; k++)
      if (compare(p + k * size, p + least * size) < 0)
        least = k;
    if (how == 0) // also with itself
      swapUp(p + i * size, p + least * size, size);
    else if (how == 1)
      swapDown((unsigned char *)p + i * size, (unsigned char *)p + least * size, size);
    else
      swapHalfWords((unsigned *)(p + i * size), (unsigned *)(p + least * size), size);
  }
}

static int byValue(const void *a, const void *b) {
  const entry *p = a, *q = b;
  const double d = p->value * *p->owned - q->value * *q->owned;
  return (d > 0) - (d < 0);
}
static int byName(const void *a, const void *b) {
  return strcmp(((const named *)a)->name, ((const named *)b)->name);
}
static int byPlace(const void *a, const void *b) {
  const double p = *((const link *)a)->place, q = *((const link *)b)->place;
  return (p > q) - (p < q);
}

double f(const double *x, int n) {
  entry *entries = malloc((size_t)n * sizeof *entries);
  named names[8];
  link links[8];
  double places[8], r = 0;
  for (int i = 0; i < n; i++) {
    entries[i] = (entry){i + 1, 0.5f, sin(x[i]), malloc(sizeof(double))};
    *entries[i].owned = x[(i + 1) % n] * 3;
    snprintf(names[i].name, sizeof names[i].name, "n%d", (5 * i + 3) % 7);
    names[i].value = x[i] * x[i];
    places[i] = x[i] * (i + 2);
    links[i] = (link){&places[i], (short)i};
  }
  sort(entries, (size_t)n, sizeof *entries, byValue, 0);
  sort(names, (size_t)n, sizeof *names, byName, 2);
  sort(links, (size_t)n, sizeof *links, byPlace, 1);
  for (int i = 0; i < n; i++) {
    r += entries[i].value * entries[i].tag * i + *entries[i].owned * entries[i].value;
    r += names[i].value * (i + 1) + *links[i].place * links[i].tag;
    free(entries[i].owned);
  }
  free(entries);
  return r;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
