/*===- held.c - a run that leaves nothing, and may be broken off -----------===
 *
 * -fenzyme-check=exact runs a function in the middle of the program, to see its tangents.
 * What cannot be followed ends that run, not the program. Memory from before the run that
 * it releases is only seemingly released: the program will do so itself afterwards.
 *===----------------------------------------------------------------------===*/
#include "held.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static _Thread_local struct {
  int isRunning;
  jmp_buf end;
  char why[512];
  void **made; /* by the run: a table by address, with gaps */
  size_t room, count;
} held;

extern _Thread_local void *enzyme_oracle_called, *enzyme_oracle_answered;

int oracle_is_held(void) { return held.isRunning; }

void oracle_break_off(const char *what, const char *where) {
  snprintf(held.why, sizeof held.why, "%s (%s)", what, where);
  longjmp(held.end, 1);
}

const char *enzyme_oracle_why(void) { return held.why; }

/* ---- what the run made ---------------------------------------------------- */

static size_t slotOf(const void *block) {
  size_t slot = (size_t)(((uintptr_t)block >> 4) * 0x9e3779b97f4a7c15ull) % held.room;
  while (held.made[slot] && held.made[slot] != block)
    slot = (slot + 1) % held.room;
  return slot;
}

static void grow(void) {
  void **before = held.made;
  size_t roomBefore = held.room;
  held.room = roomBefore ? 2 * roomBefore + 1 : 509;
  held.made = __libc_calloc(held.room, sizeof *held.made);
  for (size_t i = 0; i < roomBefore; i++)
    if (before[i])
      held.made[slotOf(before[i])] = before[i];
  __libc_free(before);
}

void oracle_note_made(void *block) {
  if (!held.isRunning || !block)
    return;
  if (2 * held.count >= held.room)
    grow();
  void **slot = &held.made[slotOf(block)];
  held.count += !*slot;
  *slot = block;
}

/* A block that is released stays in the table: its address may come again. */
int oracle_was_made(const void *block) { return held.room && held.made[slotOf(block)] == block; }

/* ---- the run ---------------------------------------------------------------- */

int enzyme_oracle_run(void (*run)(void *), void *frame) {
  if (held.isRunning)
    return 0;
  held.isRunning = 1;
  int isWhole = !setjmp(held.end);
  if (isWhole) {
    enzyme_oracle_called = enzyme_oracle_answered = 0;
    run(frame);
  }
  held.isRunning = 0;
  if (isWhole && enzyme_oracle_answered != (void *)run) {
    strcpy(held.why, "it was not compiled with -fenzyme-check=exact");
    isWhole = 0;
  }
  __libc_free(held.made);
  held.made = 0;
  held.room = held.count = 0;
  return isWhole;
}

/* All shadow is zero again. */
void enzyme_oracle_forget(void) {
  for (size_t i = 0; i < oracleRanges; i++)
    madvise((void *)oracle_range[i].begin, oracle_range[i].end - oracle_range[i].begin,
            MADV_DONTNEED);
}
