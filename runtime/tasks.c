/*===- tasks.c - tasks in derivatives of parallel regions ------------------------===
 *
 * Problem: OpenMP's runtime decides which thread runs a task, and when. In the reverse sweep a task
 * has to run after all that used its results and before all that it used.
 *
 * Here: each thread goes back the way that it came. Where a thread waits (for its tasks, for a
 * group of them, at a barrier, or while it makes one) it may run tasks meanwhile; in the primal
 * sweep it notes which. In the reverse sweep it runs the same ones there, the last one first, each
 * of which waits until
 *
 *   the wait that the primal sweep ended it with has been passed backwards    (open)
 *   tasks that depended on it are done
 *
 * and where a task was made its maker waits until it is done. All that threads wait for happened
 * later in the primal sweep than where they are: the primal sweep backwards is one in which nobody
 * waits for ever. The same holds with the sections of locks (locks.c).
 *
 * A task that only a barrier ended is open from the start: its thread comes to it from behind that
 * barrier, where all threads have been.
 *
 * What a task keeps lies in the arena of the thread that runs it: threads go back in the opposite
 * order, so that it is a stack. What the runtime of OpenMP calls a task of its own holds the
 * address of a record, which its maker keeps.
 *
 * Dependences of one task on several others of the kind mutexinoutset or inoutset are taken as
 * inout, which is one of the orders that they allow.
 *
 * Source: openmp/runtime/src/kmp.h of LLVM 22.
 *===----------------------------------------------------------------------===*/
#include "tasks.h"
#include "team.h"
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct kmp_task {
  void *shared;
  int32_t (*entry)(int32_t thread, struct kmp_task *task);
  int32_t part;
  void *data[2];
};

struct dependence {
  void *address;
  size_t length;
  uint8_t flags;
};

struct kmp_task *__kmpc_omp_task_alloc(void *place, int32_t thread, int32_t flags, size_t bytes,
                                       size_t shared, int32_t (*)(int32_t, struct kmp_task *));
int32_t __kmpc_omp_task(void *place, int32_t thread, struct kmp_task *task);
int32_t __kmpc_omp_task_with_deps(void *place, int32_t thread, struct kmp_task *task, int32_t count,
                                  struct dependence *, int32_t, struct dependence *);
void __kmpc_omp_wait_deps(void *place, int32_t thread, int32_t count, struct dependence *, int32_t,
                          struct dependence *);
void __kmpc_omp_task_begin_if0(void *place, int32_t thread, struct kmp_task *task);
void __kmpc_omp_task_complete_if0(void *place, int32_t thread, struct kmp_task *task);
int32_t __kmpc_omp_taskwait(void *place, int32_t thread);
void __kmpc_taskgroup(void *place, int32_t thread);
void __kmpc_end_taskgroup(void *place, int32_t thread);
void __kmpc_barrier(void *place, int32_t thread);
int omp_get_num_threads(void);

__attribute__((weak)) void __tsan_acquire(void *place);
__attribute__((weak)) void __tsan_release(void *place);

struct edge {
  struct edge *next;
  struct record *later;
};

struct record {
  struct record *next;    /* that its thread ran before it, at the same point */
  struct record *sibling; /* of those that one wait ends */
  struct record *ran;     /* while it was made: it, or others */
  struct edge *later;     /* tasks that depend on it */
  enzyme_rt_team_body body, reverse;
  void *tape;
  struct group *group;
  int32_t isGated; /* a wait ended it */
  /* The number of the reverse sweep for which it is so. */
  _Atomic int32_t open, done;
  _Alignas(16) char frame[];
};

struct group {
  struct group *around;
  struct record *before;       /* children of its maker from before it */
  struct record *_Atomic left; /* by tasks in it that did not wait for theirs */
};

/* Which tasks accessed an address last. */
struct last {
  struct last *next;
  void *address;
  struct edge *readers;
  struct record *writer;
};

/* What a wait keeps for its reverse. */
struct point {
  struct record *ran, *ended;
};

/* What is said of the task that is made next. */
struct wish {
  int32_t flags, isDeferred, count;
  const struct dependence *list;
};
static __thread struct wish wish;

static int32_t threadNumber(void) { return __kmpc_global_thread_num(&enzyme_rt_place); }

void enzyme_rt_team_next_task(int32_t flags, int32_t isDeferred, int32_t count, const void *list) {
  wish = (struct wish){flags, isDeferred, count, list};
}

int64_t enzyme_rt_team_pieces(int64_t iterations, int32_t kind, int64_t wanted) {
  enum { bySize = 1, byNumber = 2, ofEachThread = 10 };
  int64_t pieces = kind == bySize     ? iterations / (wanted > 0 ? wanted : 1)
                   : kind == byNumber ? wanted
                                      : omp_get_num_threads() * (int64_t)ofEachThread;
  pieces = pieces > iterations ? iterations : pieces;
  return iterations <= 0 ? 0 : pieces > 0 ? pieces : 1;
}

enum { in = 1, inOut = 3, ofAllMemory = 128 }; /* kinds of dependences */
enum { isTied = 1, isFinal = 2 };

/* A task of the runtime's that does `entry` with a copy of what it shares. */
static void start(struct wish how, int32_t (*entry)(int32_t, struct kmp_task *), const void *shared,
                  size_t bytes) {
  int32_t thread = threadNumber();
  struct kmp_task *task = __kmpc_omp_task_alloc(
      &enzyme_rt_place, thread, (how.flags & isFinal) | isTied, sizeof *task, bytes, entry);
  memcpy(task->shared, shared, bytes);
  struct dependence *list = NULL;
  if (how.count > 0) {
    list = malloc(sizeof *list * (size_t)how.count);
    if (!list)
      enzyme_rt_refuse("no memory for the tape of a derivative", NULL);
    for (int32_t i = 0; i < how.count; i++) {
      list[i] = how.list[i];
      if (list[i].flags & ofAllMemory)
        enzyme_rt_refuse("a task that depends on all memory (omp_all_memory)", NULL);
      list[i].flags = list[i].flags == in ? in : inOut;
    }
  }
  if (!how.isDeferred) {
    if (list)
      __kmpc_omp_wait_deps(&enzyme_rt_place, thread, how.count, list, 0, NULL);
    __kmpc_omp_task_begin_if0(&enzyme_rt_place, thread, task);
    entry(thread, task);
    __kmpc_omp_task_complete_if0(&enzyme_rt_place, thread, task);
  } else if (list) {
    __kmpc_omp_task_with_deps(&enzyme_rt_place, thread, task, how.count, list, 0, NULL);
  } else {
    __kmpc_omp_task(&enzyme_rt_place, thread, task);
  }
  free(list);
}

struct plain {
  enzyme_rt_team_body body;
  _Alignas(16) char frame[];
};

static int32_t runPlain(int32_t thread, struct kmp_task *task) {
  (void)thread;
  struct plain *plain = *(struct plain **)task->shared;
  plain->body(plain->frame, NULL);
  free(plain);
  return 0;
}

void enzyme_rt_team_task(enzyme_rt_team_body body, void *frame, size_t bytes) {
  if (enzyme_rt_tasks.ran) { /* nothing of it is kept: what it runs meanwhile would be lost */
    body(frame, NULL);
    return;
  }
  struct plain *plain = malloc(sizeof *plain + bytes);
  if (!plain)
    enzyme_rt_refuse("no memory for the tape of a derivative", NULL);
  plain->body = body;
  memcpy(plain->frame, frame, bytes);
  start(wish, runPlain, &plain, sizeof plain);
}

/* Another wait ends what a task has not waited for. */
static void leaveBehind(struct record *children, struct group *group) {
  if (!children || !group)
    return;
  struct record *end = children;
  while (end->sibling)
    end = end->sibling;
  end->sibling = atomic_load_explicit(&group->left, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&group->left, &end->sibling, children,
                                                memory_order_release, memory_order_relaxed))
    ;
}

static int32_t runRecorded(int32_t thread, struct kmp_task *task) {
  (void)thread;
  struct record *record = *(struct record **)task->shared;
  struct tasks around = enzyme_rt_tasks;
  record->next = *around.ran;
  *around.ran = record;
  enzyme_rt_tasks =
      (struct tasks){.ran = around.ran, .group = record->group, .first = record->group};
  record->tape = record->body(record->frame, NULL);
  leaveBehind(enzyme_rt_tasks.children, record->group);
  enzyme_rt_tasks = around;
  return 0;
}

static struct last *lastOf(void *address) {
  struct last *last = enzyme_rt_tasks.lasts;
  for (; last; last = last->next)
    if (last->address == address)
      return last;
  last = enzyme_rt_alloc_zeroed(sizeof *last);
  last->address = address;
  last->next = enzyme_rt_tasks.lasts;
  enzyme_rt_tasks.lasts = last;
  return last;
}

static struct edge *edgeTo(struct record *later, struct edge *next) {
  struct edge *edge = enzyme_rt_alloc(sizeof *edge);
  *edge = (struct edge){next, later};
  return edge;
}

/* What the runtime of OpenMP has it wait for. */
static void noteDependences(struct record *record, const struct wish *how) {
  for (int32_t i = 0; i < how->count; i++) {
    struct last *last = lastOf(how->list[i].address);
    if (last->writer && last->writer != record)
      last->writer->later = edgeTo(record, last->writer->later);
    if (how->list[i].flags == in) {
      last->readers = edgeTo(record, last->readers);
      continue;
    }
    for (struct edge *reader = last->readers; reader; reader = reader->next)
      if (reader->later != record)
        reader->later->later = edgeTo(record, reader->later->later);
    last->readers = NULL;
    last->writer = record;
  }
}

void *enzyme_rt_team_task_recorded(enzyme_rt_team_body body, enzyme_rt_team_body reverse,
                                   void *frame, size_t bytes) {
  struct record *record = enzyme_rt_alloc(sizeof *record + bytes);
  memset(record, 0, sizeof *record);
  memcpy(record->frame, frame, bytes);
  record->body = body;
  record->reverse = reverse;
  record->group = enzyme_rt_tasks.group;
  record->sibling = enzyme_rt_tasks.children;
  enzyme_rt_tasks.children = record;
  struct wish how = wish; /* tasks that run meanwhile make others */
  noteDependences(record, &how);
  struct record **ran = enzyme_rt_tasks.ran;
  enzyme_rt_tasks.ran = &record->ran;
  start(how, runRecorded, &record, sizeof record);
  enzyme_rt_tasks.ran = ran;
  return record;
}

static int32_t sweep(void) { return enzyme_rt_team ? enzyme_rt_team->sweep : 0; }

static void waitFor(_Atomic int32_t *what, int32_t number) {
  enum { looks = 200 }; /* before other threads get the processor */
  for (int i = 0; atomic_load_explicit(what, memory_order_acquire) != number; i++)
    if (i >= looks)
      sched_yield();
  if (__tsan_acquire)
    __tsan_acquire(what);
}

static void tell(_Atomic int32_t *what, int32_t number) {
  if (__tsan_release)
    __tsan_release(what);
  atomic_store_explicit(what, number, memory_order_release);
}

/* The last one first. A record may be gone as soon as it is done. */
static void runBack(struct record *record) {
  int32_t number = sweep();
  for (struct record *next; record; record = next) {
    next = record->next;
    if (record->isGated)
      waitFor(&record->open, number);
    for (struct edge *edge = record->later; edge; edge = edge->next)
      waitFor(&edge->later->done, number);
    if (!record->reverse)
      enzyme_rt_refuse("a task has no reverse in the tape of a derivative of another file", NULL);
    record->reverse(record->frame, record->tape);
    tell(&record->done, number);
  }
}

void *enzyme_rt_team_task_reversed(void *tape) {
  struct record *record = tape;
  runBack(record->ran);
  waitFor(&record->done, sweep());
  return record->frame;
}

static struct record **beginPoint(struct point **made) {
  *made = enzyme_rt_alloc_zeroed(sizeof **made);
  struct record **ran = enzyme_rt_tasks.ran;
  enzyme_rt_tasks.ran = &(*made)->ran;
  return ran;
}

/* Waits end tasks: they are gated by its reverse. */
static void end(struct point *point, struct record *records) {
  while (records) {
    struct record *next = records->sibling;
    records->isGated = 1;
    records->sibling = point->ended;
    point->ended = records;
    records = next;
  }
}

static void goBack(struct point *point) {
  int32_t number = sweep();
  for (struct record *record = point->ended, *next; record; record = next) {
    next = record->sibling;
    tell(&record->open, number);
  }
  runBack(point->ran);
}

void enzyme_rt_team_taskwait(void) { __kmpc_omp_taskwait(&enzyme_rt_place, threadNumber()); }

void *enzyme_rt_team_taskwait_recorded(void) {
  struct point *point;
  struct record **ran = beginPoint(&point);
  enzyme_rt_team_taskwait();
  struct tasks *own = &enzyme_rt_tasks;
  own->ran = ran;
  end(point, own->children);
  own->children = NULL;
  for (struct group *group = own->group; group != own->first; group = group->around) {
    end(point, group->before);
    group->before = NULL;
  }
  own->lasts = NULL;
  return point;
}

void enzyme_rt_team_taskwait_reversed(void *point) { goBack(point); }

void enzyme_rt_team_group(void) { __kmpc_taskgroup(&enzyme_rt_place, threadNumber()); }

void enzyme_rt_team_group_recorded(void) {
  struct tasks *own = &enzyme_rt_tasks;
  struct group *group = enzyme_rt_alloc(sizeof *group);
  *group = (struct group){.around = own->group, .before = own->children};
  own->group = group;
  own->children = NULL;
  enzyme_rt_team_group();
}

void enzyme_rt_team_end_group(void) { __kmpc_end_taskgroup(&enzyme_rt_place, threadNumber()); }

void *enzyme_rt_team_end_group_recorded(void) {
  struct point *point;
  struct record **ran = beginPoint(&point);
  enzyme_rt_team_end_group();
  struct tasks *own = &enzyme_rt_tasks;
  struct group *group = own->group;
  own->ran = ran;
  end(point, own->children);
  end(point, atomic_load_explicit(&group->left, memory_order_acquire));
  own->children = group->before;
  own->group = group->around;
  return point;
}

void enzyme_rt_team_end_group_reversed(void *point) { goBack(point); }

void enzyme_rt_team_join(void) { __kmpc_barrier(&enzyme_rt_place, threadNumber()); }

void *enzyme_rt_team_join_recorded(void) {
  struct point *point;
  struct record **ran = beginPoint(&point);
  enzyme_rt_team_join();
  enzyme_rt_tasks.ran = ran;
  enzyme_rt_tasks.children = NULL;
  enzyme_rt_tasks.lasts = NULL;
  return point;
}

void enzyme_rt_team_join_reversed(void *point) {
  enzyme_rt_team_join();
  goBack(point);
}
