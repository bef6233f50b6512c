/*===- skew.c - where numbers lie that memory itself does not show ----------===
 *
 * Problem: {int n; double x[n]} appended to a buffer of bytes puts doubles where
 * no double of the program's own lies. When such a stream is copied as a whole,
 * its doubles cannot be told from its words, and adjoints that meet there would be
 * summed askew (raw.c). A float in the middle of a word looks like an address. The
 * same of doubles and floats that are carved from one block, in an arena.
 *
 * Here: every such place is remembered from the moment an adjoint arrives there:
 * for each word of memory, which of its eight bytes a double begins at, and which a
 * float. Numbers that lie at multiples of their size, which is nearly all of them,
 * are written down only where memory holds both (emit/Pull.cpp) and it is copied without
 * its types being known: derivatives without such copies do not call this.
 *===----------------------------------------------------------------------===*/
#include "skew.h"
#include "enzyme/runtime.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { wordBytes = 8, firstRoom = 64 };

/* What numbers may be, and a bit for each byte of a word at which one begins. Parts of numbers
 * are remembered here, too, byte by byte (parts.c). */
enum { doubles, floats, parts, kinds };
static const uintptr_t bytesOf[kinds] = {8, 4, 1};

/* For each word of a page of memory, and each kind. */
enum { pageBytes = 4096, wordsOfPage = pageBytes / wordBytes };
typedef unsigned char marks[kinds];
typedef struct {
  uintptr_t page; /* 0: free */
  marks *words;
} entry;

static entry *table;
static size_t room, used;
static entry latest; /* most questions are about the page that the one before was about */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
/* Asked without the lock, by derivative code as well (passes/optimise/InlineRuntime.cpp): most
 * programs have no packed stream. */
_Atomic unsigned char enzyme_rt_skew_used;

static void lock(void) { pthread_mutex_lock(&mutex); }
static void unlock(void) { pthread_mutex_unlock(&mutex); }
static int isEmpty(void) {
  return !atomic_load_explicit(&enzyme_rt_skew_used, memory_order_relaxed);
}

static void *orRefuse(void *memory) {
  if (!memory)
    enzyme_rt_refuse("no memory is left for the places of doubles in packed streams", NULL);
  return memory;
}

static entry *slotOf(entry *in, size_t size, uintptr_t page) {
  size_t i = (size_t)(page * 0x9E3779B97F4A7C15u) & (size - 1);
  while (in[i].page && in[i].page != page)
    i = (i + 1) & (size - 1);
  return &in[i];
}

static int isAnyIn(const marks *words) {
  static const marks none[wordsOfPage];
  return memcmp(words, none, sizeof none) != 0;
}

/* Pages without marks are dropped. */
static void grow(void) {
  size_t larger = room ? 2 * room : firstRoom, live = 0;
  entry *next = orRefuse(calloc(larger, sizeof *next));
  for (size_t i = 0; i < room; i++)
    if (table[i].page && isAnyIn(table[i].words)) {
      *slotOf(next, larger, table[i].page) = table[i];
      live++;
    } else {
      free(table[i].words);
    }
  free(table);
  table = next, room = larger, used = live;
  latest = (entry){0, NULL};
  atomic_store_explicit(&enzyme_rt_skew_used, 1, memory_order_relaxed);
}

/* NULL where the word's page has none. */
static unsigned char *marksOf(uintptr_t word) {
  uintptr_t page = word / pageBytes;
  if (page != latest.page) {
    if (!room)
      return NULL;
    entry *slot = slotOf(table, room, page);
    if (!slot->page)
      return NULL;
    latest = *slot;
  }
  return latest.words[word % pageBytes / wordBytes];
}

static unsigned char *marksToSet(uintptr_t word) {
  unsigned char *known = marksOf(word);
  if (known)
    return known;
  if (2 * used >= room)
    grow();
  entry *slot = slotOf(table, room, word / pageBytes);
  slot->page = word / pageBytes;
  slot->words = orRefuse(calloc(wordsOfPage, sizeof *slot->words));
  used++;
  return marksOf(word);
}

/* The bytes of the word at `word` that lie in [first, last), as bits. */
static unsigned bitsOf(uintptr_t word, uintptr_t first, uintptr_t last) {
  unsigned begin = first > word ? (unsigned)(first - word) : 0,
           end = last < word + wordBytes ? (unsigned)(last - word) : wordBytes;
  return ((1u << end) - 1) & ~((1u << begin) - 1);
}

static unsigned anyIn(int kind, uintptr_t first, uintptr_t last) {
  for (uintptr_t word = first - first % wordBytes; word < last; word += wordBytes) {
    const unsigned char *at = marksOf(word);
    if (at && at[kind] & bitsOf(word, first, last))
      return 1;
  }
  return 0;
}

/* All that reach into `size` bytes. */
static void forgetAround(uintptr_t place, size_t size) {
  uintptr_t first = place - wordBytes + 1, last = place + size; /* the longest begin there */
  for (uintptr_t word = first - first % wordBytes; word < last; word += wordBytes) {
    unsigned char *at = marksOf(word);
    for (int kind = 0; at && kind < kinds; kind++)
      if (at[kind] && place - bytesOf[kind] + 1 < word + wordBytes)
        at[kind] &= (unsigned char)~bitsOf(word, place - bytesOf[kind] + 1, last);
  }
}

size_t enzyme_rt_skew_begins(const char *at) {
  if (isEmpty())
    return 0;
  uintptr_t place = (uintptr_t)at;
  size_t found = 0;
  lock();
  for (int kind = 0; kind < parts; kind++)
    if (anyIn(kind, place, place + 1))
      found = bytesOf[kind];
  unlock();
  return found;
}

int enzyme_rt_skew_overlaps(const char *at, size_t size) {
  if (isEmpty())
    return 0;
  uintptr_t place = (uintptr_t)at;
  unsigned found = 0;
  lock();
  for (int kind = 0; kind < kinds; kind++)
    found |= anyIn(kind, place - bytesOf[kind] + 1, place) | anyIn(kind, place + 1, place + size);
  unlock();
  return found != 0;
}

static void mark(uintptr_t place, size_t size) {
  forgetAround(place, size);
  marksToSet(place)[size == bytesOf[doubles] ? doubles : floats] |=
      (unsigned char)(1u << place % wordBytes);
}

void enzyme_rt_skew_mark(const char *at, size_t size) {
  lock();
  mark((uintptr_t)at, size);
  unlock();
}

void enzyme_rt_skew_mark_part(const char *at, size_t size) {
  uintptr_t first = (uintptr_t)at, last = first + size;
  lock();
  forgetAround(first, size);
  for (uintptr_t word = first - first % wordBytes; word < last; word += wordBytes)
    marksToSet(word)[parts] |= (unsigned char)bitsOf(word, first, last);
  unlock();
}

int enzyme_rt_skew_is_part(const char *at) {
  if (isEmpty())
    return 0;
  lock();
  int isPart = anyIn(parts, (uintptr_t)at, (uintptr_t)at + 1) != 0;
  unlock();
  return isPart;
}

int enzyme_rt_skew_is_any(void) { return !isEmpty(); }

void enzyme_rt_skew_forget(const char *at, size_t size) {
  if (isEmpty() || !size)
    return;
  lock();
  forgetAround((uintptr_t)at, size);
  unlock();
}

void enzyme_rt_placed(const void *place, size_t bytes, size_t period, size_t number) {
  lock();
  for (uintptr_t at = (uintptr_t)place; bytes >= number; at += period, bytes -= period) {
    mark(at, number);
    if (bytes < period)
      break;
  }
  unlock();
}

void enzyme_rt_skewed(const void *place, size_t bytes, size_t period, size_t number) {
  int isRegular = (uintptr_t)place % number == 0 && period % number == 0;
  if (isRegular && (isEmpty() || period == number))
    return enzyme_rt_skew_forget(place, bytes);
  enzyme_rt_placed(place, bytes, period, number);
}

void enzyme_rt_unskewed(const void *place, size_t bytes) { enzyme_rt_skew_forget(place, bytes); }
