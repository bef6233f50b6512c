/*===- undo.c - runs of checked code that leave nothing (check.c) ---------===
 *
 * While a check runs code, that code tells what it is about to write, make and
 * release. Outside checks all of this does nothing.
 *===----------------------------------------------------------------------===*/
#include "check.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Room for one element more. */
static void *grown(void *array, size_t count, size_t *room, size_t bytes) {
  if (count < *room)
    return array;
  *room = *room ? 2 * *room : 64;
  void *larger = realloc(array, *room * bytes);
  if (!larger)
    enzyme_rt_refuse("no memory is left for -fenzyme-check", 0);
  return larger;
}

static void *cleared(size_t count, size_t bytes) {
  void *memory = calloc(count + 1, bytes);
  if (!memory)
    enzyme_rt_refuse("no memory is left for -fenzyme-check", 0);
  return memory;
}

struct check *enzyme_rt_new_check(struct enzyme_rt_checked *what, void *frame, const char *stack) {
  struct check *check = cleared(1, sizeof *check);
  check->what = what;
  check->frame = frame;
  check->stack = stack;
  check->value = cleared(what->arguments, sizeof(double));
  check->direction = cleared(what->arguments, sizeof(double));
  check->found = cleared(what->arguments + 1, sizeof(struct findings));
  return check;
}

void enzyme_rt_end_check(struct check *check) {
  void *parts[] = {check->cell,  check->index, check->undo,      check->saved,
                   check->block, check->value, check->direction, check->found};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    free(parts[i]);
  free(check);
}

void enzyme_rt_check_remember(struct cell *cell) {
  size_t bytes = cell->format == ENZYME_RT_FLOAT ? sizeof(float) : sizeof(double);
  memcpy(cell->bytes[0], cell->primal, bytes);
  memcpy(cell->bytes[1], cell->shadow, bytes);
}

void enzyme_rt_check_put_back(const struct cell *cell) {
  size_t bytes = cell->format == ENZYME_RT_FLOAT ? sizeof(float) : sizeof(double);
  if (memcmp(cell->primal, cell->bytes[0], bytes)) /* else it may be a constant */
    memcpy(cell->primal, cell->bytes[0], bytes);
  memcpy(cell->shadow, cell->bytes[1], bytes);
}

/* By the system, which is asked to write there what lies there: where it cannot, it says so. */
static int isWritable(char *place) {
  int ends[2];
  if (pipe(ends))
    return 1;
  int isSo = write(ends[1], place, 1) != 1 || read(ends[0], place, 1) == 1;
  close(ends[0]);
  close(ends[1]);
  return isSo;
}

int enzyme_rt_check_may_move(const struct check *check, int group) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), last = 0;
  int isSo = 1;
  for (size_t i = 0; isSo && i < check->cells; i++) {
    char *place = check->cell[i].primal;
    if (check->cell[i].argument != group || (uintptr_t)place / page == last)
      continue;
    last = (uintptr_t)place / page;
    isSo = isWritable(place);
  }
  return isSo;
}

/* Is it memory of the run itself: its stack, or what it made? */
static int isOwn(const struct check *check, const char *place) {
  const char *here = __builtin_frame_address(0);
  if (place >= here && place < check->stack)
    return 1;
  for (size_t i = 0; i < check->blocks; i++)
    if (place >= check->block[i].begin && place < check->block[i].begin + check->block[i].bytes)
      return 1;
  return 0;
}

/* ---- places of floats --------------------------------------------------------- */

static size_t slotOf(const struct check *check, const char *primal) {
  size_t slot = (size_t)(((uintptr_t)primal >> 2) * 0x9e3779b97f4a7c15ull) % check->indexRoom;
  while (check->index[slot] && check->cell[check->index[slot] - 1].primal != primal)
    slot = (slot + 1) % check->indexRoom;
  return slot;
}

static void growIndex(struct check *check) {
  free(check->index);
  check->indexRoom = check->indexRoom ? 2 * check->indexRoom + 1 : 257;
  check->index = cleared(check->indexRoom, sizeof *check->index);
  for (size_t i = 0; i < check->cells; i++)
    check->index[slotOf(check, check->cell[i].primal)] = i + 1;
}

static void addCell(struct check *check, char *primal, char *shadow, int told) {
  int format = told & ~(ENZYME_RT_OF_GLOBAL | ENZYME_RT_MAY_BE_OWN);
  if (2 * check->cells >= check->indexRoom)
    growIndex(check);
  size_t slot = slotOf(check, primal);
  if (check->index[slot]) {
    const struct cell *known = &check->cell[check->index[slot] - 1];
    if (known->shadow != shadow || known->format != format)
      check->isUnable = 1; /* one float with two shadows: no sum over floats holds */
    return;
  }
  check->cell = grown(check->cell, check->cells, &check->cellRoom, sizeof *check->cell);
  check->cell[check->cells++] = (struct cell){.primal = primal,
                                              .shadow = shadow,
                                              .format = format,
                                              .isOfGlobal = (told & ENZYME_RT_OF_GLOBAL) != 0};
  check->index[slot] = check->cells;
}

void enzyme_rt_check_places(const void *primal, const void *shadow, size_t count, size_t period,
                            int format) {
  struct check *check = enzyme_rt_current_check;
  if (!check || !check->mayAdd || isOwn(check, primal))
    return;
  if (primal == shadow) {
    check->isSharing |= count != 0 && !(format & ENZYME_RT_MAY_BE_OWN);
    return;
  }
  if (format == ENZYME_RT_NONE)
    check->isUnable |= count != 0;
  for (size_t i = 0; format != ENZYME_RT_NONE && i < count; i++)
    addCell(check, (char *)primal + i * period, (char *)shadow + i * period, format);
}

void enzyme_rt_check_unable(void) {
  if (enzyme_rt_current_check)
    enzyme_rt_current_check->isUnable = 1;
}

/* ---- writes ------------------------------------------------------------------- */

void enzyme_rt_check_write(void *place, size_t bytes) {
  struct check *check = enzyme_rt_current_check;
  if (!check || bytes == 0 || isOwn(check, place))
    return;
  check->undo = grown(check->undo, check->undos, &check->undoRoom, sizeof *check->undo);
  while (check->savedBytes + bytes > check->savedRoom)
    check->saved = grown(check->saved, check->savedRoom, &check->savedRoom, 1);
  check->undo[check->undos++] = (struct undo){place, bytes, check->savedBytes};
  memcpy(check->saved + check->savedBytes, place, bytes);
  check->savedBytes += bytes;
}

void enzyme_rt_check_undo(struct check *check) {
  check->undosOfRun = check->undos;
  check->savedOfRun = check->savedBytes;
  while (check->undos) {
    const struct undo *last = &check->undo[--check->undos];
    memcpy(last->place, check->saved + last->saved, last->bytes);
  }
  check->savedBytes = 0;
  for (size_t i = 0; i < check->blocks; i++)
    if (check->block[i].release)
      check->block[i].release(check->block[i].begin, check->block[i].second);
  check->blocks = 0;
}

void enzyme_rt_check_undo_again(struct check *check) {
  check->undos = check->undosOfRun;
  check->savedBytes = check->savedOfRun;
  enzyme_rt_check_undo(check);
}

/* ---- memory ------------------------------------------------------------------- */

void enzyme_rt_check_made(void *memory, size_t bytes) {
  struct check *check = enzyme_rt_current_check;
  if (!check || !memory)
    return;
  check->block = grown(check->block, check->blocks, &check->blockRoom, sizeof *check->block);
  check->block[check->blocks++] = (struct block){.begin = memory, .bytes = bytes};
}

/* What the program made before stays: the derivative itself will release it. */
void enzyme_rt_check_release(void *memory, void (*release)(void *, size_t), size_t second) {
  struct check *check = enzyme_rt_current_check;
  if (!memory)
    return;
  if (!check) {
    release(memory, second);
    return;
  }
  for (size_t i = 0; i < check->blocks; i++)
    if (check->block[i].begin == memory) {
      check->block[i].release = release;
      check->block[i].second = second;
    }
}
