/*===- copy.c - memcpy and memmove of memory that holds floats -----------===
 *
 * Formulas (q' = shadow of the destination, p' = shadow of the source, as they
 * were just before the copy in the primal's order):
 *   pull, float bytes:            p' += q'; q' = 0
 *   shadow sweep, other bytes:    q' = p'   (shadow pointers; integers follow)
 * Both are safe under overlap (memmove): elements are visited from the end that
 * does not meet an element twice.
 *
 * A layout says which bytes are what: it repeats every `period` bytes and lists
 * its float pieces; all other bytes are pointers, integers or padding.
 *===----------------------------------------------------------------------===*/
#include "enzyme/runtime.h"
#include <stdint.h>
#include <string.h>

#define PULL(NAME, TYPE)                                                       \
  static void NAME(char *to, char *from) {                                     \
    TYPE t, s;                                                                 \
    memcpy(&t, to, sizeof t);                                                  \
    memset(to, 0, sizeof t);                                                   \
    memcpy(&s, from, sizeof s);                                                \
    s += t;                                                                    \
    memcpy(from, &s, sizeof s);                                                \
  }
PULL(pullFloat, float)
PULL(pullDouble, double)
#if defined(__SIZEOF_FLOAT128__) || defined(__x86_64__)
PULL(pullQuad, __float128)
#endif

/* x86's 80-bit format occupies 10 of its 16 bytes. */
static void pullExtended(char *to, char *from) {
  long double t = 0, s = 0;
  memcpy(&t, to, 10);
  memset(to, 0, 10);
  memcpy(&s, from, 10);
  s += t;
  memcpy(from, &s, 10);
}

static void pullPiece(int kind, char *to, char *from) {
  switch (kind) {
  case ENZYME_RT_FLOAT:
    pullFloat(to, from);
    break;
  case ENZYME_RT_DOUBLE:
    pullDouble(to, from);
    break;
  case ENZYME_RT_EXTENDED:
    pullExtended(to, from);
    break;
#if defined(__SIZEOF_FLOAT128__) || defined(__x86_64__)
  case ENZYME_RT_QUAD:
    pullQuad(to, from);
    break;
#endif
  default:
    enzyme_rt_refuse("a copy of half-precision memory is not supported here", NULL);
  }
}

void enzyme_rt_pull_copy(void *destination, void *source, size_t bytes,
                         const enzyme_rt_layout *layout) {
  char *to = destination, *from = source;
  size_t elements = bytes / layout->period;
  int forwards = to >= from;
  for (size_t k = 0; k < elements; k++) {
    size_t base = (forwards ? k : elements - 1 - k) * layout->period;
    for (size_t i = 0; i < layout->count; i++) {
      size_t piece = forwards ? i : layout->count - 1 - i;
      size_t at = base + layout->pieces[piece].offset;
      pullPiece(layout->pieces[piece].kind, to + at, from + at);
    }
  }
}

void enzyme_rt_pull_copy_double(double *to, double *from, size_t bytes) {
  size_t n = bytes / sizeof(double);
  if (to >= from)
    for (size_t i = 0; i < n; i++) {
      double t = to[i];
      to[i] = 0;
      from[i] += t;
    }
  else
    for (size_t i = n; i-- > 0;) {
      double t = to[i];
      to[i] = 0;
      from[i] += t;
    }
}

void enzyme_rt_pull_copy_float(float *to, float *from, size_t bytes) {
  size_t n = bytes / sizeof(float);
  if (to >= from)
    for (size_t i = 0; i < n; i++) {
      float t = to[i];
      to[i] = 0;
      from[i] += t;
    }
  else
    for (size_t i = n; i-- > 0;) {
      float t = to[i];
      to[i] = 0;
      from[i] += t;
    }
}

static size_t pieceBytes(int kind) {
  switch (kind) {
  case ENZYME_RT_HALF:
    return 2;
  case ENZYME_RT_FLOAT:
    return 4;
  case ENZYME_RT_DOUBLE:
    return 8;
  case ENZYME_RT_EXTENDED:
    return 10;
  default:
    return 16;
  }
}

void enzyme_rt_clear_floats(void *memory, size_t bytes, const enzyme_rt_layout *layout) {
  char *at = memory;
  for (size_t base = 0; base + layout->period <= bytes; base += layout->period)
    for (size_t i = 0; i < layout->count; i++)
      memset(at + base + layout->pieces[i].offset, 0, pieceBytes(layout->pieces[i].kind));
}

/* Copies the bytes between the float pieces. */
static void copyGaps(char *to, const char *from, const enzyme_rt_layout *layout) {
  size_t done = 0;
  for (size_t i = 0; i < layout->count; i++) {
    size_t at = layout->pieces[i].offset;
    if (at > done)
      memmove(to + done, from + done, at - done);
    done = at + pieceBytes(layout->pieces[i].kind);
  }
  if (done < layout->period)
    memmove(to + done, from + done, layout->period - done);
}

void enzyme_rt_copy_pointers(void *destination, const void *source, size_t bytes,
                             const enzyme_rt_layout *layout) {
  char *to = destination;
  const char *from = source;
  size_t elements = bytes / layout->period;
  int forwards = to <= from;
  for (size_t k = 0; k < elements; k++) {
    size_t base = (forwards ? k : elements - 1 - k) * layout->period;
    copyGaps(to + base, from + base, layout);
  }
}
