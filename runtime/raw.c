/*===- raw.c - copies of memory of which nobody knows what it holds ------===
 *
 * Problem: a union, a void* buffer, a byte loop of the program's own: the
 * compiler cannot say which bytes are floats (their adjoints travel back in the
 * reverse sweep) and which are pointers (their shadows travel along with the
 * primal). A program would have to be refused.
 *
 * Here: the shadow memory itself tells, word by word. An address, read as a
 * double, is a denormal below 1e-300; no adjoint looks like that.
 *   shadow sweep:  pointer words   q' = p'            (q copied from p)
 *   pull:          other words     p' += q'; q' = 0
 * The sum needs no type while one of the two is zero, which is so for whatever is
 * moved. Where both are not, `format` says what the program computes with, or the
 * program stops with a sentence: never a wrong number.
 *===----------------------------------------------------------------------===*/
#define _DEFAULT_SOURCE
#include "enzyme/runtime.h"
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__)
extern char __executable_start __attribute__((weak));
#endif

enum { wordBytes = 8, halfBytes = 4 };

static uint64_t readWord(const char *at) {
  uint64_t word;
  memcpy(&word, at, sizeof word);
  return word;
}

/* Below 2^32 lies memory only in programs that are linked to a fixed address; two
 * floats of which the second is zero look the same from afar. */
static int isAddress(uint64_t word) {
  if (word >> 32)
    return word >> 48 == 0;
#if defined(__linux__)
  uint64_t start = (uint64_t)(uintptr_t)&__executable_start;
  return start && word >= start && word < (uint64_t)(uintptr_t)sbrk(0);
#else
  return 0;
#endif
}

/* Where units end: whole words first, then half a word, then single bytes. Memory
 * that does not lie as words do is moved byte by byte. */
typedef struct {
  size_t words, half, bytes;
} extents;

static extents cut(const void *to, size_t bytes) {
  int isAligned = (uintptr_t)to % halfBytes == 0;
  extents e = {isAligned ? bytes / wordBytes * wordBytes : 0, 0, bytes};
  e.half = isAligned && bytes - e.words >= halfBytes ? e.words + halfBytes : e.words;
  return e;
}

static size_t sizeFrom(extents e, size_t start) {
  return start < e.words ? wordBytes : start < e.half ? halfBytes : 1;
}
static size_t sizeUpTo(extents e, size_t end) {
  return end > e.half ? 1 : end > e.words ? halfBytes : wordBytes;
}

/* The shadow of a pointer that is moved in pieces cannot be followed. */
static void refusePieceOfAddress(const char *from) {
  const char *word = from - (uintptr_t)from % wordBytes;
  if (isAddress(readWord(word)))
    enzyme_rt_refuse("a pointer is moved byte by byte through memory whose type is not known", NULL);
}

static void copyUnit(char *to, const char *from, size_t size, int isConst) {
  if (size == 1 && !isConst)
    refusePieceOfAddress(from);
  if (size < wordBytes) {
    if (isConst)
      memset(to, 0, size);
    return;
  }
  uint64_t word = readWord(from);
  if (!isAddress(word)) {
    if (!isConst && !isAddress(readWord(to)))
      return;
    word = 0;
  }
  memcpy(to, &word, sizeof word);
}

static void copyRaw(char *to, const char *from, size_t bytes, int isConst) {
  extents e = cut(to, bytes);
  if (to <= from)
    for (size_t at = 0, size; at < bytes; at += size)
      copyUnit(to + at, from + at, size = sizeFrom(e, at), isConst);
  else
    for (size_t end = bytes, size; end > 0; end -= size) {
      size = sizeUpTo(e, end);
      copyUnit(to + end - size, from + end - size, size, isConst);
    }
}

void enzyme_rt_copy_raw(void *destination, const void *source, size_t bytes) {
  copyRaw(destination, source, bytes, 0);
}

void enzyme_rt_copy_const_raw(void *destination, const void *source, size_t bytes) {
  copyRaw(destination, source, bytes, 1);
}

static int isZero(const char *at, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (at[i])
      return 0;
  return 1;
}

static void addFloats(char *to, const char *term, size_t size) {
  for (size_t i = 0; i < size; i += sizeof(float)) {
    float a, b;
    memcpy(&a, to + i, sizeof a);
    memcpy(&b, term + i, sizeof b);
    a += b;
    memcpy(to + i, &a, sizeof a);
  }
}

static void addDouble(char *to, const char *term) {
  double a, b;
  memcpy(&a, to, sizeof a);
  memcpy(&b, term, sizeof b);
  a += b;
  memcpy(to, &a, sizeof a);
}

static void pullUnit(char *to, char *from, size_t size, int format) {
  char adjoint[wordBytes];
  if (isZero(to, size) || (size == wordBytes && isAddress(readWord(to))))
    return;
  memcpy(adjoint, to, size);
  memset(to, 0, size);
  if (!from)
    return;
  if (isZero(from, size))
    memcpy(from, adjoint, size);
  else if (format == ENZYME_RT_DOUBLE && size == wordBytes)
    addDouble(from, adjoint);
  else if (size == halfBytes || (format == ENZYME_RT_FLOAT && size == wordBytes))
    addFloats(from, adjoint, size);
  else
    enzyme_rt_refuse("two adjoints meet in memory of which it is not known whether it holds float or double",
                     NULL);
}

void enzyme_rt_pull_raw(void *destination, void *source, size_t bytes, int format) {
  char *to = destination, *from = source;
  extents e = cut(to, bytes);
  if (!from || to >= from)
    for (size_t at = 0, size; at < bytes; at += size)
      pullUnit(to + at, from ? from + at : NULL, size = sizeFrom(e, at), format);
  else
    for (size_t end = bytes, size; end > 0; end -= size) {
      size = sizeUpTo(e, end);
      pullUnit(to + end - size, from + end - size, size, format);
    }
}
