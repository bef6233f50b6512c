/*===- raw.c - copies of memory of unknown contents ----------------------===
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
 * program stops with a message: never a wrong number. Where a word holds one float or one
 * double, it tells them apart by its upper half: no adjoint is such a small double.
 *
 * Half a word may be a float or half of a double or of an address, which is moved
 * as two integers: halves are moved too, as what the word around them is, and
 * never added unless there are floats only. Single bytes are put together until a number
 * is whole (arriving.c); bytes of addresses, which meet those they came from, stop the program.
 *===----------------------------------------------------------------------===*/
#include "address.h"
#include "arriving.h"
#include "enzyme/runtime.h"
#include "parts.h"
#include "skew.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { wordBytes = 8, halfBytes = 4 };

static size_t skewOf(const void *at) { return (uintptr_t)at % wordBytes; }

static uint64_t readWord(const char *at) {
  uint64_t word;
  memcpy(&word, at, sizeof word);
  return word;
}

/* The word that `size` bytes are part of, as words lie in memory. */
static char *wordAround(char *at, size_t size) { return size == wordBytes ? at : at - skewOf(at); }
static int liesInAddress(const char *at, size_t size) {
  return enzyme_rt_is_address(readWord(wordAround((char *)at, size)));
}

/* Memory is moved in units: whole words where either end lies as words do, smaller
 * ones before and after. `skew` is where the first byte lies in its word. */
typedef struct {
  size_t skew, largest, bytes;
} units;

static units cut(const void *to, const void *from, size_t bytes) {
  size_t one = skewOf(to), other = from ? skewOf(from) : one;
  if (one == other)
    return (units){one, wordBytes, bytes};
  int hasHalves = one % halfBytes == 0 || other % halfBytes == 0;
  return (units){0, !one || !other ? wordBytes : hasHalves ? halfBytes : 1, bytes};
}

static size_t fitting(units u, size_t boundary, size_t room) {
  for (size_t size = u.largest; size > 1; size /= 2)
    if (size != 2 && size <= room && (u.skew + boundary) % size == 0)
      return size;
  return 1;
}
static size_t sizeFrom(units u, size_t start) { return fitting(u, start, u.bytes - start); }
static size_t sizeUpTo(units u, size_t end) { return fitting(u, end, end); }

/* Upwards or downwards: under overlap a unit must not be met twice. */
typedef struct {
  units cut;
  size_t at, size, done;
  int isUpwards;
} walk;

static walk start(const void *to, const void *from, size_t bytes, int isUpwards) {
  return (walk){cut(to, from, bytes), 0, 0, 0, isUpwards};
}
static int next(walk *w) {
  if (w->done == w->cut.bytes)
    return 0;
  size_t left = w->cut.bytes - w->done;
  w->size = w->isUpwards ? sizeFrom(w->cut, w->done) : sizeUpTo(w->cut, left);
  w->at = w->isUpwards ? w->done : left - w->size;
  w->done += w->size;
  return 1;
}

/* Threads of a team may add to the same adjoint at once (team.c): it changes in one step. A
 * processor has no such step for a number that lies askew. */
typedef uint64_t __attribute__((may_alias)) wordInMemory;
typedef uint32_t __attribute__((may_alias)) halfInMemory;

/* Where the program moves the memory, if that is known: for the message that it cannot be followed.
 */
static _Thread_local const char *movedAt;

static void checkIsAlone(void) {
  if (enzyme_rt_has_team)
    enzyme_rt_refuse("numbers that do not lie at multiples of their size are moved as bytes in a "
                     "parallel region",
                     movedAt);
}

static int changeWord(char *at, uint64_t from, uint64_t to) {
  return __atomic_compare_exchange_n((wordInMemory *)at, &from, to, 0, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED);
}

static int changeHalf(char *at, uint32_t from, uint32_t to) {
  return __atomic_compare_exchange_n((halfInMemory *)at, &from, to, 0, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED);
}

/* What is written is not an address: no part of one that stood there may remain. */
static void dropAddress(char *to, size_t size) {
  char *word = wordAround(to, size);
  uint64_t there = readWord(word);
  if (!enzyme_rt_is_address(there))
    return;
  if (skewOf(word) == 0)
    changeWord(word, there, 0); /* or another thread has, and put its part there */
  else
    memset(word, 0, wordBytes);
}

/* False if something lies there by now. */
static int putWhereNothingLies(char *to, const char *adjoint, size_t size) {
  uint64_t word = 0;
  uint32_t half = 0;
  char nothing = 0;
  if (size == wordBytes && skewOf(to) == 0) {
    memcpy(&word, adjoint, sizeof word);
    return changeWord(to, 0, word);
  }
  if (size == halfBytes && skewOf(to) % halfBytes == 0) {
    memcpy(&half, adjoint, sizeof half);
    return changeHalf(to, 0, half);
  }
  if (size == 1)
    return __atomic_compare_exchange_n(to, &nothing, *adjoint, 0, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED);
  checkIsAlone();
  memcpy(to, adjoint, size);
  return 1;
}

static void copyUnit(char *to, const char *from, size_t size, int isConst) {
  int fits = size == wordBytes || isConst || skewOf(to) == skewOf(from);
  int looksLikeOne = liesInAddress(from, size);
  /* Where it goes, it could not be recognised as one. Text may look like one. */
  if (!fits && looksLikeOne && enzyme_rt_is_mapped(readWord(wordAround((char *)from, size))))
    enzyme_rt_refuse("a pointer is moved byte by byte through memory whose type is not known",
                     movedAt);
  if (fits && looksLikeOne)
    memcpy(to, from, size);
  else if (isConst)
    memset(to, 0, size);
  else
    dropAddress(to, size);
}

/* Memory whose address a function without a derivative stored (asprintf) has no shadow: where the
 * shadow of that address would lie there is null, and what is computed of it lies in the first
 * page.
 */
enum { firstPage = 4096 };
static int hasShadow(const void *at) { return (uintptr_t)at >= firstPage; }

/* Nothing is there, and nothing that has a shadow may go there. */
static void copyWithoutShadow(char *to, const char *from, size_t bytes) {
  for (walk w = start(to, NULL, hasShadow(to) ? bytes : 0, 1); next(&w);)
    dropAddress(to + w.at, w.size);
  for (walk w = start(from, NULL, hasShadow(from) ? bytes : 0, 1); next(&w);)
    if (liesInAddress(from + w.at, w.size) &&
        enzyme_rt_is_mapped(readWord(wordAround((char *)from + w.at, w.size))))
      enzyme_rt_refuse("an address is moved into memory that has no shadow: a function without a "
                       "derivative allocated it",
                       movedAt);
}

static void copyRaw(char *to, const char *from, size_t bytes, int isConst) {
  if (!hasShadow(to) || !hasShadow(from)) {
    copyWithoutShadow(to, isConst ? NULL : from, bytes);
    return;
  }
  for (walk w = start(to, from, bytes, to <= from); next(&w);)
    copyUnit(to + w.at, from + w.at, w.size, isConst);
}

/* Most of what is moved so are integers of the program and text: nothing lies in either shadow,
 * whatever of the words around is moved. */
static int isEmptyAround(const char *at, size_t bytes) {
  for (const char *word = at - skewOf(at); word < at + bytes; word += wordBytes)
    if (readWord(word))
      return 0;
  return 1;
}

void enzyme_rt_copy_raw(void *destination, const void *source, size_t bytes, const char *place) {
  if (hasShadow(source) && hasShadow(destination) && isEmptyAround(source, bytes) &&
      isEmptyAround(destination, bytes))
    return;
  movedAt = place;
  copyRaw(destination, source, bytes, 0);
}

void enzyme_rt_copy_const_raw(void *destination, const void *source, size_t bytes,
                              const char *place) {
  movedAt = place;
  copyRaw(destination, source, bytes, 1);
}

static int isZero(const char *at, size_t size) {
  size_t i = 0;
  for (; i + wordBytes <= size; i += wordBytes)
    if (readWord(at + i))
      return 0;
  for (; i < size; i++)
    if (at[i])
      return 0;
  return 1;
}

static void addFloat(char *to, const char *term) {
  float sum, part;
  uint32_t old, changed;
  memcpy(&part, term, sizeof part);
  if (skewOf(to) % halfBytes)
    checkIsAlone();
  do {
    memcpy(&old, to, sizeof old);
    memcpy(&sum, &old, sizeof sum);
    sum += part;
    memcpy(&changed, &sum, sizeof changed);
    if (skewOf(to) % halfBytes) {
      memcpy(to, &changed, sizeof changed);
      return;
    }
  } while (!changeHalf(to, old, changed));
}

static void addFloats(char *to, const char *term, size_t size) {
  for (size_t i = 0; i < size; i += sizeof(float))
    addFloat(to + i, term + i);
}

static void addDouble(char *to, const char *term) {
  double sum, part;
  uint64_t old, changed;
  memcpy(&part, term, sizeof part);
  if (skewOf(to))
    checkIsAlone();
  do {
    old = readWord(to);
    memcpy(&sum, &old, sizeof sum);
    sum += part;
    memcpy(&changed, &sum, sizeof changed);
    if (skewOf(to)) {
      memcpy(to, &changed, sizeof changed);
      return;
    }
  } while (!changeWord(to, old, changed));
}

/* A piece of an adjoint, and what it is if that is known: a format, and whether the very
 * place says so (else it is what the program computes with). */
typedef struct {
  size_t size;
  int format, isMarked;
} piece;

static int formatOf(size_t number) {
  return number == wordBytes ? ENZYME_RT_DOUBLE : ENZYME_RT_FLOAT;
}

/* A number where one is known to lie, else as above. */
static piece pieceAt(const char *at, const char *other, size_t left, int format) {
  size_t number = enzyme_rt_skew_begins(at);
  if (!number && other && format == ENZYME_RT_NONE) /* both ends hold the same */
    number = enzyme_rt_skew_begins(other);
  if (number && number <= left && !enzyme_rt_skew_overlaps(at, number))
    return (piece){number, formatOf(number), 1};
  for (size_t size = wordBytes; size >= halfBytes; size /= 2)
    if (size <= left && skewOf(at) % size == 0 && !enzyme_rt_skew_overlaps(at, size))
      return (piece){size, format, 0};
  return (piece){1, format, 0};
}

/* A float where a word begins, and nothing behind: a double would be a denormal. */
static int isOneFloat(const char *at) { return readWord(at) >> 32 == 0; }

/* What two words are that meet, where each may be one of the two. */
static int formatOfWords(const char *to, const char *term) {
  int isFloat = isOneFloat(to);
  if (isFloat != isOneFloat(term))
    return ENZYME_RT_NONE;
  return isFloat ? ENZYME_RT_FLOAT : ENZYME_RT_DOUBLE;
}

/* Both ends of a move hold the same numbers: one that knows is enough. */
static void addPiece(char *to, const char *term, piece p) {
  size_t there = enzyme_rt_skew_begins(to);
  int isKnown = p.isMarked || there == p.size, isOther = there && there != p.size;
  int format = isOther ? ENZYME_RT_NONE : isKnown ? formatOf(p.size) : p.format;
  int isWhole = (isKnown || skewOf(to) == 0) && !enzyme_rt_skew_overlaps(to, p.size);
  if (format == ENZYME_RT_FLOAT_OR_DOUBLE && isWhole && p.size == wordBytes)
    format = formatOfWords(to, term);
  int isPart = enzyme_rt_skew_is_part(to);
  if (format == ENZYME_RT_DOUBLE && p.size == wordBytes && isWhole && !isPart)
    addDouble(to, term);
  else if (format == ENZYME_RT_FLOAT && p.size >= halfBytes && (isWhole || !isKnown) && !isPart)
    addFloats(to, term, p.size);
  else
    enzyme_rt_refuse(
        "two adjoints meet in memory of which it is not known where its floats and doubles lie",
        movedAt);
}

/* A float in the midst of a word may look like an address together with what is around. */
static int isPartOfAddress(const char *at, piece p) {
  int isFloat = p.isMarked && p.size == halfBytes;
  return p.size > 1 && !isFloat && liesInAddress(at, p.size);
}

/* Half an address that was moved alone no longer looks like one; where it came from does. */
static int isHalfOfAddress(const char *half, const char *from, piece p) {
  return p.size == halfBytes && isPartOfAddress(from, p) && memcmp(half, from, p.size) == 0;
}

/* Once a word held a number, later an address: the shadow sweep left that, and now the adjoint
 * of the number arrives. */
static int isAddressOfLater(const char *at, piece p) {
  const char *word = wordAround((char *)at, p.size);
  return p.size > 1 && liesInAddress(at, p.size) && !enzyme_rt_skew_begins(word) &&
         !enzyme_rt_skew_begins(word + halfBytes);
}

/* What is known about a piece goes where it goes; what was known there does not hold for it. */
static void markPiece(const char *at, piece p, int isPart) {
  if (isPart)
    enzyme_rt_skew_mark_part(at, p.size);
  else if (p.isMarked ||
           (p.format == ENZYME_RT_DOUBLE && p.size == wordBytes && (uintptr_t)at % wordBytes))
    enzyme_rt_skew_mark(at, p.size);
  else
    enzyme_rt_skew_forget(at, p.size);
}

/* Bytes that lie askew belong to numbers whose beginnings only marks know. Some
 * bytes of a number may look like an address. */
static int isByteOfNumber(const char *from, piece p) {
  size_t size = p.format == ENZYME_RT_FLOAT ? halfBytes : wordBytes;
  const char *number = from - (uintptr_t)from % size;
  return p.size == 1 && p.format != ENZYME_RT_NONE &&
         (!liesInAddress(from, 1) || enzyme_rt_is_arriving(number)) &&
         !enzyme_rt_skew_begins(number) && !enzyme_rt_skew_overlaps(number, size);
}

static void pullByte(char *to, char *from, int format) {
  size_t size = format == ENZYME_RT_FLOAT ? halfBytes : wordBytes, at = (uintptr_t)from % size;
  const char *whole = enzyme_rt_byte_arrives(from - at, size, at, to, movedAt);
  *to = 0;
  if (whole)
    addPiece(from - at, whole, (piece){size, format, 0});
}

static void pullPiece(char *to, char *from, piece p) {
  char adjoint[wordBytes];
  if (from && p.size == 1 && enzyme_rt_skew_is_part(to)) {
    enzyme_rt_pull_part(to, from, p.size, ENZYME_RT_PART | ENZYME_RT_PART_NUMBER);
    return;
  }
  if (from && isByteOfNumber(from, p)) {
    pullByte(to, from, p.format);
    return;
  }
  if (isZero(to, p.size) || isPartOfAddress(to, p))
    return;
  memcpy(adjoint, to, p.size);
  memset(to, 0, p.size);
  if (!from || isHalfOfAddress(adjoint, from, p))
    return;
  if (isAddressOfLater(from, p))
    dropAddress(from, p.size);
  if (!isZero(from, p.size) || !putWhereNothingLies(from, adjoint, p.size)) {
    addPiece(from, adjoint, p);
    return;
  }
  markPiece(from, p, enzyme_rt_skew_is_part(to));
}

static void pullUpwards(char *to, char *from, size_t bytes, int format) {
  piece p;
  for (size_t at = 0; at < bytes; at += p.size) {
    p = pieceAt(to + at, from ? from + at : NULL, bytes - at, format);
    pullPiece(to + at, from ? from + at : NULL, p);
  }
  enzyme_rt_skew_forget(to, bytes);
}

/* Whole floats may be moved as what they are. */
static int isPartOfNumber(int format, size_t bytes) {
  int isFloats = (format & ENZYME_RT_PART) && bytes % halfBytes == 0 &&
                 (format & ENZYME_RT_PART_NUMBER) == ENZYME_RT_FLOAT;
  return format >= ENZYME_RT_PART && !isFloats;
}
static int ofWhole(int format) {
  return format >= ENZYME_RT_PART ? format & ENZYME_RT_PART_NUMBER : format;
}

/* No byte is moved for itself, which may be one of a number that arrives byte by byte. */
static int isOfHalves(const char *to, const char *from, size_t bytes) {
  return ((uintptr_t)to | (uintptr_t)from | bytes) % halfBytes == 0;
}

void enzyme_rt_pull_raw(void *destination, void *source, size_t bytes, int format,
                        const char *place) {
  char *to = destination, *from = hasShadow(source) ? source : NULL;
  if (!hasShadow(to))
    return;
  int isWord = bytes == wordBytes && skewOf(to) == 0 && skewOf(from) == 0;
  if ((isWord || (format < ENZYME_RT_PART && isOfHalves(to, from, bytes))) && isZero(to, bytes) &&
      !enzyme_rt_skew_is_any())
    return;
  movedAt = place;
  if (isPartOfNumber(format, bytes)) {
    enzyme_rt_pull_part(to, from, bytes, format);
    return;
  }
  format = ofWhole(format);
  if (!from || to >= from || from >= to + bytes) {
    pullUpwards(to, from, bytes, format);
    return;
  }
  /* What is taken first must be added last. */
  char *room = calloc(bytes + 2 * wordBytes, 1); /* lies as `to` does */
  if (!room)
    enzyme_rt_refuse("no memory is left to move adjoints that overlap", NULL);
  pullUpwards(to, room + skewOf(to), bytes, format);
  pullUpwards(room + skewOf(to), from, bytes, format);
  free(room);
}

static void spreadUpwards(char *to, const char *from, size_t bytes, int format) {
  piece p;
  for (size_t at = 0; at < bytes; at += p.size) {
    p = pieceAt(from ? from + at : to + at, NULL, bytes - at, format);
    if (isPartOfAddress(to + at, p))
      continue;
    if (!from || isPartOfAddress(from + at, p))
      memset(to + at, 0, p.size);
    else
      memcpy(to + at, from + at, p.size);
    if (from && !isZero(to + at, p.size))
      markPiece(to + at, p, enzyme_rt_skew_is_part(from + at));
  }
}

void enzyme_rt_spread_raw(void *destination, const void *source, size_t bytes, int format,
                          const char *place) {
  movedAt = place;
  char *to = destination, *room = NULL;
  const char *from = hasShadow(source) ? source : NULL;
  if (!hasShadow(to)) {
    if (from && !isZero(from, bytes))
      enzyme_rt_refuse("a derivative is moved into memory that has no shadow: a function without a "
                       "derivative allocated it",
                       movedAt);
    return;
  }
  if (isPartOfNumber(format, bytes)) {
    if (from)
      memmove(to, from, bytes);
    else
      memset(to, 0, bytes);
    return;
  }
  format = ofWhole(format);
  if (from && from < to + bytes && to < from + bytes) {
    room = calloc(bytes + 2 * wordBytes, 1);
    if (!room)
      enzyme_rt_refuse("no memory is left to move adjoints that overlap", NULL);
    from = memcpy(room + skewOf(from), from, bytes);
  }
  spreadUpwards(to, from, bytes, format);
  free(room);
}
