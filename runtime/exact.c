/*===- exact.c - derivatives compared with the oracle (-fenzyme-check=exact) ===
 *
 * The functions of the program carry tangents then (passes/oracle), and one run of the
 * function itself gives what forward mode should give, to rounding. That run writes what
 * the run of the forward derivative before it wrote, which is put back once more.
 *
 * Tangents lie at a distance from what they are those of, whichever thread set them, and all are
 * cleared behind a run: one thread at a time.
 *===----------------------------------------------------------------------===*/
#include "check.h"
#include <pthread.h>
#include <stdio.h>
#include <time.h>

/* The oracle's runtime, in programs that have it. */
#define WEAK __attribute__((weak))
WEAK int enzyme_oracle_run(void (*run)(void *), void *frame);
WEAK const char *enzyme_oracle_why(void);
WEAK void enzyme_oracle_forget(void);
WEAK void enzyme_oracle_set(void *place, const void *tangent, size_t bytes);
WEAK void enzyme_oracle_get(const void *place, void *tangent, size_t bytes);
WEAK void enzyme_oracle_listen(int begins);
WEAK void enzyme_oracle_forget_steps(void);
WEAK int enzyme_oracle_departs(const char *where, double value, double tangent, double tolerance,
                               double *expected);

static size_t bytesOf(int format) {
  return format == ENZYME_RT_FLOAT ? sizeof(float) : sizeof(double);
}

static void setTangent(void *place, int format, double tangent) {
  char bytes[sizeof(double)];
  writeNumber(bytes, format, tangent);
  enzyme_oracle_set(place, bytes, bytesOf(format));
}

static double tangentOf(const void *place, int format) {
  char bytes[sizeof(double)];
  enzyme_oracle_get(place, bytes, bytesOf(format));
  return readNumber(bytes, format);
}

static double directionOf(const struct cell *cell, int group) {
  return cell->argument == group ? cell->direction : 0;
}

static void setTangents(struct check *check, int group) {
  for (size_t i = 0; i < check->cells; i++)
    setTangent(check->cell[i].primal, check->cell[i].format, directionOf(&check->cell[i], group));
  if (group >= 0 && check->what->argument[group].format != ENZYME_RT_POINTER)
    setTangent(check->frame + check->what->argument[group].primal,
               check->what->argument[group].format, check->direction[group]);
}

static void addTangents(struct check *check, int group, struct sum *sum) {
  const struct enzyme_rt_checked *what = check->what;
  if (what->resultFormat != ENZYME_RT_NONE)
    add(sum, check->weight * tangentOf(check->frame + what->result, what->resultFormat));
  for (size_t i = 0; i < check->cells; i++) {
    const struct cell *cell = &check->cell[i];
    if (cell->argument >= 0 || cell->argument == -1) /* of globals: as with forward mode */
      add(sum, cell->weight * (tangentOf(cell->primal, cell->format) - directionOf(cell, group)));
  }
}

/* Once for each request. */
static void sayWhyNot(const struct check *check) {
  struct enzyme_rt_checked *what = check->what;
  if (what->reports++)
    return;
  fprintf(stderr, "enzyme: the derivative of '%s'%s%s%s is checked by differences: %s\n",
          what->function, what->place ? " (" : "", what->place ? what->place : "",
          what->place ? ")" : "", enzyme_oracle_why());
}

static pthread_mutex_t oneAtATime = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int isOurs; /* this thread has it, from a check around this one or a search */

int enzyme_rt_checks_here(void) { return isOurs; }

enum { busy = -1, had, taken }; /* what `enter` came to */

/* Not for ever: who has it may wait for this thread, which a checked function has started. */
static int enter(void) {
  enum { longEnough = 20 };
  struct timespec until;
  if (isOurs)
    return had;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += longEnough;
  if (pthread_mutex_timedlock(&oneAtATime, &until))
    return busy;
  isOurs = 1;
  return taken;
}

static void leave(int entered) {
  if (entered != taken)
    return;
  isOurs = 0;
  pthread_mutex_unlock(&oneAtATime);
}

int enzyme_rt_along_oracle(struct check *check, int group, struct sum *sum) {
  if (!enzyme_oracle_run)
    return 0;
  int entered = enter();
  if (entered == busy)
    return 0;
  setTangents(check, group);
  int isExact = enzyme_oracle_run(check->what->exact, check->frame);
  if (isExact)
    addTangents(check, group, sum);
  else
    sayWhyNot(check);
  enzyme_oracle_forget();
  leave(entered);
  enzyme_rt_check_undo_again(check);
  return isExact;
}

/* ---- where the two part --------------------------------------------------------- */

static _Thread_local struct {
  struct departure *departure; /* null: not looked for */
  double tolerance;
  int entered;
} sought;

void enzyme_rt_seek_departure(struct check *check, int group, struct departure *departure) {
  struct sum unused = {0, 0, 0, 0};
  sought.entered = enter();
  if (sought.entered == busy)
    return;
  enzyme_oracle_listen(1);
  int isExact = enzyme_rt_along_oracle(check, group, &unused);
  enzyme_oracle_listen(0);
  if (isExact) {
    sought.departure = departure;
    sought.tolerance = check->isNarrow ? 1e-3 : 1e-7;
  }
}

void enzyme_rt_end_seeking(void) {
  sought.departure = 0;
  if (sought.entered != busy)
    enzyme_oracle_forget_steps();
  leave(sought.entered);
}

void enzyme_rt_check_line(const char *where, double value, double tangent) {
  struct departure *departure = sought.departure;
  if (!departure || departure->where || !where ||
      !enzyme_oracle_departs(where, value, tangent, sought.tolerance, &departure->expected))
    return;
  departure->where = where;
  departure->got = tangent;
}
