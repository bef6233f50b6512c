// Doubles kept, as their bits, in a hash table of int64 by kept functions.
#include "check.h"

#include <stdint.h>
typedef struct {
  int64_t key, value;
} entry;
NOINLINE static void put(entry *t, int64_t key, int64_t value) {
  int i = (int)(key % 7);
  while (t[i].key)
    i = (i + 1) % 7;
  t[i].key = key;
  t[i].value = value;
}
NOINLINE static int64_t get(entry *t, int64_t key) {
  int i = (int)(key % 7);
  while (t[i].key != key)
    i = (i + 1) % 7;
  return t[i].value;
}
double f(const double *x, int n) {
  entry *t = calloc(7, sizeof *t);
  for (int i = 0; i < n; i++) {
    double v = x[i] * x[i];
    int64_t u;
    memcpy(&u, &v, 8);
    put(t, 7 * i + 3, u);
  }
  double r = 0;
  for (int i = 0; i < n; i++) {
    int64_t u = get(t, 7 * i + 3);
    double v;
    memcpy(&v, &u, 8);
    r += (i + 1) * v;
  }
  free(t);
  return r;
}
CHECK_FUNCTION_N(f, 3, 1, 2, 3);
