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

enum { wordBytes = 8, firstRoom = 64 };

/* What numbers may be, and a bit for each byte of a word at which one begins. Parts of numbers
 * are remembered here, too, byte by byte (parts.c). */
enum { doubles, floats, parts, kinds };
static const uintptr_t bytesOf[kinds] = {8, 4, 1};

typedef struct {
  uintptr_t word; /* 0: free */
  unsigned char begins[kinds];
} entry;

static entry *table;
static size_t room, used;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
/* Asked without the lock, by derivative code as well (passes/optimise/InlineRuntime.cpp): most
 * programs have no packed stream. */
_Atomic unsigned char enzyme_rt_skew_used;

static void lock(void) { pthread_mutex_lock(&mutex); }
static void unlock(void) { pthread_mutex_unlock(&mutex); }
static int isEmpty(void) {
  return !atomic_load_explicit(&enzyme_rt_skew_used, memory_order_relaxed);
}

static entry *slotOf(entry *in, size_t size, uintptr_t word) {
  size_t i = (size_t)(word / wordBytes * 0x9E3779B97F4A7C15u) & (size - 1);
  while (in[i].word && in[i].word != word)
    i = (i + 1) & (size - 1);
  return &in[i];
}

static void grow(void) {
  size_t larger = room ? 2 * room : firstRoom, live = 0;
  entry *next = calloc(larger, sizeof *next);
  if (!next)
    enzyme_rt_refuse("no memory is left for the places of doubles in packed streams", NULL);
  for (size_t i = 0; i < room; i++)
    if (table[i].begins[doubles] | table[i].begins[floats] | table[i].begins[parts]) {
      *slotOf(next, larger, table[i].word) = table[i];
      live++;
    }
  free(table);
  table = next, room = larger, used = live;
  atomic_store_explicit(&enzyme_rt_skew_used, 1, memory_order_relaxed);
}

static unsigned beginsIn(int kind, uintptr_t word) {
  return room ? slotOf(table, room, word)->begins[kind] : 0;
}

static void set(int kind, uintptr_t word, unsigned begins) {
  if (2 * used >= room)
    grow();
  entry *slot = slotOf(table, room, word);
  used += !slot->word;
  slot->word = word;
  slot->begins[kind] = (unsigned char)begins;
}

/* The bytes of the word at `word` that lie in [first, last), as bits. */
static unsigned bitsOf(uintptr_t word, uintptr_t first, uintptr_t last) {
  unsigned bits = 0;
  for (unsigned i = 0; i < wordBytes; i++)
    if (word + i >= first && word + i < last)
      bits |= 1u << i;
  return bits;
}

static unsigned anyIn(int kind, uintptr_t first, uintptr_t last) {
  for (uintptr_t word = first - first % wordBytes; word < last; word += wordBytes)
    if (beginsIn(kind, word) & bitsOf(word, first, last))
      return 1;
  return 0;
}

static void forget(int kind, uintptr_t first, uintptr_t last) {
  for (uintptr_t word = first - first % wordBytes; word < last; word += wordBytes) {
    unsigned begins = beginsIn(kind, word), rest = begins & ~bitsOf(word, first, last);
    if (rest != begins)
      set(kind, word, rest);
  }
}

/* All that reach into `size` bytes. */
static void forgetAround(uintptr_t place, size_t size) {
  for (int kind = 0; kind < kinds; kind++)
    forget(kind, place - bytesOf[kind] + 1, place + size);
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

void enzyme_rt_skew_mark(const char *at, size_t size) {
  uintptr_t place = (uintptr_t)at, word = place - place % wordBytes;
  int kind = size == bytesOf[doubles] ? doubles : floats;
  lock();
  forgetAround(place, size);
  set(kind, word, beginsIn(kind, word) | 1u << place % wordBytes);
  unlock();
}

void enzyme_rt_skew_mark_part(const char *at, size_t size) {
  uintptr_t first = (uintptr_t)at, last = first + size;
  lock();
  forgetAround(first, size);
  for (uintptr_t word = first - first % wordBytes; word < last; word += wordBytes)
    set(parts, word, beginsIn(parts, word) | bitsOf(word, first, last));
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
  for (const char *at = place; bytes >= number; at += period, bytes -= period) {
    enzyme_rt_skew_mark(at, number);
    if (bytes < period)
      break;
  }
}

void enzyme_rt_skewed(const void *place, size_t bytes, size_t period, size_t number) {
  int isRegular = (uintptr_t)place % number == 0 && period % number == 0;
  if (isRegular && (isEmpty() || period == number))
    return enzyme_rt_skew_forget(place, bytes);
  enzyme_rt_placed(place, bytes, period, number);
}

void enzyme_rt_unskewed(const void *place, size_t bytes) { enzyme_rt_skew_forget(place, bytes); }
