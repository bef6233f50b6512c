/*===- arena.h - the layout derivative code inlines ----------------------===
 * The first two words are read and written by inlined bumps (optimise/): keep.
 *===----------------------------------------------------------------------===*/
#ifndef ENZYME_RUNTIME_ARENA_H
#define ENZYME_RUNTIME_ARENA_H

struct enzyme_rt_arena {
  char *top;   /* next free byte */
  char *limit; /* end of the current chunk */
  void *chunk;
  void *deferred;
};

extern __thread struct enzyme_rt_arena enzyme_rt_arena;

#endif
