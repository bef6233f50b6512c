/*===- check.c - derivatives that check themselves (-fenzyme-check) -------===
 *
 * Before a derivative runs, the forward derivative of the same function runs several
 * times in random directions: as it is, and with inputs moved a little, for central
 * differences. After the derivative has run, the adjoints it made are compared:
 *
 *   reverse:  <shadows before, tangents after> + seed . tangent of the result
 *                == <shadows after, tangents before> + adjoints . tangents of numbers
 *
 * Where nothing happens to memory both sides have the same terms, which are left out.
 * There is a direction for each argument, so that a wrong one has a name.
 *
 * The runs happen in the program's own memory, whatever leads to what there. The code
 * that runs tells before it writes; what it wrote is put back. Memory that it makes
 * itself, and its stack, are its own business; what it releases is released when it is
 * over.
 *===----------------------------------------------------------------------===*/
#include "check.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Thread_local struct check *enzyme_rt_current_check;

extern char __data_start[] __attribute__((weak)), _end[] __attribute__((weak));

/* In [-1, 1]; the same numbers in each run of the program. */
static double randomNumber(void) {
  static _Thread_local unsigned long long state = 88172645463325252ull;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double)(long long)state / 9223372036854775808.0;
}

/* As large as what it belongs to, and never nearly zero. */
static double directionFor(double value) {
  double size = fabs(value), random = randomNumber();
  if (!(size > 1e-100 && size < 1e100))
    size = 1;
  return size * copysign(0.5 + 0.5 * fabs(random), random);
}

/* ---- what belongs to which argument -------------------------------------- */

enum { elsewhere = -1, inGlobal = -2 };

static int isGlobal(const char *place) { return place >= __data_start && place < _end; }

/* A place lies behind the argument whose shadow is as far away as its own. */
static int argumentOf(const struct check *check, const struct cell *cell) {
  int found = isGlobal(cell->primal) && isGlobal(cell->shadow) ? inGlobal : elsewhere;
  if (cell->isOfGlobal)
    return inGlobal;
  const char *nearest = 0;
  for (size_t i = 0; i < check->what->arguments; i++) {
    const struct enzyme_rt_checked_argument *argument = &check->what->argument[i];
    char *base, *shadow;
    if (argument->format != ENZYME_RT_POINTER)
      continue;
    memcpy(&base, check->frame + argument->primal, sizeof base);
    memcpy(&shadow, check->frame + argument->shadow, sizeof shadow);
    int isBehind = cell->shadow - cell->primal == shadow - base && base <= cell->primal;
    if (isBehind && (!nearest || base > nearest)) {
      nearest = base;
      found = (int)i;
    }
  }
  return found;
}

/* ---- runs ------------------------------------------------------------------- */

static void run(struct check *check) {
  struct check *outer = enzyme_rt_current_check;
  enzyme_rt_current_check = check;
  check->what->run(check->frame);
  enzyme_rt_current_check = outer;
  for (size_t i = 0; i < check->cells; i++) {
    struct cell *cell = &check->cell[i];
    cell->valueAfter = readNumber(cell->primal, cell->format);
    cell->tangentAfter = readNumber(cell->shadow, cell->format);
  }
  if (check->what->resultFormat != ENZYME_RT_NONE) {
    check->result = readNumber(check->frame + check->what->result, check->what->resultFormat);
    check->tangent = readNumber(check->frame + check->what->tangent, check->what->resultFormat);
  }
  enzyme_rt_check_undo(check);
}

/* The tangents of all numbers: those of `group` along the direction, others zero. */
static void setTangents(struct check *check, int group) {
  for (size_t i = 0; i < check->cells; i++) {
    struct cell *cell = &check->cell[i];
    writeNumber(cell->shadow, cell->format, cell->argument == group ? cell->direction : 0);
  }
  for (size_t i = 0; i < check->what->arguments; i++) {
    const struct enzyme_rt_checked_argument *argument = &check->what->argument[i];
    if (argument->format != ENZYME_RT_POINTER)
      writeNumber(check->frame + argument->shadow, argument->format,
                  (int)i == group ? check->direction[i] : 0);
  }
}

/* All inputs of `group`, moved by `step` along the direction. */
static void setInputs(struct check *check, int group, double step) {
  for (size_t i = 0; i < check->cells; i++) {
    struct cell *cell = &check->cell[i];
    if (cell->argument == group)
      writeNumber(cell->primal, cell->format, cell->value + step * cell->direction);
  }
  if (group >= 0 && check->what->argument[group].format != ENZYME_RT_POINTER)
    writeNumber(check->frame + check->what->argument[group].primal,
                check->what->argument[group].format,
                check->value[group] + step * check->direction[group]);
}

static void restore(struct check *check) {
  for (size_t i = 0; i < check->cells; i++) {
    struct cell *cell = &check->cell[i];
    enzyme_rt_check_put_back(cell);
  }
  for (size_t i = 0; i < check->what->arguments; i++) {
    const struct enzyme_rt_checked_argument *argument = &check->what->argument[i];
    if (argument->format != ENZYME_RT_POINTER)
      writeNumber(check->frame + argument->primal, argument->format, check->value[i]);
  }
}

/* ---- sums ------------------------------------------------------------------- */

static struct sum alongForward(struct check *check, int group) {
  struct sum sum = {0, 0, 0, 0};
  setTangents(check, group);
  run(check);
  add(&sum, check->weight * check->tangent);
  for (size_t i = 0; i < check->cells; i++) {
    const struct cell *cell = &check->cell[i];
    double before = cell->argument == group ? cell->direction : 0;
    if (cell->argument != inGlobal)
      add(&sum, cell->weight * (cell->tangentAfter - before));
  }
  return sum;
}

/* (f(x + step v) - f(x - step v)) / 2 step, of all that the function writes. */
/* `three`: values above, here and below. */
static void addDifference(struct sum *sum, double weight, const double three[3], double step) {
  double above = three[0], below = three[2];
  add(sum, weight * ((above - below) / (2 * step)));
  sum->bend += weight * (above - 2 * three[1] + below) / step;
  sum->rounding += fabs(weight) * (fabs(above) + fabs(below)) / step;
}

static struct sum alongDifferences(struct check *check, int group, double step) {
  struct sum sum = {0, 0, 0, 0};
  setInputs(check, group, step);
  run(check);
  double above = check->result;
  for (size_t i = 0; i < check->cells; i++)
    check->cell[i].above = check->cell[i].valueAfter;
  setInputs(check, group, -step);
  run(check);
  setInputs(check, group, 0);
  double results[] = {above, check->base, check->result};
  addDifference(&sum, check->weight, results, step);
  for (size_t i = 0; i < check->cells; i++) {
    const struct cell *cell = &check->cell[i];
    if (cell->argument == inGlobal || cell->weight == 0)
      continue;
    double values[] = {cell->above, cell->base, cell->valueAfter};
    addDifference(&sum, cell->weight, values, step);
    if (cell->argument == group)
      add(&sum, -cell->weight * cell->direction);
  }
  return sum;
}

static struct sum alongReverse(const struct check *check, int group, const double *adjoints) {
  struct sum sum = {0, 0, 0, 0};
  for (size_t i = 0; i < check->cells; i++) {
    const struct cell *cell = &check->cell[i];
    if (cell->argument == group)
      add(&sum, (readNumber(cell->shadow, cell->format) - cell->seed) * cell->direction);
  }
  if (group >= 0 && check->what->argument[group].format != ENZYME_RT_POINTER)
    add(&sum, adjoints[group] * check->direction[group]);
  return sum;
}

/* ---- the check -------------------------------------------------------------- */

/* At which line is the derivative wrong first? */
static void findDeparture(struct check *check, int group, struct findings *found) {
  enzyme_rt_seek_departure(check, group, &found->departure);
  alongForward(check, group);
  enzyme_rt_end_seeking();
}

/* Where the program has the oracle's instrumentation, and it can follow the function. */
static int compareWithOracle(struct check *check, int group, struct findings *found) {
  double tolerance = check->isNarrow ? 1e-3 : 1e-8;
  found->by = "the exact oracle";
  found->forward = alongForward(check, group);
  found->differences = (struct sum){0, 0, 0, 0};
  if (!enzyme_rt_along_oracle(check, group, &found->differences))
    return 0;
  double allowed = tolerance * (found->forward.size + found->differences.size) + 1e-100;
  double forward = found->forward.value, exact = found->differences.value;
  found->areDifferent = isnan(forward) != isnan(exact) || fabs(forward - exact) > allowed;
  if (found->areDifferent)
    findDeparture(check, group, found);
  return 1;
}

/* Rounding, and a kink or a jump between the inputs, make the differences disagree. */
static void compareWithDifferences(struct check *check, int group, struct findings *found) {
  double step = check->isNarrow ? 4e-3 : 1e-5;
  double tolerance = check->isNarrow ? 2e-2 : 1e-5;
  found->forward = alongForward(check, group);
  if (!enzyme_rt_check_may_move(check, group)) /* reverse mode is compared with forward mode */
    return;
  found->by = "differences";
  struct sum wide = alongDifferences(check, group, step);
  struct sum other = alongDifferences(check, group, step / 3);
  found->differences = alongDifferences(check, group, step / 2);
  double precision = check->isNarrow ? 6e-8 : 1.2e-16;
  double uncertain = 10 * fabs(wide.value - found->differences.value) +
                     10 * fabs(other.value - found->differences.value) +
                     fabs(found->differences.bend) + 10 * precision * found->differences.rounding;
  double allowed = uncertain + tolerance * (found->forward.size + found->differences.size) + 1e-100;
  found->areDifferent = fabs(found->forward.value - found->differences.value) > allowed;
}

/* Where several numbers are results of forward mode they are looked at together. */
static void chooseWeights(struct check *check, double seed) {
  check->weight = check->what->isReverse ? seed : 1;
  check->base = check->result;
  for (size_t i = 0; i < check->cells; i++) {
    struct cell *cell = &check->cell[i];
    cell->seed = readNumber(cell->shadow, cell->format);
    cell->base = cell->valueAfter;
    cell->value = readNumber(cell->primal, cell->format);
    cell->argument = argumentOf(check, cell);
    cell->direction = directionFor(cell->value);
    int isKnown = check->what->isReverse ? isfinite(cell->seed) : isfinite(cell->value);
    int isWeighed = cell->argument != inGlobal && isKnown;
    cell->weight = !isWeighed ? 0 : check->what->isReverse ? cell->seed : randomNumber();
    enzyme_rt_check_remember(cell);
  }
}

/* Does no shadow belong to two floats? Then no sum over floats is one over shadows. */
static int haveOwnShadows(struct check *check) {
  int areOwn = 1;
  for (size_t i = 0; i < check->cells; i++)
    writeNumber(check->cell[i].shadow, check->cell[i].format, (double)(i % 8388608));
  for (size_t i = 0; i < check->cells; i++)
    areOwn &= readNumber(check->cell[i].shadow, check->cell[i].format) == (double)(i % 8388608);
  for (size_t i = 0; i < check->cells; i++)
    enzyme_rt_check_put_back(&check->cell[i]);
  return areOwn;
}

/* A shadow that was copied from its value still has the value's pointers: adjoints would be added
 * to the values themselves. */
static void saySharing(struct check *check) {
  struct enzyme_rt_checked *what = check->what;
  check->hasFailed = 1;
  if (what->reports++)
    return;
  fprintf(stderr,
          "enzyme: the derivative of '%s'%s%s%s is added to the values themselves: a pointer in a "
          "shadow leads to memory of the value; each pointer there leads to memory of its own\n",
          what->function, what->place ? " (" : "", what->place ? what->place : "",
          what->place ? ")" : "");
}

static void sayWhere(const struct enzyme_rt_checked *what, const struct findings *found) {
  const struct departure *departure = &found->departure;
  if (departure->where)
    fprintf(stderr, "; the tangents part at %s, where %.9g is expected and %.9g was computed",
            departure->where, departure->expected, departure->got);
  else if (what->isReverse && !found->areDifferent)
    fprintf(stderr, "; it is the reverse sweep that is wrong");
}

static void say(struct check *check, int group, const struct findings *found, double got,
                const char *mode) {
  struct enzyme_rt_checked *what = check->what;
  check->hasFailed = 1;
  size_t *reports = group >= 0 ? &what->argument[group].reports : &what->reports;
  if ((*reports)++)
    return;
  fprintf(stderr, "enzyme: the derivative of '%s' ", what->function);
  if (group >= 0)
    fprintf(stderr, "by argument %d ('%s') ", what->argument[group].number,
            what->argument[group].name);
  else
    fprintf(stderr, "by what its arguments lead to ");
  fprintf(stderr, "is wrong%s%s%s: in a random direction expected %.9g (%s), got %.9g (%s mode",
          what->place ? " (" : "", what->place ? what->place : "", what->place ? ")" : "",
          found->differences.value, found->by, got, mode);
  if (what->isReverse)
    fprintf(stderr, "; forward mode: %.9g", found->forward.value);
  fprintf(stderr, ")");
  sayWhere(what, found);
  fprintf(stderr, "\n");
}

static int hasInputs(const struct check *check, int group) {
  if (group >= 0 && check->what->argument[group].format != ENZYME_RT_POINTER)
    return 1;
  for (size_t i = 0; i < check->cells; i++)
    if (check->cell[i].argument == group)
      return 1;
  return 0;
}

/* Is any number a float? Neither differences nor adjoints are better then. */
static int isNarrow(const struct check *check) {
  const struct enzyme_rt_checked *what = check->what;
  int isAny = what->isNarrow || what->resultFormat == ENZYME_RT_FLOAT;
  for (size_t i = 0; i < what->arguments; i++)
    isAny |= what->argument[i].format == ENZYME_RT_FLOAT;
  for (size_t i = 0; i < check->cells; i++)
    isAny |= check->cell[i].format == ENZYME_RT_FLOAT;
  return isAny;
}

/* Did a number become none? Infinite numbers times zero are what each makes of them. */
static int overflows(const struct check *check) {
  int isAny = !isfinite(check->result);
  for (size_t i = 0; i < check->cells; i++) {
    const struct cell *cell = &check->cell[i];
    isAny |= isfinite(readNumber(cell->primal, cell->format)) && !isfinite(cell->valueAfter);
  }
  return isAny;
}

void *enzyme_rt_check_begin(struct enzyme_rt_checked *what, void *frame, double seed) {
  if (enzyme_rt_current_check) /* a derivative inside one that is checked */
    return 0;
  struct check *check = enzyme_rt_new_check(what, frame, (char *)__builtin_frame_address(0));
  check->mayAdd = 1;
  run(check);
  check->mayAdd = 0;
  check->isNarrow = isNarrow(check);
  if (check->isSharing) {
    saySharing(check);
    enzyme_rt_end_check(check);
    if (what->exitCode != 0)
      exit(what->exitCode);
    return 0;
  }
  if (check->isUnable || overflows(check)) {
    enzyme_rt_end_check(check);
    return 0;
  }
  chooseWeights(check, seed);
  if (!haveOwnShadows(check)) {
    enzyme_rt_end_check(check);
    return 0;
  }
  for (size_t i = 0; i < what->arguments; i++)
    if (what->argument[i].format != ENZYME_RT_POINTER) {
      check->value[i] =
          readNumber(check->frame + what->argument[i].primal, what->argument[i].format);
      check->direction[i] = directionFor(check->value[i]);
    }
  for (int group = elsewhere; group < (int)what->arguments; group++)
    if (hasInputs(check, group)) {
      struct findings *found = &check->found[group + 1];
      if (!compareWithOracle(check, group, found))
        compareWithDifferences(check, group, found);
      if (found->areDifferent && !what->isReverse)
        say(check, group, found, found->forward.value, "forward");
    }
  restore(check);
  return check;
}

/* Silence may mean that nothing was compared: on request it is told what was. */
static void tellIfAsked(const struct check *check) {
  const char *by = 0;
  for (size_t i = 0; i <= check->what->arguments; i++)
    by = check->found[i].by ? check->found[i].by : by;
  if (!by || check->hasFailed || !getenv("ENZYME_CHECK_TELL"))
    return;
  const char *place = check->what->place;
  fprintf(stderr, "enzyme: the derivative of '%s'%s%s%s is right by %s\n", check->what->function,
          place ? " (" : "", place ? place : "", place ? ")" : "", by);
}

void enzyme_rt_check_end(void *state, const double *adjoints) {
  struct check *check = state;
  if (!check)
    return;
  double tolerance = check->isNarrow ? 1e-3 : 1e-8;
  for (int group = elsewhere; check->what->isReverse && group < (int)check->what->arguments;
       group++)
    if (hasInputs(check, group)) {
      const struct findings *found = &check->found[group + 1];
      struct sum reverse = alongReverse(check, group, adjoints);
      double allowed = tolerance * (reverse.size + found->forward.size) + 1e-100;
      if (found->areDifferent || fabs(reverse.value - found->forward.value) > allowed)
        say(check, group, found, reverse.value, "reverse");
    }
  tellIfAsked(check);
  int hasFailed = check->hasFailed, exitCode = check->what->exitCode;
  enzyme_rt_end_check(check);
  if (hasFailed && exitCode != 0)
    exit(exitCode);
}
