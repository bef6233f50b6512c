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

/* For each word of a page of memory, and each kind. Read and written by one instruction each:
 * threads that add to the same number note the same. */
enum { pageBytes = 4096, wordsOfPage = pageBytes / wordBytes };
typedef _Atomic unsigned char marks[kinds];
typedef struct {
  _Atomic uintptr_t page; /* 0: free */
  marks *words;
} entry;

/* Pages stay, and so do tables that became too small: they are read without a lock. */
typedef struct pages {
  struct pages *smaller; /* that this one replaced */
  size_t room;
  entry slots[];
} pages;
static pages *_Atomic table;
static size_t used;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* of those who add a page */
/* Most questions are about the page that the one before was about. */
static _Thread_local struct {
  uintptr_t page;
  marks *words;
} latest;
/* Asked by derivative code as well (passes/optimise/InlineRuntime.cpp): most programs have no
 * packed stream. */
_Atomic unsigned char enzyme_rt_skew_used;

static int isEmpty(void) {
  return !atomic_load_explicit(&enzyme_rt_skew_used, memory_order_relaxed);
}

static void *orRefuse(void *memory) {
  if (!memory)
    enzyme_rt_refuse("no memory is left for the places of doubles in packed streams", NULL);
  return memory;
}

static entry *slotOf(pages *in, uintptr_t page) {
  size_t i = (size_t)(page * 0x9E3779B97F4A7C15u) & (in->room - 1);
  for (uintptr_t there;
       (there = atomic_load_explicit(&in->slots[i].page, memory_order_acquire)) && there != page;)
    i = (i + 1) & (in->room - 1);
  return &in->slots[i];
}

static void put(pages *in, uintptr_t page, marks *words) {
  entry *slot = slotOf(in, page);
  slot->words = words;
  atomic_store_explicit(&slot->page, page, memory_order_release);
}

static pages *grown(pages *from) {
  size_t room = from ? 2 * from->room : firstRoom;
  pages *to = orRefuse(calloc(1, sizeof *to + room * sizeof to->slots[0]));
  to->room = room;
  to->smaller = from;
  for (size_t i = 0; from && i < from->room; i++)
    if (from->slots[i].page)
      put(to, from->slots[i].page, from->slots[i].words);
  atomic_store_explicit(&table, to, memory_order_release);
  atomic_store_explicit(&enzyme_rt_skew_used, 1, memory_order_relaxed);
  return to;
}

static void addPage(uintptr_t page) {
  pthread_mutex_lock(&mutex);
  pages *known = table;
  if (!known || 2 * used >= known->room)
    known = grown(known);
  if (!slotOf(known, page)->page) { /* no one else was faster */
    put(known, page, orRefuse(calloc(wordsOfPage, sizeof(marks))));
    used++;
  }
  pthread_mutex_unlock(&mutex);
}

/* NULL where the word's page has none. */
static _Atomic unsigned char *marksOf(uintptr_t word) {
  uintptr_t page = word / pageBytes;
  if (page != latest.page) {
    pages *known = atomic_load_explicit(&table, memory_order_acquire);
    entry *slot = known ? slotOf(known, page) : NULL;
    if (!slot || !slot->page)
      return NULL;
    latest.page = page, latest.words = slot->words;
  }
  return latest.words[word % pageBytes / wordBytes];
}

static _Atomic unsigned char *marksToSet(uintptr_t word) {
  if (!marksOf(word))
    addPage(word / pageBytes);
  return marksOf(word);
}

/* Seldom anything changes. */
static unsigned marked(_Atomic unsigned char *at) {
  return atomic_load_explicit(at, memory_order_relaxed);
}
static void setBits(_Atomic unsigned char *at, unsigned bits) {
  if (~marked(at) & bits)
    atomic_fetch_or_explicit(at, (unsigned char)bits, memory_order_relaxed);
}
static void clearBits(_Atomic unsigned char *at, unsigned bits) {
  if (marked(at) & bits)
    atomic_fetch_and_explicit(at, (unsigned char)~bits, memory_order_relaxed);
}

/* The bytes of the word at `word` that lie in [first, last), as bits. */
static unsigned bitsOf(uintptr_t word, uintptr_t first, uintptr_t last) {
  if (first >= word + wordBytes || last <= word)
    return 0;
  unsigned begin = first > word ? (unsigned)(first - word) : 0,
           end = last < word + wordBytes ? (unsigned)(last - word) : wordBytes;
  return ((1u << end) - 1) & ~((1u << begin) - 1);
}

/* The longest numbers that reach to `place` begin in this word, or behind it. */
static uintptr_t firstWord(uintptr_t place) {
  uintptr_t first = place - wordBytes + 1;
  return first - first % wordBytes;
}

/* All that reach into `size` bytes. */
static void forgetAround(uintptr_t place, size_t size) {
  uintptr_t last = place + size;
  for (uintptr_t word = firstWord(place); word < last; word += wordBytes) {
    _Atomic unsigned char *at = marksOf(word);
    for (int kind = 0; at && kind < kinds; kind++)
      if (marked(&at[kind]))
        clearBits(&at[kind], bitsOf(word, place - bytesOf[kind] + 1, last));
  }
}

static int beginsAt(uintptr_t place, int kind) {
  _Atomic unsigned char *at = marksOf(place);
  return at && marked(&at[kind]) >> place % wordBytes & 1;
}

size_t enzyme_rt_skew_begins(const char *at) {
  if (isEmpty())
    return 0;
  uintptr_t place = (uintptr_t)at;
  return beginsAt(place, floats)    ? bytesOf[floats]
         : beginsAt(place, doubles) ? bytesOf[doubles]
                                    : 0;
}

int enzyme_rt_skew_overlaps(const char *at, size_t size) {
  if (isEmpty())
    return 0;
  uintptr_t place = (uintptr_t)at, last = place + size;
  for (uintptr_t word = firstWord(place); word < last; word += wordBytes) {
    _Atomic unsigned char *there = marksOf(word);
    for (int kind = 0; there && kind < kinds; kind++) {
      unsigned begins = marked(&there[kind]);
      if (begins &&
          begins & (bitsOf(word, place - bytesOf[kind] + 1, place) | bitsOf(word, place + 1, last)))
        return 1;
    }
  }
  return 0;
}

/* Where that is known already nothing that overlaps it is. */
void enzyme_rt_skew_mark(const char *at, size_t size) {
  uintptr_t place = (uintptr_t)at;
  int kind = size == bytesOf[doubles] ? doubles : floats;
  unsigned bit = 1u << place % wordBytes;
  _Atomic unsigned char *known = marksOf(place);
  if (known && marked(&known[kind]) & bit)
    return;
  forgetAround(place, size);
  setBits(&marksToSet(place)[kind], bit);
}

void enzyme_rt_skew_mark_part(const char *at, size_t size) {
  uintptr_t first = (uintptr_t)at, last = first + size;
  forgetAround(first, size);
  for (uintptr_t word = first - first % wordBytes; word < last; word += wordBytes)
    setBits(&marksToSet(word)[parts], bitsOf(word, first, last));
}

int enzyme_rt_skew_is_part(const char *at) { return !isEmpty() && beginsAt((uintptr_t)at, parts); }

int enzyme_rt_skew_is_any(void) { return !isEmpty(); }

void enzyme_rt_skew_forget(const char *at, size_t size) {
  if (isEmpty() || !size)
    return;
  forgetAround((uintptr_t)at, size);
}

void enzyme_rt_placed(const void *place, size_t bytes, size_t period, size_t number) {
  for (const char *at = place; bytes >= number; at += period, bytes -= period) {
    enzyme_rt_skew_mark(at, number);
    if (bytes < period)
      break;
  }
}

void enzyme_rt_skewed(const void *place, size_t bytes, size_t period, size_t number) {
  int isRegular = (((uintptr_t)place | period) & (number - 1)) == 0; /* a power of two */
  if (isRegular && (isEmpty() || period == number))
    return enzyme_rt_skew_forget(place, bytes);
  enzyme_rt_placed(place, bytes, period, number);
}

void enzyme_rt_unskewed(const void *place, size_t bytes) { enzyme_rt_skew_forget(place, bytes); }
