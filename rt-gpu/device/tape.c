/*===- tape.c - the tape of one thread of a graphics processor -------------===
 *
 * Problem: as runtime/tape.c and split.c, where there are tens of thousands of threads,
 * no variable of a thread's own to find its tape by, little memory, and a malloc that
 * takes as long as thousands of operations.
 *
 * Here: the tape is a variable of the function that the program calls, which hands it on
 * (passes/optimise/DeviceRuntime.cpp): here enzyme_rt_thread() stands for it. It begins on
 * the stack. Chunks on the heap come after that: as large as what is asked for,
 * or as all chunks before together, so that there are few and at most half of them is not
 * used. What was kept of known length alone takes no more than its bytes.
 *
 * A kernel that the host launches has memory of the launch before that, for all its threads: tapes,
 * one behind the other, and slots, each one word of every thread, so that neighbours' words lie
 * side by side.
 *===----------------------------------------------------------------------===*/
#include "enzyme/runtime.h"
#include "processor.h"

enum { Alignment = 16, SmallestChunkBytes = 1 << 10 };

struct chunk {
  struct chunk *below;
  char *limit;
  size_t bytesToHere; /* of this one and all below */
  size_t unused;
};

struct deferred {
  struct deferred *below;
  void *memory;
};

/* Where the thread keeps values: on its stack and the heap, or on a split derivative's tape. */
struct place {
  char *top, *limit;
  struct chunk *chunk;
  struct deferred *deferred;
  char *firstLimit; /* of what is there before the first chunk */
};

/* What is left of the thread's slots: of one word, `stride` words apart. */
struct slots {
  char *begin, *end; /* of all threads' */
  char *next;
  size_t stride, left;
};

struct thread {
  struct place now;
  struct slots slots;
  const char *function; /* that is differentiated */
  int hasMetShadowless;
};
struct thread *enzyme_rt_thread(void) __attribute__((const));

_Static_assert(sizeof(struct chunk) % Alignment == 0, "what is behind it is aligned");

struct tape {
  void *root;
  uint64_t tag;
  struct place around; /* while the tape is open; else its own */
};
_Static_assert(sizeof(struct tape) <= ENZYME_RT_TAPE_HEADER, "values lie behind the header");

__attribute__((noinline, noreturn)) static void stop(const char *message, const char *place) {
  const char *function = enzyme_rt_thread()->function;
  const char *const parts[6] = {
      "enzyme: in the derivative of '",
      function ? function : "",
      "': ",
      message,
      place ? " at " : "",
      place ? place : "",
  };
  say(parts);
  static const char *const end[6] = {"\n", "", "", "", "", ""};
  say(end);
  __builtin_trap();
}

void enzyme_rt_refuse(const char *message, const char *place) { stop(message, place); }

static void *fromHeap(size_t bytes) {
  void *memory = allocate(bytes);
  if (!memory)
    stop("no memory for what it keeps (cudaDeviceSetLimit with cudaLimitMallocHeapSize gives the "
         "device more)",
         0);
  return memory;
}

/* The record at the beginning of so much of the stack, and the first memory behind it. */
struct thread *enzyme_rt_thread_begins(char *stack, size_t bytes, const char *function) {
  struct thread *thread = (struct thread *)stack;
  char *first = stack + (sizeof *thread + Alignment - 1) / Alignment * Alignment;
  struct place place = {first, stack + bytes, 0, 0, stack + bytes};
  struct slots none = {0, 0, 0, 1, 0};
  thread->now = place;
  thread->slots = none;
  thread->function = function;
  thread->hasMetShadowless = 0;
  return thread;
}

__attribute__((noinline)) static void addChunk(struct place *place, size_t bytes) {
  size_t before = place->chunk ? place->chunk->bytesToHere : 0;
  size_t least = before ? before : SmallestChunkBytes;
  if (bytes < least && (before || bytes < SmallestChunkBytes / 4))
    bytes = least;
  struct chunk *chunk = fromHeap(sizeof *chunk + bytes);
  chunk->below = place->chunk;
  chunk->bytesToHere = before + bytes;
  place->top = (char *)(chunk + 1);
  place->limit = chunk->limit = place->top + bytes;
  place->chunk = chunk;
}

void *enzyme_rt_alloc(size_t bytes) {
  struct place *place = &enzyme_rt_thread()->now;
  bytes = (bytes + Alignment - 1) & ~(size_t)(Alignment - 1);
  if ((size_t)(place->limit - place->top) < bytes)
    addChunk(place, bytes);
  char *result = place->top;
  place->top = result + bytes;
  return result;
}

void *enzyme_rt_alloc_aligned(size_t bytes, size_t alignment) {
  size_t memory = (size_t)enzyme_rt_alloc(bytes + alignment);
  return (void *)((memory + alignment - 1) & ~(alignment - 1));
}

void *enzyme_rt_alloc_zeroed(size_t bytes) {
  return __builtin_memset(enzyme_rt_alloc(bytes), 0, bytes);
}

/* Written by the kernel (passes/pipeline/KernelDerivatives.cpp). */
struct launch {
  char *memory;
  uint64_t tapeBytes, slotBytes; /* of one thread */
  uint64_t threads, number;
};
enum { SlotBytes = 8 };

void *enzyme_rt_launch_begins(const struct launch *launch) {
  struct slots *slots = &enzyme_rt_thread()->slots;
  slots->begin = launch->memory + launch->tapeBytes * launch->threads;
  slots->end = slots->begin + launch->slotBytes * launch->threads;
  slots->next = slots->begin + launch->number * SlotBytes;
  slots->stride = launch->threads;
  slots->left = launch->slotBytes / SlotBytes;
  return launch->tapeBytes ? launch->memory + launch->tapeBytes * launch->number : slots->next;
}

void *enzyme_rt_slots(size_t bytes) {
  struct slots *slots = &enzyme_rt_thread()->slots;
  size_t count = (bytes + SlotBytes - 1) / SlotBytes;
  if (count > slots->left)
    return enzyme_rt_alloc(bytes);
  char *result = slots->next;
  slots->next = result + count * SlotBytes * slots->stride;
  slots->left -= count;
  return result;
}

uint64_t enzyme_rt_slot_stride(const void *place) {
  const struct slots *slots = &enzyme_rt_thread()->slots;
  return (const char *)place >= slots->begin && (const char *)place < slots->end ? slots->stride
                                                                                 : 1;
}

void enzyme_rt_mark(enzyme_rt_mark_t *mark) {
  const struct place *place = &enzyme_rt_thread()->now;
  mark->position = place->top;
  mark->chunk = place->chunk;
  mark->deferred = place->deferred;
}

__attribute__((noinline)) static void freeChunks(struct place *place, struct chunk *end) {
  while (place->chunk != end) {
    struct chunk *chunk = place->chunk;
    place->chunk = chunk->below;
    giveBack(chunk);
  }
}

static void freeDeferred(struct place *place, struct deferred *end) {
  for (; place->deferred != end; place->deferred = place->deferred->below)
    giveBack(place->deferred->memory);
}

void enzyme_rt_release(const enzyme_rt_mark_t *mark) {
  struct place *place = &enzyme_rt_thread()->now;
  struct chunk *last = mark->chunk;
  freeDeferred(place, mark->deferred);
  if (place->chunk != last)
    freeChunks(place, last);
  place->top = mark->position;
  place->limit = last ? last->limit : place->firstLimit;
}

/* enzyme_rt_defer, of memory that the device's free gives back. */
void enzyme_rt_defer_free(void *memory) {
  if (!memory)
    return;
  struct place *place = &enzyme_rt_thread()->now;
  struct deferred *deferred = enzyme_rt_alloc(sizeof *deferred);
  deferred->memory = memory;
  deferred->below = place->deferred;
  place->deferred = deferred;
}

void *enzyme_rt_new_tape(size_t bytes) {
  struct tape *tape = fromHeap(bytes);
  struct place empty = {0, 0, 0, 0, 0};
  tape->root = 0;
  tape->tag = 0;
  tape->around = empty;
  return tape;
}

void enzyme_rt_tape_open(void *opened) {
  struct tape *tape = opened;
  struct place empty = {0, 0, 0, 0, 0};
  tape->around = enzyme_rt_thread()->now;
  enzyme_rt_thread()->now = empty;
}

void enzyme_rt_tape_close(void *closed) {
  struct tape *tape = closed;
  struct place own = enzyme_rt_thread()->now;
  enzyme_rt_thread()->now = tape->around;
  tape->around = own;
}

void enzyme_rt_free_tape(void *freed) {
  struct tape *tape = freed;
  if (!tape)
    return;
  freeDeferred(&tape->around, 0);
  freeChunks(&tape->around, 0);
  giveBack(tape);
}

/* As free_tape, where the tape itself is the launch's. */
void enzyme_rt_launch_ends(void *ended) {
  struct tape *tape = ended;
  freeDeferred(&tape->around, 0);
  freeChunks(&tape->around, 0);
}

void enzyme_rt_tape_discard(void *tape) {
  enzyme_rt_tape_close(tape);
  enzyme_rt_free_tape(tape);
}

void enzyme_rt_tape_check(const void *checked, uint64_t tag) {
  const struct tape *tape = checked;
  if (!tape)
    stop("its reverse half was called without a tape", 0);
  if (tape->tag != tag)
    stop("its reverse half was given the tape of another derivative: function, markers and code "
         "must be those of the __enzyme_augmentfwd that made it",
         0);
}

void **enzyme_rt_tape_frames(void *newest) {
  size_t count = 0;
  for (void *frame = newest; frame; frame = *(void **)frame)
    count++;
  void **frames = enzyme_rt_alloc((count ? count : 1) * sizeof *frames);
  for (void *frame = newest; frame; frame = *(void **)frame)
    frames[--count] = frame;
  return frames;
}

void *enzyme_rt_lanes(size_t bytes) { return bytes ? fromHeap(bytes) : 0; }

/* Shadows of what a block shares, made and given back by one of its threads. */
void *enzyme_rt_block_memory(size_t bytes) { return bytes ? fromHeap(bytes) : 0; }
void enzyme_rt_block_memory_gone(void *memory) { giveBack(memory); }

void enzyme_rt_met(const void *primal, const void *shadow) {
  if (primal && !shadow)
    enzyme_rt_thread()->hasMetShadowless = 1;
}

void enzyme_rt_forget_met(void) { enzyme_rt_thread()->hasMetShadowless = 0; }

void enzyme_rt_written(const void *primal, const void *shadow, const char *place) {
  if (primal == shadow && enzyme_rt_thread()->hasMetShadowless)
    stop("an active value is written to memory that a global variable leads to and that was "
         "allocated outside differentiated code: it has no shadow",
         place);
}

void enzyme_rt_distance(uint64_t primal, uint64_t shadow, const char *place) {
  if (primal != shadow)
    stop("the distance of two objects is kept or handed on: their shadows lie elsewhere, and "
         "addresses made of it would lead astray",
         place);
}
