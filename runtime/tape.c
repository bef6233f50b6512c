/*===- tape.c - the per-thread arena that derivative code keeps values on -===
 *
 * Problem: between its two sweeps a derivative keeps values whose number is only
 * known at run time. malloc per value is slow, realloc copies, and an exception
 * must not leak any of it.
 *
 * Here: one arena per thread: a list of chunks with a bump pointer. Chunks double
 * in size. Releasing to a mark frees whole chunks and runs what was deferred (the
 * primal's own frees, postponed because the reverse sweep still reads that memory).
 * One small chunk is kept for the next call, so that a gradient in a loop does not
 * go to malloc at all. A thread's last chunk is freed when the thread ends.
 *
 * The tape of a split derivative outlives the call that made it, and other tapes
 * come and go meanwhile: it has an arena of its own (split.c).
 *===----------------------------------------------------------------------===*/
#include "enzyme/runtime.h"
#include "arena.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
  Alignment = 16,
  FirstChunkBytes = 1 << 16,
  LargestStepBytes = 1 << 28, /* chunks stop doubling here */
  LargestSpareBytes = 1 << 25 /* a chunk up to this size is kept for reuse */
};

struct chunk {
  struct chunk *below;
  size_t bytes; /* of the payload behind this header */
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
static __thread size_t chunkBytes, peakBytes;
static pthread_key_t threadEnd;
static pthread_once_t threadEndOnce = PTHREAD_ONCE_INIT;

static char *payload(struct chunk *c) { return (char *)c + Alignment; }

static void freeSpare(void *unused) {
  (void)unused;
  free(spare);
  spare = NULL;
}

static void makeThreadEnd(void) { pthread_key_create(&threadEnd, freeSpare); }

static void freeSpareAtEnd(void) {
  pthread_once(&threadEndOnce, makeThreadEnd);
  pthread_setspecific(threadEnd, &enzyme_rt_arena);
}

static void retire(struct chunk *c) {
  chunkBytes -= c->bytes;
  if (c->bytes <= LargestSpareBytes && (!spare || spare->bytes < c->bytes)) {
    free(spare);
    spare = c;
    freeSpareAtEnd(); /* a tape may end in another thread than it began in */
    return;
  }
  free(c);
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
    c = malloc(bytes + Alignment);
    if (!c)
      enzyme_rt_refuse("no memory for the tape of a derivative", NULL);
    c->bytes = bytes;
    freeSpareAtEnd();
  }
  c->below = top;
  chunkBytes += c->bytes;
  if (chunkBytes > peakBytes)
    peakBytes = chunkBytes;
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

void *enzyme_rt_alloc_zeroed(size_t bytes) {
  return memset(enzyme_rt_alloc(bytes), 0, bytes);
}

void enzyme_rt_mark(enzyme_rt_mark_t *mark) {
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
  runDeferredDownTo(mark->deferred);
  struct enzyme_rt_arena *arena = &enzyme_rt_arena;
  while (arena->chunk != mark->chunk) {
    struct chunk *c = arena->chunk;
    arena->chunk = c->below;
    retire(c);
  }
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
size_t enzyme_rt_tape_peak(void) { return peakBytes; }
