/*===- sums.c - sums that a thread of a team gathers before it adds them --------===
 *
 * Problem: where threads go back through a region that only reads, the adjoints of what several of
 * them read meet in one place. An atomic addition costs ten plain ones, also where no two threads
 * meet.
 *
 * Here: a thread gathers what it adds to a stretch of memory (a page) in numbers of its own, and
 * adds each that is not zero once, in the end. A stretch is gathered as soon as the thread has
 * added to it so often that looking through its numbers costs little beside; of stretches that
 * fall on the same entry the first one that is, stays. What falls elsewhere is added atomically.
 *
 * rules/openmp/TeamSums.h has the compiler's half: it looks for the entry itself.
 *===----------------------------------------------------------------------===*/
#include "enzyme/runtime.h"
#include <stdint.h>
#include <stdlib.h>

enum { entries = 256, bytes = 4096, numbers = bytes / sizeof(double), often = 64 };

struct entry {
  uintptr_t stretch; /* `none`, which no address of a number in its place has */
  double *own;
};
static const uintptr_t none = 1;

struct table {
  struct entry entry[entries];
  uintptr_t asked[entries];   /* the stretch that was asked for last, where none is gathered */
  uint32_t times[entries];    /* how often it was, one time after the other */
  uint16_t gathered[entries]; /* the entries in use */
  uint32_t count;
};

void *enzyme_rt_sums_begin(void) {
  struct table *table = calloc(1, sizeof *table);
  if (!table)
    enzyme_rt_refuse("no memory is left for the sums of a thread", NULL);
  for (int i = 0; i < entries; i++)
    table->entry[i].stretch = none;
  return table;
}

static void addAtomically(double *place, double number) {
  double old, sum;
  __atomic_load(place, &old, __ATOMIC_RELAXED);
  do
    sum = old + number;
  while (!__atomic_compare_exchange(place, &old, &sum, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

/* The thread's own numbers for the stretch, if it is to be gathered from now on. */
static double *gather(struct table *table, uintptr_t stretch, uintptr_t index) {
  if (table->entry[index].stretch != none || stretch % sizeof(double))
    return NULL;
  if (table->asked[index] != stretch) {
    table->asked[index] = stretch;
    table->times[index] = 0;
  }
  if (++table->times[index] < often)
    return NULL;
  double *own = calloc(numbers, sizeof *own);
  if (!own)
    return NULL;
  table->entry[index] = (struct entry){stretch, own};
  table->gathered[table->count++] = (uint16_t)index;
  return own;
}

void enzyme_rt_sums_add(void *memory, double *place, double number) {
  uintptr_t address = (uintptr_t)place, within = address % bytes / sizeof(double);
  uintptr_t stretch = address - within * sizeof(double);
  double *own = gather(memory, stretch, address / bytes % entries);
  if (own)
    own[within] += number;
  else
    addAtomically(place, number);
}

void enzyme_rt_sums_end(void *memory) {
  struct table *table = memory;
  for (uint32_t i = 0; i < table->count; i++) {
    struct entry *entry = &table->entry[table->gathered[i]];
    for (int k = 0; k < numbers; k++)
      if (entry->own[k] != 0)
        addAtomically((double *)entry->stretch + k, entry->own[k]);
    free(entry->own);
  }
  free(table);
}
