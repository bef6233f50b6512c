/*===- tape.c - the per-thread arena that derivative code keeps values on -===
 *
 * Problem: between its two sweeps a derivative keeps values whose number is only
 * known at run time. malloc per value is slow, realloc copies, and an exception
 * must not leak any of it.
 *
 * Here: one arena per thread: a list of chunks with a bump pointer. Chunks double
 * in size. Releasing to a mark frees whole chunks and runs what was deferred (the
 * primal's own frees, postponed because the reverse sweep still reads that memory).
 * One chunk is kept for the next call, so that a gradient in a loop does not go to
 * malloc at all; of a large one the system may take the pages back when it needs
 * them. A thread's last chunk is freed when the thread ends. Large chunks ask for
 * large pages: page faults were half of the time of large gradients.
 *
 * The tape of a split derivative outlives the call that made it, and other tapes
 * come and go meanwhile: it has an arena of its own (split.c).
 *===----------------------------------------------------------------------===*/
#include "arena.h"
#include "arriving.h"
#include "enzyme/runtime.h"
#include "parts.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
  Alignment = 16,
  FirstChunkBytes = 1 << 16,
  LargestStepBytes = 1 << 28,  /* chunks stop doubling here */
  LargestSpareBytes = 1 << 28, /* an empty tape keeps a chunk up to this size */
  LargestOwnedBytes = 1 << 25, /* of a larger one the pages are the system's when it wants them */
  HugePageBytes = 1 << 21
};

struct chunk {
  struct chunk *below;
  size_t bytes;     /* of the payload behind this header */
  size_t usedBelow; /* bytes in use in all chunks below */
  size_t unused;    /* the payload is aligned */
};

struct deferred {
  struct deferred *below;
  void *memory;
  void (*release)(void *);
  void (*release2)(void *, size_t);
  void (*release3)(void *, size_t, size_t);
  size_t second, third;
};

__thread struct enzyme_rt_arena enzyme_rt_arena;

static __thread struct chunk *spare;
static __thread bool spareIsOffered, endIsAsked;
static __thread size_t chunkBytes, peakBytes;
static pthread_key_t threadEnd;
static pthread_once_t threadEndOnce = PTHREAD_ONCE_INIT;

_Static_assert(sizeof(struct chunk) % Alignment == 0, "the payload is aligned");

static char *payload(struct chunk *c) { return (char *)(c + 1); }

/* A chunk's end may stay free: what is used is counted to `top`. */
size_t enzyme_rt_arena_bytes(void) {
  struct chunk *c = enzyme_rt_arena.chunk;
  return c ? c->usedBelow + (size_t)(enzyme_rt_arena.top - payload(c)) : 0;
}

/* The tape only grows between two releases, so its peaks are where it shrinks or
 * is asked: the bumps in derivative code count nothing. */
static void notePeak(void) {
  size_t used = enzyme_rt_arena_bytes();
  if (used > peakBytes)
    peakBytes = used;
}

static void freeSpare(void *unused) {
  (void)unused;
  free(spare);
  spare = NULL;
  endIsAsked = false; /* destructors of the program may want another tape */
}

static void makeThreadEnd(void) { pthread_key_create(&threadEnd, freeSpare); }

static void freeSpareAtEnd(void) {
  if (endIsAsked)
    return;
  pthread_once(&threadEndOnce, makeThreadEnd);
  endIsAsked = pthread_setspecific(threadEnd, &enzyme_rt_arena) == 0;
}

/* While the tape holds anything, its last chunk is kept whatever its size: a call in a
 * loop at a chunk's end would otherwise get and give back memory each time. */
static void retire(struct chunk *c, size_t largestSpare) {
  chunkBytes -= c->bytes;
  if (spare && spare->bytes > largestSpare) {
    free(spare);
    spare = NULL;
  }
  if (c->bytes <= largestSpare && (!spare || spare->bytes < c->bytes)) {
    free(spare);
    spare = c;
    spareIsOffered = false;
    freeSpareAtEnd(); /* a tape may end in another thread than it began in */
    return;
  }
  free(c);
}

/* Between two derivatives a large spare chunk is memory that other parts of the program
 * may need. Its pages stay where they are, and cost the next derivative nothing, until
 * the system runs short of them; the header's own page is not given away. */
static void offerSpare(void) {
#ifdef MADV_FREE
  if (!spare || spareIsOffered || spare->bytes <= LargestOwnedBytes)
    return;
  size_t first = ((size_t)payload(spare) + HugePageBytes - 1) & ~(size_t)(HugePageBytes - 1);
  size_t end = ((size_t)payload(spare) + spare->bytes) & ~(size_t)(HugePageBytes - 1);
  madvise((void *)first, end - first, MADV_FREE);
  spareIsOffered = true;
#endif
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
  struct chunk *c;
  /* a small tape leaves the spare chunk to larger ones */
  if (spare && spare->bytes >= atLeast && (bytes >= FirstChunkBytes || bytes >= spare->bytes / 2)) {
    c = spare;
    spare = NULL;
  } else {
    c = freshMemory(bytes + sizeof *c);
    if (!c)
      enzyme_rt_refuse("no memory for the tape of a derivative", NULL);
    c->bytes = bytes;
    freeSpareAtEnd();
  }
  c->usedBelow = enzyme_rt_arena_bytes();
  c->below = top;
  chunkBytes += c->bytes;
  return c;
}

void *enzyme_rt_alloc(size_t bytes) {
  bytes = (bytes + Alignment - 1) & ~(size_t)(Alignment - 1);
  struct enzyme_rt_arena *arena = &enzyme_rt_arena;
  if ((size_t)(arena->limit - arena->top) < bytes || !arena->top) {
    struct chunk *c = newChunk(bytes);
    arena->chunk = c;
    arena->top = payload(c);
    arena->limit = arena->top + c->bytes;
  }
  void *result = arena->top;
  arena->top += bytes;
  return result;
}

void *enzyme_rt_alloc_aligned(size_t bytes, size_t alignment) {
  size_t memory = (size_t)enzyme_rt_alloc(bytes + alignment);
  return (void *)((memory + alignment - 1) & ~(alignment - 1));
}

void *enzyme_rt_alloc_zeroed(size_t bytes) { return memset(enzyme_rt_alloc(bytes), 0, bytes); }

/* Of the derivative that found the tape empty. A mark lies in its derivative's frame: one at the
 * same place says that this frame is gone though its tape is not, by longjmp. */
static __thread const enzyme_rt_mark_t *outermost;
static __thread enzyme_rt_mark_t bottom;

void enzyme_rt_mark(enzyme_rt_mark_t *mark) {
  if (enzyme_rt_arena.chunk && mark == outermost)
    enzyme_rt_release(&bottom);
  if (!enzyme_rt_arena.chunk) {
    outermost = mark;
    bottom = (enzyme_rt_mark_t){enzyme_rt_arena.top, NULL, enzyme_rt_arena.deferred};
  }
  mark->position = enzyme_rt_arena.top;
  mark->chunk = enzyme_rt_arena.chunk;
  mark->deferred = enzyme_rt_arena.deferred;
}

static void runDeferredDownTo(void *end) {
  while (enzyme_rt_arena.deferred != end) {
    struct deferred *d = enzyme_rt_arena.deferred;
    enzyme_rt_arena.deferred = d->below;
    if (d->release3)
      d->release3(d->memory, d->second, d->third);
    else if (d->release2)
      d->release2(d->memory, d->second);
    else
      d->release(d->memory);
  }
}

void enzyme_rt_release(const enzyme_rt_mark_t *mark) {
  notePeak();
  if (!mark->chunk) { /* the outermost sweep has ended */
    enzyme_rt_end_of_arrivals();
    enzyme_rt_end_of_parts();
  }
  runDeferredDownTo(mark->deferred);
  struct enzyme_rt_arena *arena = &enzyme_rt_arena;
  while (arena->chunk != mark->chunk) {
    struct chunk *c = arena->chunk;
    arena->chunk = c->below;
    retire(c, mark->chunk ? SIZE_MAX : LargestSpareBytes);
  }
  if (!mark->chunk)
    offerSpare();
  struct chunk *top = arena->chunk;
  arena->top = mark->position;
  arena->limit = top ? payload(top) + top->bytes : NULL;
}

static struct deferred *pushDeferred(void *memory) {
  struct deferred *d = enzyme_rt_alloc(sizeof *d);
  memset(d, 0, sizeof *d);
  d->memory = memory;
  d->below = enzyme_rt_arena.deferred;
  enzyme_rt_arena.deferred = d;
  return d;
}

void enzyme_rt_defer(void *memory, void (*release)(void *)) {
  if (memory)
    pushDeferred(memory)->release = release;
}

void enzyme_rt_defer2(void *memory, void (*release)(void *, size_t), size_t second) {
  if (!memory)
    return;
  struct deferred *d = pushDeferred(memory);
  d->release2 = release;
  d->second = second;
}

void enzyme_rt_defer3(void *memory, void (*release)(void *, size_t, size_t), size_t second,
                      size_t third) {
  if (!memory)
    return;
  struct deferred *d = pushDeferred(memory);
  d->release3 = release;
  d->second = second;
  d->third = third;
}

void enzyme_rt_leave_arena(struct enzyme_rt_arena *into) {
  notePeak();
  *into = enzyme_rt_arena;
  for (struct chunk *c = into->chunk; c; c = c->below)
    chunkBytes -= c->bytes;
}

void enzyme_rt_enter_arena(const struct enzyme_rt_arena *from) {
  enzyme_rt_arena = *from;
  for (struct chunk *c = from->chunk; c; c = c->below)
    chunkBytes += c->bytes;
}

size_t enzyme_rt_tape_bytes(void) { return chunkBytes; }

size_t enzyme_rt_tape_peak(void) {
  notePeak();
  return peakBytes;
}

void enzyme_rt_tape_forget_peak(void) { peakBytes = 0; }
