// Type analysis looks at so many rounds, records of an object and callees of callees: doubles that are
// hashed and moved as words beyond that are no integers.
// flags: -fno-strict-aliasing
#include "check.h"
#include <stdint.h>
#include <stdlib.h>

static uint64_t hash;
static void mix(uint64_t word) { hash = (hash ^ word) * 1099511628211u; }

// Each cell is known to hold doubles only by the next one's being read.
#define MOVE(a, b)                                                                                 \
  for (int i = 0; i < 2; i++) {                                                                    \
    uint64_t word = a[i];                                                                          \
    mix(word);                                                                                     \
    b[i] = word;                                                                                   \
  }
#define CELL(name) uint64_t *name = calloc(2, 8)
static double chained(const double *x) {
  CELL(a0), *a1 = calloc(2, 8), *a2 = calloc(2, 8), *a3 = calloc(2, 8), *a4 = calloc(2, 8),
            *a5 = calloc(2, 8), *a6 = calloc(2, 8), *a7 = calloc(2, 8), *a8 = calloc(2, 8),
            *a9 = calloc(2, 8);
  CELL(b0), *b1 = calloc(2, 8), *b2 = calloc(2, 8), *b3 = calloc(2, 8), *b4 = calloc(2, 8),
            *b5 = calloc(2, 8), *b6 = calloc(2, 8), *b7 = calloc(2, 8), *b8 = calloc(2, 8),
            *b9 = calloc(2, 8);
  memcpy(a0, x, 16);
  MOVE(a0, a1) MOVE(a1, a2) MOVE(a2, a3) MOVE(a3, a4) MOVE(a4, a5) MOVE(a5, a6) MOVE(a6, a7)
  MOVE(a7, a8) MOVE(a8, a9) MOVE(a9, b0) MOVE(b0, b1) MOVE(b1, b2) MOVE(b2, b3) MOVE(b3, b4)
  MOVE(b4, b5) MOVE(b5, b6) MOVE(b6, b7) MOVE(b7, b8) MOVE(b8, b9)
  double y[2];
  memcpy(y, b9, 16);
  uint64_t *all[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9};
  for (int i = 0; i < 20; i++)
    free(all[i]);
  return y[0] * y[0] * y[1];
}

// An object of which more is said than is remembered.
#define TEN(m, k) m(k##0) m(k##1) m(k##2) m(k##3) m(k##4) m(k##5) m(k##6) m(k##7) m(k##8) m(k##9)
#define HUNDRED(m, k)                                                                              \
  TEN(m, k##0) TEN(m, k##1) TEN(m, k##2) TEN(m, k##3) TEN(m, k##4)                                 \
  TEN(m, k##5) TEN(m, k##6) TEN(m, k##7) TEN(m, k##8) TEN(m, k##9)
#define SET(k) p[1##k - 1000] = x[0] * 1##k;
static double large(const double *x) {
  double *p = calloc(400, sizeof *p), y;
  HUNDRED(SET, 0) HUNDRED(SET, 1) HUNDRED(SET, 2)
  p[350] = x[1];
  uint64_t *words = (uint64_t *)p, word = words[350];
  mix(word);
  words[351] = word;
  memcpy(&y, &words[351], sizeof y);
  double sum = y * y;
  for (int i = 0; i < 300; i++)
    sum += p[i] * p[i] * 1e-6;
  free(p);
  return sum;
}

// Only the fifth callee knows.
NOINLINE static void put5(void *p, double x) { *(double *)p = x; }
NOINLINE static void put4(void *p, double x) { put5(p, x * x), hash++; }
NOINLINE static void put3(void *p, double x) { put4(p, x + 1), hash++; }
NOINLINE static void put2(void *p, double x) { put3(p, x * 2), hash++; }
NOINLINE static void put1(void *p, double x) { put2(p, x - 3), hash++; }
NOINLINE static double get4(const void *p) { return *(const double *)p; }
NOINLINE static double get3(const void *p) { return hash++, get4(p) * 2; }
NOINLINE static double get2(const void *p) { return hash++, get3(p) + 2; }
NOINLINE static double get1(const void *p) { return hash++, get2(p) * 2; }
static double deep(const double *x) {
  void *p = malloc(8), *q = malloc(8);
  put1(p, x[0] * x[1]);
  uint64_t word = *(uint64_t *)p;
  mix(word);
  *(uint64_t *)q = word;
  double result = get1(q) * x[0];
  free(p);
  free(q);
  return result;
}

CHECK_FUNCTION(chained, 2, 1.3, 0.7);
CHECK_FUNCTION(large, 2, 1.3, 0.7);
CHECK_FUNCTION(deep, 2, 1.3, 0.7);
