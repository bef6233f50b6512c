/*===- exact.c - derivatives compared with the oracle (-fenzyme-check=exact) ===
 *
 * The functions of the program carry tangents then (passes/oracle), and one run of the
 * function itself gives what forward mode should give, to rounding. That run writes what
 * the run of the forward derivative before it wrote, which is put back once more.
 *===----------------------------------------------------------------------===*/
#include "check.h"
#include <stdio.h>

/* The oracle's runtime, in programs that have it. */
#define WEAK __attribute__((weak))
WEAK int enzyme_oracle_run(void (*run)(void *), void *frame);
WEAK const char *enzyme_oracle_why(void);
WEAK void enzyme_oracle_forget(void);
WEAK void enzyme_oracle_set(void *place, const void *tangent, size_t bytes);
WEAK void enzyme_oracle_get(const void *place, void *tangent, size_t bytes);

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

int enzyme_rt_along_oracle(struct check *check, int group, struct sum *sum) {
  if (!enzyme_oracle_run)
    return 0;
  setTangents(check, group);
  int isExact = enzyme_oracle_run(check->what->exact, check->frame);
  if (isExact)
    addTangents(check, group, sum);
  else
    sayWhyNot(check);
  enzyme_oracle_forget();
  enzyme_rt_check_undo_again(check);
  return isExact;
}
