// Records of numbers and pointers, copied and swapped through pointers to int, long, float, double or to pointers.
// flags: -fno-strict-aliasing
#include "check.h"

struct numbers {
  double a, b;
  double *where;
  long count;
};
struct tagged {
  int isNumber;
  union {
    double number;
    double *where;
  } value;
};

#define COPY(NAME, WORD)                                                                                   \
  NOINLINE static void NAME(void *to, const void *from, long bytes) {                                      \
    WORD *t = to;                                                                                          \
    const WORD *f = from;                                                                                  \
    for (long i = 0; i < bytes / (long)sizeof(WORD); i++)                                                  \
      t[i] = f[i];                                                                                         \
  }
#define COPY_WHOLE(NAME, WORD)                                                                             \
  NOINLINE static void NAME(void *to, const void *from, long bytes) {                                      \
    WORD *t = to;                                                                                          \
    const WORD *f = from;                                                                                  \
    long n = bytes / (long)sizeof(WORD);                                                                   \
    memcpy(t, f, n * sizeof(WORD));                                                                        \
  }
#define SWAP(NAME, WORD)                                                                                   \
  NOINLINE static void NAME(void *to, void *from, long bytes) {                                            \
    WORD *t = to, *f = from;                                                                               \
    for (long i = 0; i < bytes / (long)sizeof(WORD); i++) {                                                \
      WORD w = t[i];                                                                                       \
      t[i] = f[i];                                                                                         \
      f[i] = w;                                                                                            \
    }                                                                                                      \
  }
typedef void *pointer;
COPY(copyInts, int)
COPY(copyLongs, long)
COPY(copyDoubles, double)
COPY(copyPointers, pointer)
COPY_WHOLE(copyAsInts, int)
COPY_WHOLE(copyAsFloats, float)
COPY_WHOLE(copyAsDoubles, double)
COPY_WHOLE(copyAsPointers, pointer)
SWAP(swapInts, int)
SWAP(swapLongs, long)
SWAP(swapDoubles, double)

enum { Count = 3 };

/// What records point to: records that are written over lose their pointers.
struct kept {
  double *numbers[3 * Count];
  int count;
};
static double *keep(double x, struct kept *kept) {
  double *number = malloc(sizeof x);
  *number = x;
  return kept->numbers[kept->count++] = number;
}
static void release(struct kept *kept) {
  while (kept->count)
    free(kept->numbers[--kept->count]);
}
static void fillNumbers(struct numbers *r, double x, int i, struct kept *kept) {
  *r = (struct numbers){x * (i + 1), sin(x), keep(x + i, kept), i};
}
static double ofNumbers(const struct numbers *r) { return r->a * r->b * *r->where * (double)(r->count + 1); }
static void fillTagged(struct tagged *r, double x, int i, struct kept *kept) {
  r->isNumber = i % 2;
  if (i % 2)
    r->value.number = x * i;
  else
    r->value.where = keep(x * (i + 1), kept);
}
static double ofTagged(const struct tagged *r) { return r->isNumber ? r->value.number : *r->value.where; }

#define MOVED(TYPE, FILL, OF, MOVE)                                                                        \
  static double MOVE##TYPE(double x) {                                                                     \
    struct TYPE onStack[Count], *onHeap = malloc(sizeof onStack), other[Count];                            \
    struct kept kept = {.count = 0};                                                                       \
    for (int i = 0; i < Count; i++) {                                                                      \
      FILL(onStack + i, x, i, &kept);                                                                      \
      FILL(onHeap + i, x * x, i, &kept);                                                                   \
      FILL(other + i, x / 2, i, &kept);                                                                    \
    }                                                                                                      \
    for (int i = 0; i < Count; i++)                                                                        \
      MOVE(onHeap + i, onStack + i, sizeof *onHeap);                                                       \
    MOVE(other, onHeap, sizeof other);                                                                     \
    double sum = 0;                                                                                        \
    for (int i = 0; i < Count; i++)                                                                        \
      sum += (i + 1) * OF(other + i) * x + OF(onHeap + i) + x * OF(onStack + i);                           \
    free(onHeap);                                                                                          \
    release(&kept);                                                                                        \
    return sum;                                                                                            \
  }
#define CHECK_MOVED(TYPE, FILL, OF, MOVE, STEP, TOLERANCE)                                                 \
  MOVED(TYPE, FILL, OF, MOVE)                                                                              \
  CHECK_VALUES(MOVE##TYPE##Moved) {                                                                        \
    double h = STEP, x = 1.25, difference = (MOVE##TYPE(x + h) - MOVE##TYPE(x - h)) / (2 * h);             \
    EXPECT_CLOSE(__enzyme_autodiff_check((void *)MOVE##TYPE, x), difference, TOLERANCE);                   \
    EXPECT_CLOSE(__enzyme_fwddiff_check((void *)MOVE##TYPE, enzyme_primal_return, x, 1.0).tangent,         \
                 difference, TOLERANCE);                                                                   \
  }
#define CHECK_ALL(MOVE)                                                                                    \
  CHECK_MOVED(numbers, fillNumbers, ofNumbers, MOVE, 1e-5, 1e-6)                                           \
  CHECK_MOVED(tagged, fillTagged, ofTagged, MOVE, 1e-5, 1e-6)

CHECK_ALL(copyInts)
CHECK_ALL(copyLongs)
CHECK_ALL(copyDoubles)
CHECK_ALL(copyPointers)
CHECK_ALL(copyAsInts)
CHECK_ALL(copyAsFloats)
CHECK_ALL(copyAsDoubles)
CHECK_ALL(copyAsPointers)
CHECK_ALL(swapInts)
CHECK_ALL(swapLongs)
CHECK_ALL(swapDoubles)
