/*===- arena.h - the layout derivative code inlines ----------------------===
 * Derivative code reads and writes these words itself (passes/optimise/InlineRuntime.cpp): keep.
 *===----------------------------------------------------------------------===*/
#ifndef ENZYME_RUNTIME_ARENA_H
#define ENZYME_RUNTIME_ARENA_H

#include "enzyme/runtime.h"
#include <stddef.h>

struct enzyme_rt_arena {
  char *top;   /* next free byte */
  char *limit; /* end of the current chunk */
  void *chunk;
  void *deferred;
  size_t firstBytes; /* of the first chunk; 0: as large as a thread's arena begins */
  char *noted;       /* in the current chunk: as much is in the peak; NULL: not known */
};

extern __thread struct enzyme_rt_arena enzyme_rt_arena;

/* The thread's arena goes to *into; it has none until it enters another. */
void enzyme_rt_leave_arena(struct enzyme_rt_arena *into) __attribute__((visibility("hidden")));
void enzyme_rt_enter_arena(const struct enzyme_rt_arena *from)
    __attribute__((visibility("hidden")));

/* What was deferred is run and all memory freed: of an arena that another thread filled, whose
 * chunks are of no use to this one. */
void enzyme_rt_end_arena(struct enzyme_rt_arena *arena) __attribute__((visibility("hidden")));

/* What was deferred in the arena goes onto *list, which lies on the heap; but what `release` was to
 * end is given to `now`, as it may lie in the arena itself. */
struct deferred;
typedef void enzyme_rt_end_now(void *memory, struct deferred **list);
void enzyme_rt_put_off(struct enzyme_rt_arena *arena, struct deferred **list,
                       void (*release)(void *), enzyme_rt_end_now *now)
    __attribute__((visibility("hidden")));
void enzyme_rt_append_put_off(struct deferred **list, struct deferred *more)
    __attribute__((visibility("hidden")));
void enzyme_rt_run_put_off(struct deferred *list) __attribute__((visibility("hidden")));

/* enzyme_rt_release of an arena that is not the thread's outermost. */
void enzyme_rt_release_within(const enzyme_rt_mark_t *mark) __attribute__((visibility("hidden")));

/* Bytes in use on the thread's arena. */
size_t enzyme_rt_arena_bytes(void) __attribute__((visibility("hidden")));

#endif
