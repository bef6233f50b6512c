/*===- tape.c - the per-thread arena that derivative code keeps values on -===
 *
 * Problem: between its two sweeps a derivative keeps values whose number is only
 * known at run time. malloc per value is slow, realloc copies, and an exception
 * must not leak any of it.
 *
 * Here: one arena per thread: a list of chunks with a bump pointer. Chunks double
 * in size. Releasing to a mark frees whole chunks and runs what was deferred (the
 * primal's own frees, postponed because the reverse sweep still reads that memory).
 * Released chunks are kept for the next call, so that a gradient in a loop neither
 * goes to malloc nor has pages cleared (which was half of the time of large ones); of
 * many the system may take the pages back when it needs them. They are freed when the
 * thread ends. Large chunks ask for large pages.
 *
 * The tape of a split derivative outlives the call that made it, and other tapes
 * come and go meanwhile: it has an arena of its own (split.c).
 *===----------------------------------------------------------------------===*/
#include "arena.h"
#include "arriving.h"
#include "ends.h"
#include "enzyme/runtime.h"
#include "parts.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
  Alignment = 16,
  FirstChunkBytes = 1 << 16,
  LargestStepBytes = 1 << 28,  /* chunks stop doubling here */
  LargestOwnedBytes = 1 << 25, /* of more the pages are the system's when it wants them */
  FreedBlockBytes = (1 << 25) - (1 << 16), /* the largest that has the effect: keepHeap */
  KeptHeapBytes = 1 << 30,
  HugePageBytes = 1 << 21
};

/* What an empty tape keeps. */
#ifdef MADV_FREE
static const size_t largestSpareBytes = (size_t)1 << 32;
#else
static const size_t largestSpareBytes = (size_t)1 << 28;
#endif

struct chunk {
  struct chunk *below;
  size_t bytes;     /* of the payload behind this header */
  size_t usedBelow; /* bytes in use in all chunks below */
  size_t isOffered; /* a spare chunk: the system may take its pages */
};

/* Thousands at a time, nearly all of which have no further arguments: those follow where there are
 * any. */
struct deferred {
  struct deferred *below;
  void *memory;
  union {
    void (*one)(void *);
    void (*two)(void *, size_t);
    void (*three)(void *, size_t, size_t);
  } release;
  size_t further; /* arguments */
  size_t arguments[];
};

__thread struct enzyme_rt_arena enzyme_rt_arena;

static __thread struct chunk
    *spares; /* the smallest first; one alone may be below FirstChunkBytes */
static __thread bool endIsAsked;
static __thread size_t chunkBytes, spareBytes, peakBytes;

_Static_assert(sizeof(struct chunk) % Alignment == 0, "the payload is aligned");

static char *payload(struct chunk *c) { return (char *)(c + 1); }

/* A chunk's end may stay free: what is used is counted to `top`. */
size_t enzyme_rt_arena_bytes(void) {
  struct chunk *c = enzyme_rt_arena.chunk;
  return c ? c->usedBelow + (size_t)(enzyme_rt_arena.top - payload(c)) : 0;
}

/* The tape only grows between two releases, so its peaks are where it shrinks or
 * is asked: the bumps in derivative code count nothing. Releases in derivative code
 * call nothing while a chunk is no fuller than it was before. */
static void notePeak(void) {
  size_t used = enzyme_rt_arena_bytes();
  if (used > peakBytes)
    peakBytes = used;
  if (enzyme_rt_arena.top > enzyme_rt_arena.noted)
    enzyme_rt_arena.noted = enzyme_rt_arena.top;
}

static void freeSmallestSpare(void) {
  struct chunk *c = spares;
  spares = c->below;
  spareBytes -= c->bytes;
  free(c);
}

static void freeSpares(void *unused) {
  (void)unused;
  while (spares)
    freeSmallestSpare();
  endIsAsked = false; /* destructors of the program may want another tape */
}

static enzyme_rt_end threadEnd = {.act = freeSpares, .actsAtUnload = true};

static void freeSparesAtEnd(void) {
  if (!endIsAsked)
    endIsAsked = enzyme_rt_at_thread_end(&threadEnd, &enzyme_rt_arena);
}

/* While the tape holds anything, its chunks are kept whatever their size: a call in a
 * loop at a chunk's end would otherwise get and give back memory each time. */
static void retire(struct chunk *c, size_t mostBytes) {
  chunkBytes -= c->bytes;
  if (spares && spares->bytes < FirstChunkBytes && spares->bytes < c->bytes)
    freeSmallestSpare(); /* of small tapes, thousands of which may be open, one is kept */
  if (spares && c->bytes < FirstChunkBytes) {
    free(c);
    return;
  }
  struct chunk **at = &spares;
  while (*at && (*at)->bytes < c->bytes)
    at = &(*at)->below;
  c->below = *at;
  c->isOffered = false;
  *at = c;
  spareBytes += c->bytes;
  while (spareBytes > mostBytes)
    freeSmallestSpare();
  freeSparesAtEnd(); /* a tape may end in another thread than it began in */
}

/* Between two derivatives large spare chunks are memory that other parts of the program
 * may need. Their pages stay where they are, and cost the next derivative nothing, until
 * the system runs short of them; the headers' own pages are not given away. */
static void offerSpares(void) {
#ifdef MADV_FREE
  if (spareBytes <= LargestOwnedBytes)
    return;
  for (struct chunk *c = spares; c; c = c->below) {
    if (c->isOffered || c->bytes < 2 * HugePageBytes)
      continue;
    size_t first = ((size_t)payload(c) + HugePageBytes - 1) & ~(size_t)(HugePageBytes - 1);
    size_t end = ((size_t)payload(c) + c->bytes) & ~(size_t)(HugePageBytes - 1);
    madvise((void *)first, end - first, MADV_FREE);
    c->isOffered = true;
  }
#endif
}

/* The smallest spare chunk of `bytes`; else the largest that has room for `atLeast`. A small
 * tape leaves those of larger ones alone. NULL if there is none. */
static struct chunk *takeSpare(size_t bytes, size_t atLeast) {
  struct chunk **at = &spares, **best = NULL;
  for (; *at; at = &(*at)->below) {
    if ((*at)->bytes >= atLeast)
      best = at;
    if ((*at)->bytes >= bytes)
      break;
  }
  if (!best || (bytes < FirstChunkBytes && (*best)->bytes / 2 > bytes))
    return NULL;
  struct chunk *c = *best;
  *best = c->below;
  spareBytes -= c->bytes;
  return c;
}

/* Fresh memory costs a page fault for every page: of a large tape more than what is
 * written to it. So it asks for large pages. */
static void *freshMemory(size_t bytes) {
#ifdef MADV_HUGEPAGE
  if (bytes >= 2 * HugePageBytes) {
    void *memory;
    bytes = (bytes + HugePageBytes - 1) & ~(size_t)(HugePageBytes - 1);
    if (posix_memalign(&memory, HugePageBytes, bytes))
      return NULL;
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
  }
#endif
  return malloc(bytes);
}

static struct chunk *newChunk(size_t atLeast) {
  struct chunk *top = enzyme_rt_arena.chunk;
  size_t first = enzyme_rt_arena.firstBytes ? enzyme_rt_arena.firstBytes : FirstChunkBytes;
  size_t bytes = top ? top->bytes * 2 : first;
  if (bytes > LargestStepBytes)
    bytes = LargestStepBytes;
  if (bytes < atLeast)
    bytes = atLeast;
  struct chunk *c = takeSpare(bytes, atLeast);
  if (!c) {
    c = freshMemory(bytes + sizeof *c);
    if (!c)
      enzyme_rt_refuse("no memory for the tape of a derivative", NULL);
    c->bytes = bytes;
    freeSparesAtEnd();
  }
  c->usedBelow = enzyme_rt_arena_bytes();
  c->below = top;
  chunkBytes += c->bytes;
  return c;
}

static __attribute__((noinline)) void takeChunk(struct enzyme_rt_arena *arena, size_t atLeast) {
  struct chunk *c = newChunk(atLeast);
  arena->chunk = c;
  arena->noted = NULL;
  arena->top = payload(c);
  arena->limit = arena->top + c->bytes;
}

static inline void *take(size_t bytes) {
  bytes = (bytes + Alignment - 1) & ~(size_t)(Alignment - 1);
  struct enzyme_rt_arena *arena = &enzyme_rt_arena;
  if ((size_t)(arena->limit - arena->top) < bytes || !arena->top)
    takeChunk(arena, bytes);
  void *result = arena->top;
  arena->top += bytes;
  return result;
}

void *enzyme_rt_alloc(size_t bytes) { return take(bytes); }

void *enzyme_rt_alloc_aligned(size_t bytes, size_t alignment) {
  size_t memory = (size_t)enzyme_rt_alloc(bytes + alignment);
  return (void *)((memory + alignment - 1) & ~(alignment - 1));
}

void *enzyme_rt_alloc_zeroed(size_t bytes) { return memset(enzyme_rt_alloc(bytes), 0, bytes); }

void enzyme_rt_mark(enzyme_rt_mark_t *mark) {
  mark->position = enzyme_rt_arena.top;
  mark->chunk = enzyme_rt_arena.chunk;
  mark->deferred = enzyme_rt_arena.deferred;
}

static void runDeferred(const struct deferred *d) {
  if (d->further == 2)
    d->release.three(d->memory, d->arguments[0], d->arguments[1]);
  else if (d->further == 1)
    d->release.two(d->memory, d->arguments[0]);
  else
    d->release.one(d->memory);
}

/* All that a function frees is freed here at once. The GNU C library then gives the end of the heap
 * back to the system, beyond 128 KB, and the next derivative pays for each page again: up to three
 * quarters of the time of gradients with many blocks. Once a block of 32 MB has been freed, whose
 * pages nothing has touched, blocks up to that size lie in the heap, and its end is kept up to
 * twice as much; then what is kept is said (mallopt(3)), unless the user has said it. */
static void keepHeap(void) {
  void *volatile block = malloc(FreedBlockBytes);
  free(block);
#ifdef M_TRIM_THRESHOLD
  const char *tunables = getenv("GLIBC_TUNABLES");
  if (!getenv("MALLOC_TRIM_THRESHOLD_") && !(tunables && strstr(tunables, "trim_threshold")))
    mallopt(M_TRIM_THRESHOLD, KeptHeapBytes);
#endif
}

/* What frees a block reads its size, which lies in front of it: no longer in the nearest cache, if
 * anywhere. It is asked for ahead of time. */
static const struct deferred *askForNext(const struct deferred *d, const void *end) {
  if (d == end)
    return d;
  __builtin_prefetch((const void *)((uintptr_t)d->memory - sizeof(size_t)));
  return d->below;
}

static void runDeferredDownTo(void *end) {
  enum { Ahead = 6 };
  const struct deferred *ahead = enzyme_rt_arena.deferred;
  for (int i = 0; i != Ahead; ++i)
    ahead = askForNext(ahead, end);
  while (enzyme_rt_arena.deferred != end) {
    struct deferred *d = enzyme_rt_arena.deferred;
    enzyme_rt_arena.deferred = d->below;
    ahead = askForNext(ahead, end);
    runDeferred(d);
  }
}

void enzyme_rt_put_off(struct enzyme_rt_arena *arena, struct deferred **list,
                       void (*release)(void *), enzyme_rt_end_now *now) {
  for (struct deferred *d; (d = arena->deferred);) {
    arena->deferred = d->below;
    if (release && d->further == 0 && d->release.one == release) {
      now(d->memory, list);
      continue;
    }
    size_t bytes = sizeof *d + d->further * sizeof *d->arguments;
    struct deferred *copy = malloc(bytes);
    if (!copy)
      enzyme_rt_refuse("no memory for the tape of a derivative", NULL);
    memcpy(copy, d, bytes);
    copy->below = *list;
    *list = copy;
  }
}

void enzyme_rt_append_put_off(struct deferred **list, struct deferred *more) {
  if (!more)
    return;
  struct deferred *last = more;
  while (last->below)
    last = last->below;
  last->below = *list;
  *list = more;
}

void enzyme_rt_run_put_off(struct deferred *list) {
  for (struct deferred *d = list, *below; d; d = below) {
    below = d->below;
    runDeferred(d);
    free(d);
  }
}

void enzyme_rt_sweep_ends(void) {
  if (!enzyme_rt_arena.chunk) { /* else the tape's end says so */
    enzyme_rt_end_of_arrivals();
    enzyme_rt_end_of_parts();
  }
}

void enzyme_rt_release(const enzyme_rt_mark_t *mark) {
  if (!mark->chunk) { /* the outermost sweep has ended */
    enzyme_rt_end_of_arrivals();
    enzyme_rt_end_of_parts();
  }
  enzyme_rt_release_within(mark);
}

void enzyme_rt_release_within(const enzyme_rt_mark_t *mark) {
  notePeak();
  if (enzyme_rt_arena.deferred != mark->deferred) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, keepHeap);
    runDeferredDownTo(mark->deferred);
  }
  struct enzyme_rt_arena *arena = &enzyme_rt_arena;
  while (arena->chunk != mark->chunk) {
    struct chunk *c = arena->chunk;
    arena->chunk = c->below;
    arena->noted = NULL;
    retire(c, mark->chunk ? SIZE_MAX : largestSpareBytes);
  }
  if (!mark->chunk)
    offerSpares();
  struct chunk *top = arena->chunk;
  arena->top = mark->position;
  arena->limit = top ? payload(top) + top->bytes : NULL;
}

static inline struct deferred *pushDeferred(void *memory, size_t further) {
  struct deferred *d = take(sizeof *d + further * sizeof *d->arguments);
  d->memory = memory;
  d->further = further;
  d->below = enzyme_rt_arena.deferred;
  enzyme_rt_arena.deferred = d;
  return d;
}

void enzyme_rt_defer(void *memory, void (*release)(void *)) {
  if (memory)
    pushDeferred(memory, 0)->release.one = release;
}

void enzyme_rt_defer2(void *memory, void (*release)(void *, size_t), size_t second) {
  if (!memory)
    return;
  struct deferred *d = pushDeferred(memory, 1);
  d->release.two = release;
  d->arguments[0] = second;
}

void enzyme_rt_defer3(void *memory, void (*release)(void *, size_t, size_t), size_t second,
                      size_t third) {
  if (!memory)
    return;
  struct deferred *d = pushDeferred(memory, 2);
  d->release.three = release;
  d->arguments[0] = second;
  d->arguments[1] = third;
}

void enzyme_rt_leave_arena(struct enzyme_rt_arena *into) {
  notePeak();
  *into = enzyme_rt_arena;
  for (struct chunk *c = into->chunk; c; c = c->below)
    chunkBytes -= c->bytes;
}

void enzyme_rt_enter_arena(const struct enzyme_rt_arena *from) {
  enzyme_rt_arena = *from;
  enzyme_rt_arena.noted = NULL; /* what other arenas held may be forgotten since */
  for (struct chunk *c = from->chunk; c; c = c->below)
    chunkBytes += c->bytes;
}

void enzyme_rt_end_arena(struct enzyme_rt_arena *arena) {
  struct enzyme_rt_arena own;
  enzyme_rt_leave_arena(&own);
  enzyme_rt_enter_arena(arena);
  runDeferredDownTo(NULL);
  while (enzyme_rt_arena.chunk) {
    struct chunk *c = enzyme_rt_arena.chunk;
    enzyme_rt_arena.chunk = c->below;
    chunkBytes -= c->bytes;
    free(c);
  }
  *arena = (struct enzyme_rt_arena){0};
  enzyme_rt_enter_arena(&own);
}

size_t enzyme_rt_tape_bytes(void) { return chunkBytes; }

size_t enzyme_rt_tape_peak(void) {
  notePeak();
  return peakBytes;
}

void enzyme_rt_tape_forget_peak(void) {
  peakBytes = 0;
  enzyme_rt_arena.noted = NULL;
}
