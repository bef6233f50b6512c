// Addresses that travel as integers between functions that are not inlined: marked, shifted,
// multiplied, in two words, in structures by value and in memory.
#include "check.h"
#include <stdint.h>

NOINLINE static uintptr_t tagMarked(double *p) { return (uintptr_t)p | 1; }
NOINLINE static double getMarked(uintptr_t h) { return *(double *)(h & ~(uintptr_t)1); }
double marked(const double *x, int n) {
  double *s = malloc(16);
  s[0] = x[0] * x[1];
  s[1] = x[1];
  uintptr_t h = tagMarked(s);
  double r = getMarked(h) * x[0];
  free(s);
  return r;
}
CHECK_FUNCTION_N(marked, 2, 3, 2);

struct holder {
  uintptr_t h;
  double k;
};
NOINLINE static void putHandleInStructure(struct holder *c, uintptr_t h) { c->h = h; }
NOINLINE static void setHandleInStructure(uintptr_t h, double v) {
  *(double *)(h & ~(uintptr_t)7) += v;
}
double handleInStructure(const double *x, int n) {
  double s = x[0];
  struct holder c = {0, x[1]};
  putHandleInStructure(&c, (uintptr_t)&s | 3);
  setHandleInStructure(c.h, c.k * x[0]);
  setHandleInStructure(c.h, s * s);
  return s;
}
CHECK_FUNCTION_N(handleInStructure, 2, 3, 2);

typedef struct {
  uintptr_t h;
  double k;
} valueAndHandle;
NOINLINE static valueAndHandle makeStructureByValue(double *p, double k) {
  return (valueAndHandle){(uintptr_t)p | 1, k * k};
}
NOINLINE static double useStructureByValue(valueAndHandle r) { return *(double *)(r.h ^ 1) * r.k; }
double structureByValue(const double *x, int n) {
  double s = x[0] * x[1];
  valueAndHandle r = makeStructureByValue(&s, x[1]);
  return useStructureByValue(r);
}
CHECK_FUNCTION_N(structureByValue, 2, 3, 2);

typedef struct {
  uintptr_t h;
  long kind;
} kindAndHandle;
NOINLINE static kindAndHandle makeHandleAndKind(double *p, long k) {
  return (kindAndHandle){(uintptr_t)p | 1, k};
}
NOINLINE static double useHandleAndKind(kindAndHandle r) { return *(double *)(r.h - 1) * r.kind; }
double handleAndKind(const double *x, int n) {
  double s = x[0] * x[1];
  kindAndHandle r = makeHandleAndKind(&s, n);
  return useHandleAndKind(r);
}
CHECK_FUNCTION_N(handleAndKind, 2, 3, 2);

NOINLINE static uint64_t packShifted(double *p, unsigned tag) {
  return (uint64_t)(uintptr_t)p << 8 | tag;
}
NOINLINE static double *unpackShifted(uint64_t h) { return (double *)(uintptr_t)(h >> 8); }
double shifted(const double *x, int n) {
  double s = x[0] * x[1];
  uint64_t h = packShifted(&s, n);
  *unpackShifted(h) += x[0];
  return *unpackShifted(h) * (h & 255);
}
CHECK_FUNCTION_N(shifted, 2, 3, 2);

NOINLINE static uint64_t packUpperBits(double *p, unsigned tag) {
  return (uint64_t)(uintptr_t)p | (uint64_t)tag << 48;
}
NOINLINE static double *unpackUpperBits(uint64_t h) {
  return (double *)(uintptr_t)(h & 0xffffffffffffull);
}
double upperBits(const double *x, int n) {
  double s = x[0] * x[1];
  uint64_t h = packUpperBits(&s, n);
  *unpackUpperBits(h) += x[0];
  return *unpackUpperBits(h) * (h >> 48);
}
CHECK_FUNCTION_N(upperBits, 2, 3, 2);

NOINLINE static void splitTwoWords(double *p, uint32_t *hi, uint32_t *lo) {
  *hi = (uintptr_t)p >> 32;
  *lo = (uint32_t)(uintptr_t)p;
}
NOINLINE static double *joinTwoWords(uint32_t hi, uint32_t lo) {
  return (double *)((uintptr_t)hi << 32 | lo);
}
double twoWords(const double *x, int n) {
  double s = x[0] * x[1];
  uint32_t hi, lo;
  splitTwoWords(&s, &hi, &lo);
  double *p = joinTwoWords(hi, lo);
  *p += x[0];
  return *p * x[1];
}
CHECK_FUNCTION_N(twoWords, 2, 3, 2);

struct order {
  int what;
  uint32_t hi, lo;
};
NOINLINE static void workTwoWordsInMemory(struct order *c) {
  double *p = (double *)((uintptr_t)c->hi << 32 | c->lo);
  *p = *p * *p;
}
double twoWordsInMemory(const double *x, int n) {
  double s = x[0] * x[1];
  struct order c = {1, (uintptr_t)&s >> 32, (uint32_t)(uintptr_t)&s};
  workTwoWordsInMemory(&c);
  return s * x[1];
}
CHECK_FUNCTION_N(twoWordsInMemory, 2, 3, 2);

NOINLINE static uint64_t encodeMultiplied(void *p) { return (uintptr_t)p * 0x9E3779B97F4A7C15ull; }
NOINLINE static void *decodeMultiplied(uint64_t h) {
  return (void *)(uintptr_t)(h * 0xF1DE83E19937733Dull);
}
double multiplied(const double *x, int n) {
  double s = x[0] * x[1];
  double *p = decodeMultiplied(encodeMultiplied(&s));
  *p += x[0] * x[0];
  return *p;
}
CHECK_FUNCTION_N(multiplied, 2, 3, 2);

NOINLINE static uintptr_t encodeNegated(void *p) { return ~(uintptr_t)p; }
NOINLINE static void *decodeNegated(uintptr_t h) { return (void *)~h; }
double negated(const double *x, int n) {
  double s = x[0] * x[1];
  double *p = decodeNegated(encodeNegated(&s));
  *p += x[0] * x[0];
  return *p;
}
CHECK_FUNCTION_N(negated, 2, 3, 2);

NOINLINE static uintptr_t tagMarkedElement(double *p, int i) {
  return ((uintptr_t)p + 8 * (unsigned)i) | (i & 1);
}
NOINLINE static double getMarkedElement(uintptr_t h) {
  return ((h & 1) ? -1 : 1) * *(double *)(h & -2);
}
double markedElement(const double *x, int n) {
  double s[4], r = 1;
  for (int i = 0; i < 4; i++)
    s[i] = x[i % n] * i + x[0];
  for (int i = 0; i < 4; i++)
    r = r * getMarkedElement(tagMarkedElement(s, i)) + x[1];
  return r;
}
CHECK_FUNCTION_N(markedElement, 2, 3, 2);

NOINLINE static double dotInputInTwoWords(uint32_t hi, uint32_t lo, int n) {
  const double *p = (const double *)((uintptr_t)hi << 32 | lo);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i] * p[i] * p[0];
  return s;
}
double inputInTwoWords(const double *x, int n) {
  return dotInputInTwoWords((uintptr_t)x >> 32, (uint32_t)(uintptr_t)x, n);
}
CHECK_FUNCTION_N(inputInTwoWords, 2, 3, 2);

NOINLINE static double dotMarkedInput(uintptr_t h, int n) {
  const double *p = (const double *)(h & ~7ull);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i] * p[i] * p[0];
  return s;
}
double markedInput(const double *x, int n) { return dotMarkedInput((uintptr_t)x | 5, n); }
CHECK_FUNCTION_N(markedInput, 2, 3, 2);
