/*===- split.c - tapes that outlive the call that made them ----------------===
 *
 * Problem: __enzyme_augmentfwd hands its tape to the program. Many may be open at
 * once, be reversed in any order, by another thread than the one that made them,
 * once or often; and what the primal freed must stay until the tape goes.
 *
 * Here: a tape is a header with an arena of its own. Between open and close the
 * calling thread's arena is that one. The reverse sweep only reads it. The tag
 * says which augmented function wrote it, so that no other reverse half reads it.
 *===----------------------------------------------------------------------===*/
#include "arena.h"
#include "enzyme/runtime.h"
#include <stdlib.h>

enum { FirstChunkBytes = 512 };

/* Derivative code writes and reads `root` and `tag`; `arena` is while the tape is
 * open the thread's other one. A small tape's values lie behind the header. */
struct enzyme_rt_tape {
  void *root;
  uint64_t tag;
  struct enzyme_rt_arena arena;
};

_Static_assert(sizeof(struct enzyme_rt_tape) <= ENZYME_RT_TAPE_HEADER,
               "values lie behind the header");

void *enzyme_rt_new_tape(size_t bytes) {
  void *tape = calloc(1, bytes);
  if (!tape)
    enzyme_rt_refuse("no memory for the tape of a derivative", NULL);
  return tape;
}

void enzyme_rt_tape_open(void *handle) {
  struct enzyme_rt_tape *tape = handle;
  static const struct enzyme_rt_arena empty = {.firstBytes = FirstChunkBytes};
  enzyme_rt_leave_arena(&tape->arena);
  enzyme_rt_enter_arena(&empty);
}

void enzyme_rt_tape_close(void *handle) {
  struct enzyme_rt_tape *tape = handle;
  struct enzyme_rt_arena own;
  enzyme_rt_leave_arena(&own);
  enzyme_rt_enter_arena(&tape->arena);
  tape->arena = own;
}

void enzyme_rt_tape_check(const void *handle, uint64_t tag) {
  const struct enzyme_rt_tape *tape = handle;
  if (!tape)
    enzyme_rt_refuse("the reverse half of a derivative was called without a tape", NULL);
  if (tape->tag != tag)
    enzyme_rt_refuse(
        "a tape was given to the reverse half of another derivative: function, markers "
        "and code must be those of the __enzyme_augmentfwd that made it",
        NULL);
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

static void releaseAll(void) {
  static const enzyme_rt_mark_t beginning;
  enzyme_rt_release(&beginning);
}

void enzyme_rt_tape_discard(void *handle) {
  struct enzyme_rt_tape *tape = handle;
  releaseAll();
  enzyme_rt_enter_arena(&tape->arena);
  free(tape);
}

void enzyme_rt_free_tape(void *handle) {
  struct enzyme_rt_tape *tape = handle;
  if (!tape)
    return;
  if (tape->arena.chunk) {
    struct enzyme_rt_arena outer;
    enzyme_rt_leave_arena(&outer);
    enzyme_rt_enter_arena(&tape->arena);
    releaseAll();
    enzyme_rt_enter_arena(&outer);
  }
  free(tape);
}
