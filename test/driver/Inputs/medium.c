// An ordinary C program without requests: what a compiler meets most of the day.
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//--- a hash table with chains ---------------------------------------------------

typedef struct Entry {
  char *key;
  double value;
  struct Entry *next;
} Entry;

typedef struct {
  Entry **buckets;
  size_t size, used;
} Table;

static uint32_t hash(const char *text) {
  uint32_t h = 2166136261u;
  for (; *text; ++text)
    h = (h ^ (unsigned char)*text) * 16777619u;
  return h;
}

static void grow(Table *table) {
  size_t size = table->size ? table->size * 2 : 8;
  Entry **buckets = calloc(size, sizeof *buckets);
  for (size_t i = 0; i < table->size; ++i)
    for (Entry *e = table->buckets[i], *next; e; e = next) {
      next = e->next;
      e->next = buckets[hash(e->key) % size];
      buckets[hash(e->key) % size] = e;
    }
  free(table->buckets);
  table->buckets = buckets;
  table->size = size;
}

double *table_slot(Table *table, const char *key) {
  if (table->used * 4 >= table->size * 3)
    grow(table);
  Entry **place = &table->buckets[hash(key) % table->size];
  for (Entry *e = *place; e; e = e->next)
    if (!strcmp(e->key, key))
      return &e->value;
  Entry *e = malloc(sizeof *e);
  *e = (Entry){strdup(key), 0.0, *place};
  *place = e;
  ++table->used;
  return &e->value;
}

void table_free(Table *table) {
  for (size_t i = 0; i < table->size; ++i)
    for (Entry *e = table->buckets[i], *next; e; e = next) {
      next = e->next;
      free(e->key);
      free(e);
    }
  free(table->buckets);
}

//--- a calculator by recursive descent ------------------------------------------

typedef struct {
  const char *at;
  Table *names;
  int failed;
} Reader;

static double sum(Reader *r);

static void spaces(Reader *r) {
  while (isspace((unsigned char)*r->at))
    ++r->at;
}

static double call(const char *name, double x) {
  static const struct {
    const char *name;
    double (*function)(double);
  } known[] = {{"sin", sin}, {"cos", cos}, {"exp", exp}, {"sqrt", sqrt}};
  for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
    if (!strcmp(known[i].name, name))
      return known[i].function(x);
  return NAN;
}

static double atom(Reader *r) {
  spaces(r);
  if (*r->at == '(') {
    ++r->at;
    double value = sum(r);
    spaces(r);
    r->failed |= *r->at++ != ')';
    return value;
  }
  if (isalpha((unsigned char)*r->at)) {
    char name[32];
    size_t length = 0;
    while (isalnum((unsigned char)*r->at) && length + 1 < sizeof name)
      name[length++] = *r->at++;
    name[length] = 0;
    spaces(r);
    return *r->at == '(' ? call(name, atom(r)) : *table_slot(r->names, name);
  }
  char *end;
  double value = strtod(r->at, &end);
  r->failed |= end == r->at;
  r->at = end;
  return value;
}

static double product(Reader *r) {
  double value = atom(r);
  for (spaces(r); *r->at == '*' || *r->at == '/'; spaces(r))
    value = *r->at++ == '*' ? value * atom(r) : value / atom(r);
  return value;
}

static double sum(Reader *r) {
  double value = product(r);
  for (spaces(r); *r->at == '+' || *r->at == '-'; spaces(r))
    value = *r->at++ == '+' ? value + product(r) : value - product(r);
  return value;
}

//--- numbers --------------------------------------------------------------------

enum { N = 24 };

void multiply(double c[restrict N][N], double a[restrict N][N], double b[restrict N][N]) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      double s = 0.0;
      for (int k = 0; k < N; ++k)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

float average(int count, ...) {
  va_list list;
  va_start(list, count);
  double total = 0.0;
  for (int i = 0; i < count; ++i)
    total += va_arg(list, double);
  va_end(list);
  return (float)(total / count);
}

int main(int argc, char **argv) {
  Table names = {0};
  *table_slot(&names, "x") = argc;
  *table_slot(&names, "pi") = 3.14159;
  Reader r = {argc > 1 ? argv[1] : "2 * (x + 3) / 4 - sin(pi)", &names, 0};
  printf("%g\n", sum(&r));

  static double a[N][N], b[N][N], c[N][N];
  for (int i = 0; i < N * N; ++i)
    a[i / N][i % N] = i % 7, b[i / N][i % N] = i % 5;
  multiply(c, a, b);
  qsort(c, N * N, sizeof(double), compare);
  printf("%g %g %g\n", c[0][0], c[N / 2][N / 2], average(3, 1.0, 2.0, 6.0));
  table_free(&names);
  return r.failed;
}
