/*===- fftw_plans.c - which plans there are, and what they transform ----------===*/
#include "enzyme/runtime.h"
#include "fftw.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 512 };
static struct enzyme_fftw_plan *buckets[BUCKETS];
static struct enzyme_fftw_problem *problems;
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int depth; // FFTW's planners call each other, by the names that we stand before

int enzyme_fftw_lock(void) {
  pthread_mutex_lock(&mutex);
  return depth++ == 0;
}

void enzyme_fftw_unlock(void) {
  --depth;
  pthread_mutex_unlock(&mutex);
}

void *enzyme_fftw_room(size_t bytes) {
  void *room = calloc(bytes ? bytes : 1, 1);
  if (!room)
    enzyme_rt_refuse("there is no memory left for what is known of an FFTW plan", NULL);
  return room;
}

void *enzyme_fftw_library(const char *name, void *found, void *ours) {
  void *next = dlsym(RTLD_NEXT, name);
  if (next)
    return next;
  if (found != ours)
    return found;
  char message[200];
  snprintf(message, sizeof message,
           "'%s' of FFTW cannot be found behind the derivative's: link FFTW as a shared library",
           name);
  enzyme_rt_refuse(message, NULL);
}

/*--- problems ---*/

static int areSame(const struct enzyme_fftw_problem *a, const struct enzyme_fftw_problem *b) {
  return a->kind == b->kind && a->precision == b->precision && a->sign == b->sign &&
         a->isSplit == b->isSplit && a->isInPlace == b->isInPlace && a->rank == b->rank &&
         a->howmanyRank == b->howmanyRank &&
         !memcmp(a->axes, b->axes, (a->rank + a->howmanyRank) * sizeof *a->axes);
}

struct enzyme_fftw_problem *enzyme_fftw_problems(void) { return problems; }

struct enzyme_fftw_problem *enzyme_fftw_only(struct enzyme_fftw_problem *problem) {
  for (struct enzyme_fftw_problem *known = problems; known; known = known->next)
    if (areSame(known, problem)) {
      free(problem);
      return known;
    }
  problem->next = problems;
  return problems = problem;
}

/*--- plans ---*/

static struct enzyme_fftw_plan **bucketOf(const void *key) {
  return &buckets[((size_t)key >> 4) * 11400714819323198485ull >> 55];
}

struct enzyme_fftw_plan *enzyme_fftw_find(const void *plan) {
  struct enzyme_fftw_plan *at = *bucketOf(plan);
  while (at && at->key != plan)
    at = at->next;
  return at;
}

static void takeOut(struct enzyme_fftw_plan *plan) {
  struct enzyme_fftw_plan **at = bucketOf(plan->key);
  while (*at != plan)
    at = &(*at)->next;
  *at = plan->next;
  free(plan);
}

static void putIn(struct enzyme_fftw_plan *plan) {
  struct enzyme_fftw_plan **bucket = bucketOf(plan->key);
  plan->next = *bucket;
  *bucket = plan;
}

/* One that FFTW made at the address of another one is that one no more. */
void enzyme_fftw_note(const struct enzyme_fftw_plan *plan) {
  enzyme_fftw_forget(plan->key);
  struct enzyme_fftw_plan *noted = enzyme_fftw_room(sizeof *noted);
  *noted = *plan;
  putIn(noted);
}

/* The shadows of a plan go with it: derivatives have their arrays by then. One that is given up
 * alone stays with its plan. */
int enzyme_fftw_forget(void *plan) {
  struct enzyme_fftw_plan *known = enzyme_fftw_find(plan);
  if (!known)
    return 0;
  if (known->key == known)
    return 1;
  for (struct enzyme_fftw_plan *shadow = known->shadows, *next; shadow; shadow = next) {
    next = shadow->nextShadow;
    takeOut(shadow);
  }
  takeOut(known);
  return 0;
}

static struct enzyme_fftw_plan known(const void *plan) {
  enzyme_fftw_lock();
  const struct enzyme_fftw_plan *found = plan ? enzyme_fftw_find(plan) : NULL;
  struct enzyme_fftw_plan copy = {0};
  if (found)
    copy = *found;
  enzyme_fftw_unlock();
  if (!plan)
    enzyme_rt_refuse("an FFTW plan is null where it is differentiated", NULL);
  if (!copy.problem)
    enzyme_rt_refuse(
        "an FFTW plan was made where the derivative's library did not see it (by FFTW in "
        "a static library, in a file that the program loads, or before fftw_cleanup): "
        "nothing says what it transforms. Make it in the program, linked with the "
        "shared library of FFTW",
        NULL);
  return copy;
}

void *enzyme_fftw_problem(const void *plan) { return known(plan).problem; }

void *enzyme_fftw_array(const void *plan, long which) { return known(plan).arrays[which]; }

/* structure: allow const_cast, because a plan's address is all that is kept of it */
void enzyme_fftw_constant(const void *plan) {
  enzyme_fftw_lock();
  struct enzyme_fftw_plan *found = enzyme_fftw_find(plan);
  if (found)
    found->isConstant = 1;
  enzyme_fftw_unlock();
}

static void refuseConstant(void) {
  enzyme_rt_refuse("fftw_execute in differentiated code is given a plan that has no shadow, so the "
                   "arrays of the plan, which may vary, have none. Make the plan in the "
                   "differentiated function, or let it have as its shadow a plan like it for the "
                   "shadow arrays, or pass the arrays (fftw_execute_dft and its like)",
                   NULL);
}

void *enzyme_fftw_constant_array(const void *plan, long which) {
  struct enzyme_fftw_plan one = known(plan);
  if (!one.isConstant)
    refuseConstant();
  return one.arrays[which];
}

void enzyme_fftw_check_shadow(const void *plan, const void *shadow) {
  struct enzyme_fftw_plan one = known(plan);
  if (!shadow || shadow == plan) {
    if (!one.isConstant)
      refuseConstant();
    return;
  }
  if (known(shadow).problem != one.problem)
    enzyme_rt_refuse(
        "the shadow of an FFTW plan is a plan for another transform (sizes, strides, kind, "
        "sign, in place or not)",
        NULL);
}

/* structure: allow parameters, because a plan has four arrays */
void *enzyme_fftw_named(void *plan, long isShadow, void *realIn, void *imaginaryIn, void *realOut,
                        void *imaginaryOut) {
  if (!isShadow || !plan)
    return plan;
  enzyme_fftw_lock();
  struct enzyme_fftw_plan *of = enzyme_fftw_find(plan), *shadow = enzyme_fftw_room(sizeof *shadow);
  if (of) {
    shadow->problem = of->problem;
    shadow->nextShadow = of->shadows;
    of->shadows = shadow;
  }
  void *arrays[] = {realIn, imaginaryIn, realOut, imaginaryOut};
  memcpy(shadow->arrays, arrays, sizeof arrays);
  shadow->key = shadow;
  putIn(shadow);
  enzyme_fftw_unlock();
  return shadow;
}
