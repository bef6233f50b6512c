// Addresses rounded, tagged and found again by arithmetic on integers: memory aligned by hand, an
// arena, marked links, a block's header.
// flags: -Wno-psabi
#include "check.h"
#include <stdint.h>

/// Aligned to 32 bytes, the block's begin in front of it.
static void *alignedNew(size_t bytes) {
  void *block = malloc(bytes + 32);
  if (!block)
    return 0;
  void *aligned = (void *)(((uintptr_t)block & ~(uintptr_t)31) + 32);
  ((void **)aligned)[-1] = block;
  return aligned;
}
static void alignedFree(void *at) {
  if (at)
    free(((void **)at)[-1]);
}
double byHand(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double *a = alignedNew(3 * sizeof(double)), *b = alignedNew(sizeof(double) * (size_t)n);
    for (int k = 0; k < 3; k++)
      a[k] = sin(x[(i + k) % n] * k);
    for (int k = 0; k < n; k++)
      b[k] = x[k] * a[k % 3];
    for (int k = 0; k < n; k++)
      sum += b[k] * b[n - 1 - k];
    alignedFree(b);
    alignedFree(a);
  }
  return sum;
}
CHECK_FUNCTION_N(byHand, 4, 1, -2, 3, 0.5);

/// The accesses say that they are aligned; the shadow is wherever its block is.
typedef double four __attribute__((vector_size(32)));
double vectors(const double *x, int n) {
  four *v = alignedNew(2 * sizeof(four));
  for (int k = 0; k < 4; k++)
    v[0][k] = x[k % n] * k;
  v[1] = v[0] * v[0] + v[0];
  double sum = v[1][0] * v[1][3] + v[1][2] + v[1][1];
  alignedFree(v);
  return sum;
}
CHECK_FUNCTION_N(vectors, 4, 1, -2, 3, 0.5);

typedef struct {
  uintptr_t at, end;
} arena;
NOINLINE static void *take(arena *from, size_t bytes, size_t align) {
  uintptr_t begin = (from->at + 63) & -align;
  if (begin + bytes > from->end)
    return 0;
  from->at = begin + bytes;
  return (void *)begin;
}
double fromArena(const double *x, int n) {
  char block[600];
  arena a = {(uintptr_t)block, (uintptr_t)block + sizeof block};
  char *odd = take(&a, 3, 32);
  double *u = take(&a, sizeof(double) * (size_t)n, 8);
  char *other = take(&a, 1, 2);
  double *v = take(&a, sizeof(double) * (size_t)n, 64);
  *odd = 1, *other = 2;
  for (int i = 0; i < n; i++)
    u[i] = x[i] * x[i] * *odd;
  for (int i = 0; i < n; i++)
    v[i] = u[n - 1 - i] * x[i] * *other;
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += v[i] * u[i];
  return sum;
}
CHECK_FUNCTION_N(fromArena, 4, 1, -2, 3, 0.5);

static double *upBy(double *p, uintptr_t align) { return (double *)((uintptr_t)p + (-(uintptr_t)p & (align - 1))); }
static double *downBy(double *p, uintptr_t align) { return (double *)((uintptr_t)p - (uintptr_t)p % align); }
static double *multiple(double *p, uintptr_t align) { return (double *)(((uintptr_t)p + align - 1) / align * align); }
double rounded(const double *x, int n) {
  double block[40] = {0};
  volatile uintptr_t run = 64;
  double *a = upBy(block, run), *b = downBy(block + 24, 64), *c = multiple(block + 25, run);
  for (int i = 0; i < n; i++)
    a[i] = x[i], b[i] += 2 * x[i] * a[i], c[i % 2] += b[i] * x[0];
  return a[1] * b[2] + c[0] * c[1];
}
CHECK_FUNCTION_N(rounded, 4, 1, -2, 3, 0.5);

typedef struct link {
  uintptr_t next; ///< the lowest bit: negative
  double value;
} link;
double marked(const double *x, int n) {
  uintptr_t head = 0;
  for (int i = 0; i < n; i++) {
    link *made = malloc(sizeof *made);
    made->next = head, made->value = x[i] * (i + 1);
    head = (uintptr_t)made | (i % 2);
  }
  double sum = 0;
  while (head & ~(uintptr_t)1) {
    link *at = (link *)(head & ~(uintptr_t)1);
    sum += (head & 1 ? -1 : 1) * at->value * at->value;
    head = at->next;
    free(at);
  }
  return sum;
}
CHECK_FUNCTION_N(marked, 4, 1, -2, 3, 0.5);

typedef struct {
  double scale, places[30];
} slab;
NOINLINE static double scaled(const double *place) {
  const slab *of = (const slab *)((uintptr_t)place & ~(uintptr_t)255);
  return *place * of->scale;
}
double ofSlab(const double *x, int n) {
  slab *s = aligned_alloc(256, 256);
  s->scale = x[0];
  double sum = 0;
  for (int i = 0; i < n; i++) {
    s->places[i * 7] = x[i] * x[i];
    sum += scaled(&s->places[i * 7]);
  }
  free(s);
  return sum;
}
CHECK_FUNCTION_N(ofSlab, 4, 1, -2, 3, 0.5);

/// Slots of 24 bytes, counted from address zero.
NOINLINE static void *slotOf(void *memory, uintptr_t size) {
  return (void *)(((uintptr_t)memory + size - 1) / size * size);
}
NOINLINE static void *slotBefore(void *memory, intptr_t size) {
  return (void *)((intptr_t)memory / size * size);
}
NOINLINE static void *slotLeft(void *memory, uintptr_t size) {
  return (void *)((uintptr_t)memory - (uintptr_t)memory % size);
}
double inSlots(const double *x, int n) {
  double all[12] = {0};
  double *slot = (double *)slotOf(all, 24);
  for (int i = 0; i < n; i++)
    slot[i] = x[i] * x[i];
  double *same = (double *)slotBefore(slot + 2, 24), *again = (double *)slotLeft(slot + 1, 24);
  return same[0] * same[1] + again[n - 1];
}
CHECK_FUNCTION_N(inSlots, 4, 1, -2, 3, 0.5);
