/*===- team.c - derivatives of parallel regions, run by teams of OpenMP's -------===
 *
 * Each thread of a team runs the derivative of a region. What it keeps for the reverse sweep lies
 * in an arena of its own, which it leaves behind when the primal sweep of the region ends: in the
 * reverse sweep a thread takes up the arena of the thread with the same number, in a team of the
 * same size, whichever of the system's threads that is.
 *
 * Source: openmp/runtime/src/kmp.h of LLVM 22.
 *===----------------------------------------------------------------------===*/
#include "team.h"
#include "arriving.h"
#include "older.h"
#include "tasks.h"
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct enzyme_rt_place enzyme_rt_place = {0, 2, 0, 0, ";unknown;unknown;0;0;;"};

typedef void (*microtask)(int32_t *thread, int32_t *bound, ...);
void __kmpc_fork_call(void *place, int32_t count, microtask, ...);
void __kmpc_push_num_threads(void *place, int32_t thread, int32_t count);
void __kmpc_barrier(void *place, int32_t thread);
int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_dynamic(void);
int omp_get_active_level(void);
int omp_get_max_active_levels(void);
void omp_set_dynamic(int);
void omp_set_max_active_levels(int);

__attribute__((weak)) void __tsan_acquire(void *place);
__attribute__((weak)) void __tsan_release(void *place);

__thread struct team *enzyme_rt_team;
__thread struct tasks enzyme_rt_tasks;

struct work {
  enzyme_rt_team_body body;
  void *frame;
  struct team *team;
  int32_t isLast;
  struct enzyme_rt_older older;
};

/* With what the thread knows that began the team. */
static void *runBody(const struct work *work, void *tape) {
  struct enzyme_rt_older own = enzyme_rt_older;
  int hadTeam = enzyme_rt_has_team;
  enzyme_rt_older = work->older;
  enzyme_rt_has_team = hadTeam || omp_get_num_threads() > 1;
  void *left = work->body(work->frame, tape);
  enzyme_rt_older = own;
  enzyme_rt_has_team = hadTeam;
  if (omp_get_thread_num() != 0)
    enzyme_rt_end_of_arrivals(); /* the rest of a number arrives in the thread that goes on */
  return left;
}

static const struct enzyme_rt_arena noArena;

/* By the thread that filled it: its chunks serve it again. */
static void clear(struct slot *slot) {
  struct enzyme_rt_arena own;
  enzyme_rt_leave_arena(&own);
  enzyme_rt_enter_arena(&slot->arena);
  static const enzyme_rt_mark_t start;
  enzyme_rt_release_within(&start);
  slot->arena = noArena;
  enzyme_rt_enter_arena(&own);
}

static void endTeam(void *memory);

/* But what its threads deferred goes onto *list: memory that the program freed in the region is of
 * the code around as well, whose reverse is still to come. */
static void endInner(void *memory, struct deferred **list) {
  struct team *team = memory;
  for (int32_t i = 0; i < team->size; i++) {
    struct slot *slot = &team->slots[i];
    enzyme_rt_put_off(&slot->arena, list, endTeam, endInner);
    enzyme_rt_append_put_off(list, slot->later);
    enzyme_rt_end_arena(&slot->arena);
  }
  free(team->slots);
  enzyme_rt_team_free_turns(team);
}

static void endTeam(void *memory) {
  struct deferred *list = NULL;
  endInner(memory, &list);
  enzyme_rt_run_put_off(list);
}

void enzyme_rt_team_barrier(void) {
  __kmpc_barrier(&enzyme_rt_place, __kmpc_global_thread_num(&enzyme_rt_place));
}

void enzyme_rt_add_long(long double *place, long double part) {
  static atomic_flag isTaken = ATOMIC_FLAG_INIT;
  while (atomic_flag_test_and_set_explicit(&isTaken, memory_order_acquire))
    sched_yield();
  if (__tsan_acquire)
    __tsan_acquire(&isTaken);
  *place += part;
  if (__tsan_release)
    __tsan_release(&isTaken);
  atomic_flag_clear_explicit(&isTaken, memory_order_release);
}

void enzyme_rt_team_await_turn(int32_t *turn) {
  enum { looks = 200 }; /* before other threads get the processor */
  int32_t number = omp_get_thread_num();
  for (int i = 0; atomic_load_explicit((_Atomic int32_t *)turn, memory_order_acquire) != number;
       i++)
    if (i >= looks)
      sched_yield();
  if (__tsan_acquire)
    __tsan_acquire(turn);
}

void enzyme_rt_team_end_turn(int32_t *turn) {
  if (__tsan_release)
    __tsan_release(turn);
  atomic_fetch_add_explicit((_Atomic int32_t *)turn, 1, memory_order_release);
}

static void run(int32_t *thread, int32_t *bound, struct work *work) {
  (void)thread, (void)bound;
  runBody(work, NULL);
}

void enzyme_rt_team_run(enzyme_rt_team_body body, void *frame) {
  struct work work = {body, frame, NULL, 0, enzyme_rt_older};
  __kmpc_fork_call(&enzyme_rt_place, 1, (microtask)run, &work);
}

static void record(int32_t *thread, int32_t *bound, struct work *work) {
  (void)bound;
  int number = omp_get_thread_num();
  struct team *team = work->team;
  if (number == 0) {
    team->size = omp_get_num_threads();
    team->slots = aligned_alloc(sizeof *team->slots, sizeof *team->slots * (size_t)team->size);
    if (!team->slots)
      enzyme_rt_refuse("no memory for the tape of a derivative", NULL);
  }
  __kmpc_barrier(&enzyme_rt_place, *thread);
  struct slot *slot = &team->slots[number];
  slot->thread = pthread_self();
  slot->later = NULL;
  struct enzyme_rt_arena own;
  enzyme_rt_leave_arena(&own);
  enzyme_rt_enter_arena(&noArena);
  enzyme_rt_alloc(1); /* derivatives that begin and end here are not the outermost ones */
  struct team *around = enzyme_rt_team;
  struct tasks tasks = enzyme_rt_tasks;
  enzyme_rt_team = team;
  enzyme_rt_tasks = (struct tasks){0};
  slot->tape = runBody(work, NULL);
  enzyme_rt_team = around;
  enzyme_rt_tasks = tasks;
  enzyme_rt_leave_arena(&slot->arena);
  enzyme_rt_enter_arena(&own);
}

void *enzyme_rt_team_record(enzyme_rt_team_body body, void *frame) {
  struct team *team = enzyme_rt_alloc(sizeof *team);
  *team = (struct team){0};
  team->outermost = enzyme_rt_team ? enzyme_rt_team->outermost : team;
  struct work work = {body, frame, team, 0, enzyme_rt_older};
  __kmpc_fork_call(&enzyme_rt_place, 1, (microtask)record, &work);
  enzyme_rt_defer(team, endTeam);
  return team;
}

void enzyme_rt_team_same_thread(void) {
  if (!pthread_equal(enzyme_rt_team->slots[omp_get_thread_num()].thread, pthread_self()))
    enzyme_rt_refuse("the reverse sweep of a parallel region with variables of its threads' own is "
                     "run by other threads than the region was",
                     NULL);
}

static void runEach(int32_t *thread, int32_t *bound, void (*function)(void)) {
  (void)thread, (void)bound;
  function();
}

void enzyme_rt_team_each(void (*function)(void)) {
  int level = omp_get_active_level();
  if (level > 0 && omp_get_max_active_levels() > level)
    enzyme_rt_refuse(
        "a derivative with variables of threads' own is asked for in a parallel region, "
        "in which teams would have other threads each time (omp_set_max_active_levels)",
        NULL);
  int isDynamic = omp_get_dynamic();
  omp_set_dynamic(0);
  __kmpc_fork_call(&enzyme_rt_place, 1, (microtask)runEach, function);
  omp_set_dynamic(isDynamic);
}

static void reverse(int32_t *thread, int32_t *bound, struct work *work) {
  (void)thread, (void)bound;
  int number = omp_get_thread_num();
  struct team *team = work->team;
  if (omp_get_num_threads() != team->size)
    enzyme_rt_refuse("the reverse sweep of a parallel region has a team of another size than the "
                     "region had",
                     NULL);
  struct slot *slot = &team->slots[number];
  struct enzyme_rt_arena own;
  enzyme_rt_leave_arena(&own);
  enzyme_rt_enter_arena(&slot->arena);
  struct team *around = enzyme_rt_team;
  enzyme_rt_team = team;
  runBody(work, slot->tape);
  enzyme_rt_team = around;
  enzyme_rt_leave_arena(&slot->arena);
  enzyme_rt_enter_arena(&own);
  if (!work->isLast)
    return;
  enzyme_rt_put_off(&slot->arena, &slot->later, endTeam, endInner);
  clear(slot); /* chunks go to who filled them, and will again */
}

void enzyme_rt_team_reverse(enzyme_rt_team_body body, void *frame, void *team, int32_t isLast) {
  struct work work = {body, frame, team, isLast, enzyme_rt_older};
  enzyme_rt_team_turn_back(team);
  work.team->sweep++;
  int isDynamic = omp_get_dynamic(), level = omp_get_active_level();
  int levels = omp_get_max_active_levels();
  omp_set_dynamic(0); /* else fewer may come */
  if (levels <= level && work.team->size > 1)
    omp_set_max_active_levels(level + 1); /* as when the region was run */
  __kmpc_push_num_threads(&enzyme_rt_place, __kmpc_global_thread_num(&enzyme_rt_place),
                          work.team->size);
  __kmpc_fork_call(&enzyme_rt_place, 1, (microtask)reverse, &work);
  omp_set_dynamic(isDynamic);
  omp_set_max_active_levels(levels);
}
