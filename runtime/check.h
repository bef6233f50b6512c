/*===- check.h - the state of one self-check (private to the runtime) -----===*/
#ifndef ENZYME_RUNTIME_CHECK_H
#define ENZYME_RUNTIME_CHECK_H

#include "enzyme/runtime.h"
#include <math.h>
#include <string.h>

/* A float in memory and its shadow. */
struct cell {
  char *primal, *shadow;
  int format, isOfGlobal, argument;
  double value, seed;            /* before anything ran: of the primal, of the shadow */
  char bytes[2][sizeof(double)]; /* the same, bit for bit */
  double weight;                 /* of what it holds afterwards, in the comparisons */
  double direction;
  double valueAfter, tangentAfter; /* of the last run */
  double base;                     /* the value after a run of the function as it is */
  double above;                    /* and after the run before */
};

/* What a run wrote over. */
struct undo {
  char *place;
  size_t bytes, saved;
};

/* Memory that a run made; when it is over, released if the run did. */
struct block {
  char *begin;
  size_t bytes, second;
  void (*release)(void *, size_t);
};

struct sum {
  double value, size; /* size: of the terms, for tolerances */
  double rounding;    /* what differences lose to it */
  double bend;        /* differences to both sides, of each other */
};

/* The first line at which a tangent of the forward derivative is not the oracle's. */
struct departure {
  const char *where; /* null: none was seen */
  double expected, got;
};

struct findings {
  struct sum forward, differences; /* what the function itself gives, */
  const char *by;                  /* by differences or by the oracle */
  int areDifferent;
  struct departure departure;
};

struct check {
  struct enzyme_rt_checked *what;
  char *frame;
  const char *stack; /* below: frames of what runs */
  struct cell *cell;
  size_t cells, cellRoom;
  size_t *index, indexRoom; /* by primal address: number of the cell + 1 */
  struct undo *undo;
  size_t undos, undoRoom;
  size_t undosOfRun, savedOfRun; /* what the last run wrote over, after it was put back */
  char *saved;
  size_t savedBytes, savedRoom;
  struct block *block;
  size_t blocks, blockRoom;
  int mayAdd, isUnable, hasFailed;
  int isSharing; /* the shadow of a number is the number itself */
  int isNarrow;  /* some number is a float */
  double weight, result, tangent;
  double base;               /* the result of the function as it is */
  double *value, *direction; /* of arguments that are numbers */
  struct findings *found;    /* per argument, shifted by one */
};

extern _Thread_local struct check *enzyme_rt_current_check;

struct check *enzyme_rt_new_check(struct enzyme_rt_checked *what, void *frame, const char *stack);
void enzyme_rt_end_check(struct check *check);
void enzyme_rt_check_undo(struct check *check);
void enzyme_rt_check_remember(struct cell *cell);
void enzyme_rt_check_put_back(const struct cell *cell);
/* Does all memory of the group allow that? Constants do not. */
int enzyme_rt_check_may_move(const struct check *check, int group);

static inline double readNumber(const void *place, int format) {
  float narrow;
  double wide;
  if (format == ENZYME_RT_FLOAT)
    return memcpy(&narrow, place, sizeof narrow), narrow;
  return memcpy(&wide, place, sizeof wide), wide;
}

static inline void writeNumber(void *place, int format, double value) {
  float narrow = (float)value;
  if (format == ENZYME_RT_FLOAT)
    memcpy(place, &narrow, sizeof narrow);
  else
    memcpy(place, &value, sizeof value);
}

static inline void add(struct sum *sum, double term) {
  sum->value += term;
  sum->size += fabs(term);
}

/* Puts back what the last run wrote over, which was written again. */
void enzyme_rt_check_undo_again(struct check *check);

/* By the oracle: the sum that forward mode gives, too. 0: it is not there, or cannot follow. */
int enzyme_rt_along_oracle(struct check *check, int group, struct sum *sum);

/* The oracle runs once more and tells of all its tangents; until the second is called each of
 * the derivative's is compared with them. */
void enzyme_rt_seek_departure(struct check *check, int group, struct departure *departure);
void enzyme_rt_end_seeking(void);

#endif
