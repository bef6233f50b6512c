/*===- parts.c - numbers whose adjoints travel in parts ---------------------===
 *
 * Problem: a program that keeps the words of a double in two arrays, or sends its bytes
 * with the highest first, has the double's adjoint travel back in the same pieces. A piece
 * of an adjoint cannot be added to a piece of another: only the whole can.
 *
 * Here: the compiler says of each piece which part of which number it is, and the number
 * lies as a whole at one end (bits/RawMoves.cpp).
 *   parts become a number   y = p, q: one adjoint is made of what lies in p' and q', y' is
 *                           added to it, and its parts are put back
 *   a number into parts     p, q = x: what comes back is kept aside until it is whole, and
 *                           is then added to x'
 * Where the number lies at neither end, a part moves only where nothing lies yet. Places that
 * hold parts are remembered (skew.c), so that what lies side by side is not added there.
 *===----------------------------------------------------------------------===*/
#include "parts.h"
#include "enzyme/runtime.h"
#include "skew.h"
#include <stdint.h>
#include <string.h>

enum { largest = 8, most = 64 };

typedef struct {
  char *number; /* null: free */
  size_t size;
  unsigned done; /* a bit for each byte */
  char bytes[largest];
  char *from[largest]; /* where each byte goes, if the number becomes parts */
} moving;

typedef struct {
  moving all[most];
  unsigned newest;
} movings;

static _Thread_local movings arriving, leaving;
static _Thread_local int isAny;

static _Noreturn void refuse(void) {
  enzyme_rt_refuse("adjoints meet in memory where parts of numbers lie, and it is not known which "
                   "belong together",
                   NULL);
}

static int isZero(const char *at, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (at[i])
      return 0;
  return 1;
}

static void add(char *to, const char *term, size_t size) {
  if (size == sizeof(double)) {
    double a, b;
    memcpy(&a, to, sizeof a);
    memcpy(&b, term, sizeof b);
    a += b;
    memcpy(to, &a, sizeof a);
  } else {
    float a, b;
    memcpy(&a, to, sizeof a);
    memcpy(&b, term, sizeof b);
    a += b;
    memcpy(to, &a, sizeof a);
  }
}

/* What is left of a number when its highest bytes have been taken may look like an address. Words
 * that parts were taken from, or put into, and what lay there then: as long as it does, it is not.
 */
typedef struct {
  const char *word;
  uint64_t left;
} remainder;
/* Adjoints and their tangents often lie a round number of bytes apart: words of one set have room
 * for several, of which the oldest goes. */
enum { sets = 64, ways = 8 };
static _Thread_local struct {
  remainder all[ways];
  unsigned oldest;
} remainders[sets];

/* A word that has the part as a half lies on one page with it. */
__attribute__((no_sanitize("address", "thread"))) static uint64_t readWord(const char *word) {
  return *(const uint64_t *)word;
}

static unsigned setOf(const char *word) { return (uintptr_t)word / largest % sets; }

static remainder *remainderOf(const char *word) {
  remainder *all = remainders[setOf(word)].all;
  for (unsigned i = 0; i < ways; i++)
    if (all[i].word == word)
      return &all[i];
  return NULL;
}

/* The words that these bytes lie in. */
static void rememberParts(char *at, size_t size) {
  for (char *word = at - (uintptr_t)at % largest; word < at + size; word += largest) {
    remainder *known = remainderOf(word);
    unsigned set = setOf(word);
    if (!known)
      known = &remainders[set].all[remainders[set].oldest++ % ways];
    *known = (remainder){word, readWord(word)};
  }
}

/* Where an address was, before numbers or their parts were written there, its shadow's address may
 * still lie. */
static void forgetAddress(char *at, size_t size) {
  for (char *word = at - (uintptr_t)at % largest; word < at + size; word += largest) {
    remainder *known = remainderOf(word);
    if (!known || known->left != readWord(word))
      enzyme_rt_forget_moved(word, largest);
  }
}

/* An adjoint with a missing part is lost, unless it is zero. */
static void giveUp(moving *m) {
  if (m->number && !isZero(m->bytes, sizeof m->bytes))
    refuse();
  m->number = NULL;
}

static unsigned bitsOf(size_t first, size_t bytes) { return ((1u << bytes) - 1) << first; }

/* The number at `number`, these bytes of which have not been moved. */
static moving *find(movings *in, char *number, size_t size, unsigned bits) {
  isAny = 1;
  for (unsigned i = 0; i < most; i++) {
    moving *m = &in->all[(in->newest - i) % most];
    if (m->number != number)
      continue;
    if (m->size == size && !(m->done & bits))
      return m;
    giveUp(m);
  }
  moving *m = &in->all[++in->newest % most];
  giveUp(m);
  memset(m, 0, sizeof *m);
  m->number = number;
  m->size = size;
  return m;
}

static int isWhole(const moving *m) { return m->done == bitsOf(0, m->size); }

/* p, q = x */
static void arrive(char *to, char *from, size_t bytes, size_t size, size_t offset) {
  unsigned bits = bitsOf(offset, bytes);
  moving *m = find(&arriving, from - offset, size, bits);
  forgetAddress(to, bytes);
  memcpy(m->bytes + offset, to, bytes);
  memset(to, 0, bytes);
  rememberParts(to, bytes);
  enzyme_rt_skew_forget(to, bytes);
  m->done |= bits;
  if (!isWhole(m))
    return;
  forgetAddress(m->number, size);
  add(m->number, m->bytes, size);
  m->number = NULL;
}

/* y = p, q */
static void leave(char *to, char *from, size_t bytes, size_t size, size_t offset) {
  unsigned bits = bitsOf(offset, bytes);
  char *number = to - offset;
  moving *m = find(&leaving, number, size, bits);
  if (from)
    forgetAddress(from, bytes);
  for (size_t i = 0; i < bytes; i++) {
    m->from[offset + i] = from ? from + i : NULL;
    m->bytes[offset + i] = from ? from[i] : 0;
  }
  m->done |= bits;
  if (!isWhole(m))
    return;
  char sum[largest];
  memcpy(sum, m->bytes, size);
  forgetAddress(number, size);
  if (!isZero(number, size))
    add(sum, number, size);
  for (size_t i = 0; i < size; i++)
    if (m->from[i] && sum[i] != *m->from[i]) {
      *m->from[i] = sum[i];
      enzyme_rt_skew_mark_part(m->from[i], 1);
    }
  for (size_t i = 0; i < size; i++)
    if (m->from[i])
      rememberParts(m->from[i], 1);
  memset(number, 0, size);
  m->number = NULL;
}

/* Only where nothing lies yet. */
static void moveAlone(char *to, char *from, size_t bytes) {
  if (from && !isZero(to, bytes)) {
    if (!isZero(from, bytes))
      refuse();
    memcpy(from, to, bytes);
    enzyme_rt_skew_mark_part(from, bytes);
    rememberParts(from, bytes);
  }
  memset(to, 0, bytes);
  rememberParts(to, bytes);
  enzyme_rt_skew_forget(to, bytes);
}

void enzyme_rt_pull_part(char *to, char *from, size_t bytes, int format) {
  int number = format & ENZYME_RT_PART_NUMBER;
  size_t offset = (size_t)(format / ENZYME_RT_PART_OFFSET),
         size = number == ENZYME_RT_DOUBLE ? sizeof(double) : sizeof(float);
  if (from && format & ENZYME_RT_PART_OF_SOURCE)
    arrive(to, from, bytes, size, offset);
  else if (format & ENZYME_RT_PARTS_TOGETHER)
    leave(to, from, bytes, size, offset);
  else
    moveAlone(to, from, bytes);
}

__attribute__((destructor)) void enzyme_rt_end_of_parts(void) {
  for (unsigned i = 0; isAny && i < most; i++) {
    giveUp(&arriving.all[i]);
    leaving.all[i].number = NULL;
  }
}
