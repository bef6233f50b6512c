/*===- checkpoint.c - which states of a loop are kept, and when ------------===
 *
 * Problem: a time loop that keeps every step needs memory that grows with the number of
 * steps. With snapshots of its state at a few steps the others can be recomputed by running
 * the loop from the nearest snapshot before them.
 *
 * Here: the snapshots and the schedule. Derivative code (emit/Checkpoint.cpp) asks what to
 * do and does it; it never counts. While the loop runs first:
 *
 *     begin;  visit, step;  visit, step;  …
 *
 * and in the reverse sweep, until the answer is 0:
 *
 *     enter;  next -> 1: run one step;           2: run one step and reverse it;
 *                     3: run one step and keep;  4: reverse the last step that was kept
 *
 * Where the number of steps is known, snapshots lie where they cost the fewest steps
 * (A. Griewank, A. Walther, Algorithm 799: revolve, ACM TOMS 26(1), 2000): s snapshots and
 * at most r runs of any step reverse beta(s, r) = (s + r)! / (s! r!) steps. Where it is
 * not, they lie at multiples of a distance that doubles whenever there is no room for
 * another; between them the reverse sweep goes on as above.
 *
 * Steps need not run again one by one: the last ones in front of those that are
 * reversed run once, each with what its reverse wants on the tape, as many as fit into as
 * much memory as the snapshots may have. How much a step keeps is seen when the first one
 * is kept; steps that keep much are reversed as they run, which needs the tape of one. The
 * schedule is the same, with such stretches of steps in place of single ones.
 *
 * What the loop only reads may be changed behind it, too: it is kept once, beside the
 * snapshots. The reverse sweep leaves all memory as it found it.
 *===----------------------------------------------------------------------===*/
#include "arena.h"
#include "enzyme/runtime.h"
#include <string.h>

/* What is kept of a stretch of steps stays in the cache, but for steps that keep much: of those
 * a stretch is a few. */
enum { LargestStretchBytes = 1 << 20, LargeSteps = 4 };

struct snapshot {
  uint64_t step; /* it is the state in front of this step */
  char *state;
};

struct schedule {
  uint64_t most;     /* snapshots at once */
  uint64_t count;    /* of steps, or 0: not known yet */
  uint64_t step;     /* how many ran; in the reverse sweep, those that are not reversed */
  uint64_t stop;     /* the next snapshot is taken here */
  uint64_t distance; /* between snapshots, of a loop of unknown length */
  uint64_t taken, made;
  struct snapshot *snapshots; /* `taken` are in use, `made` have memory */
  size_t bytes;               /* of a state */
  char *constants;
  /* of the reverse sweep */
  const struct enzyme_rt_checkpoint_memory *memory;
  char *present;
  uint64_t at;
  enum phase { Back, Ahead, Keeping, Reversing } phase;
  size_t room;          /* for what steps of a stretch keep */
  size_t larger;        /* the most that a step kept; 0: none was kept yet */
  size_t before;        /* bytes on the tape in front of the step that runs, */
  size_t stretchBefore; /* and of the stretch */
  uint64_t stretch;     /* steps that may be kept at once */
  struct kept *kept;
  enzyme_rt_mark_t stretchMark;
};

/* A step that ran and is not reversed yet. */
struct kept {
  struct kept *before;
  void *tape;
};

static __thread uint64_t ranAgain;

static size_t bytesOf(const struct enzyme_rt_checkpoint_piece *pieces, uint64_t count) {
  size_t sum = 0;
  for (uint64_t i = 0; i < count; i++)
    sum += pieces[i].bytes > 0 ? (size_t)pieces[i].bytes : 0;
  return sum;
}

static void save(char *to, const struct enzyme_rt_checkpoint_piece *pieces, uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    if (pieces[i].bytes > 0) {
      memcpy(to, pieces[i].memory, (size_t)pieces[i].bytes);
      to += pieces[i].bytes;
    }
}

static void restore(const char *from, const struct enzyme_rt_checkpoint_piece *pieces,
                    uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    if (pieces[i].bytes > 0) {
      memcpy(pieces[i].memory, from, (size_t)pieces[i].bytes);
      from += pieces[i].bytes;
    }
}

/* beta(s, r), or `enough` if it is more. */
static uint64_t beta(uint64_t snapshots, uint64_t runs, uint64_t enough) {
  uint64_t product = 1;
  if (snapshots < runs) {
    uint64_t other = snapshots;
    snapshots = runs;
    runs = other;
  }
  for (uint64_t i = 1; i <= runs; i++) { /* a product of i numbers in a row divides by i! */
    uint64_t larger;
    if (__builtin_mul_overflow(product, snapshots + i, &larger) || larger / i >= enough)
      return enough;
    product = larger / i;
  }
  return product;
}

/* Of `steps` steps that begin at a snapshot: how many to run to the next one, if there may
 * be `snapshots` with the first. Any number is optimal that leaves no part with more steps
 * than its snapshots reverse with as many runs as the whole takes, nor with so few that they
 * had done with two less. */
uint64_t enzyme_rt_checkpoint_distance(uint64_t steps, uint64_t snapshots) {
  if (snapshots <= 1 || steps <= 2)
    return steps - 1;
  if (snapshots >= steps)
    return 1;
  uint64_t runs = 1, most = steps + 1;
  while (beta(snapshots, runs, most) < steps)
    runs++;
  uint64_t ahead = beta(snapshots, runs - 1, most);      /* at most to the next snapshot */
  uint64_t behind = beta(snapshots - 1, runs - 1, most); /* at least from there on */
  return steps - behind < ahead ? steps - behind : ahead;
}

static void take(struct schedule *plan, uint64_t step,
                 const struct enzyme_rt_checkpoint_memory *memory) {
  struct snapshot *snapshot = &plan->snapshots[plan->taken];
  if (plan->taken == plan->made) {
    snapshot->state = enzyme_rt_alloc(plan->bytes);
    plan->made++;
  }
  plan->taken++;
  snapshot->step = step;
  save(snapshot->state, memory->state, memory->states);
}

/* Where the next snapshot is taken that follows the last one, at `at`; `end`: none is. Steps
 * are counted by stretches that are kept at once. */
static uint64_t nextStop(const struct schedule *plan, uint64_t at, uint64_t end) {
  uint64_t stretch = plan->stretch, stretches = (end - at + stretch - 1) / stretch;
  uint64_t ahead = stretch * enzyme_rt_checkpoint_distance(stretches, plan->most - plan->taken + 1);
  return plan->taken == plan->most || end - at <= ahead + stretch ? end : at + ahead;
}

/* A budget below zero is one of bytes. */
static uint64_t mostSnapshots(int64_t budget, uint64_t count, size_t bytes) {
  uint64_t most = budget > 0 ? (uint64_t)budget : 1;
  if (budget < 0 && bytes != 0) /* half of it is for steps that are kept */
    most = -(uint64_t)budget / 2 / (bytes + sizeof(struct snapshot));
  if (count != 0 && most > count)
    most = count;
  return most != 0 ? most : 1;
}

void *enzyme_rt_checkpoint_begin(const struct enzyme_rt_checkpoint_memory *memory, int64_t budget,
                                 uint64_t count) {
  struct schedule *plan = enzyme_rt_alloc_zeroed(sizeof *plan);
  plan->bytes = bytesOf(memory->state, memory->states);
  plan->most = mostSnapshots(budget, count, plan->bytes);
  plan->count = count;
  plan->distance = 1;
  plan->stretch = 1;
  plan->room = plan->most * plan->bytes;
  plan->snapshots = enzyme_rt_alloc(plan->most * sizeof *plan->snapshots);
  plan->constants = enzyme_rt_alloc(bytesOf(memory->constant, memory->constants));
  save(plan->constants, memory->constant, memory->constants);
  return plan;
}

int enzyme_rt_checkpoint_fits(const struct enzyme_rt_checkpoint_memory *memory, int64_t limit,
                              uint64_t count) {
  size_t all;
  return count != 0 &&
         !__builtin_mul_overflow(bytesOf(memory->state, memory->states), count, &all) &&
         all <= (uint64_t)limit;
}

/* Every second snapshot goes; their memory is used again. */
static void thinOut(struct schedule *plan) {
  uint64_t kept = 0;
  for (uint64_t i = 0; i < plan->taken; i += 2) {
    struct snapshot freed = plan->snapshots[kept];
    plan->snapshots[kept++] = plan->snapshots[i];
    plan->snapshots[i] = freed;
  }
  plan->taken = kept;
  plan->distance *= 2;
}

void enzyme_rt_checkpoint_visit(void *tape, const struct enzyme_rt_checkpoint_memory *memory) {
  struct schedule *plan = tape;
  uint64_t step = plan->step++;
  if (step != plan->stop)
    return;
  if (plan->count == 0 && plan->taken == plan->most) {
    if (plan->most > 1)
      thinOut(plan);
    else
      plan->distance = UINT64_MAX / 2;
  }
  if (plan->count != 0 || step % plan->distance == 0)
    take(plan, step, memory);
  plan->stop = plan->count != 0 ? nextStop(plan, step, plan->count)
                                : (step / plan->distance + 1) * plan->distance;
}

/* The tape may be reversed again: there only the first snapshot is still what it was. */
void *enzyme_rt_checkpoint_enter(void *tape, const struct enzyme_rt_checkpoint_memory *memory) {
  struct schedule *kept = tape, *plan = enzyme_rt_alloc(sizeof *plan);
  *plan = *kept;
  plan->snapshots = enzyme_rt_alloc(plan->most * sizeof *plan->snapshots);
  memcpy(plan->snapshots, kept->snapshots, plan->made * sizeof *plan->snapshots);
  if (kept->taken > 1)
    kept->taken = 1;
  plan->memory = memory;
  plan->phase = Back;
  plan->present = enzyme_rt_alloc(plan->bytes + bytesOf(memory->constant, memory->constants));
  save(plan->present, memory->state, memory->states);
  save(plan->present + plan->bytes, memory->constant, memory->constants);
  restore(plan->constants, memory->constant, memory->constants);
  return plan;
}

/* Back to the last snapshot in front of what is to be reversed. */
static void goBack(struct schedule *plan) {
  while (plan->snapshots[plan->taken - 1].step >= plan->step)
    plan->taken--;
  const struct snapshot *last = &plan->snapshots[plan->taken - 1];
  restore(last->state, plan->memory->state, plan->memory->states);
  plan->at = last->step;
  plan->stop = nextStop(plan, plan->at, plan->step);
  plan->phase = Ahead;
}

/* The steps from here on can be kept all at once, or the first time one is, to see what it
 * costs. */
static int beginsStretch(const struct schedule *plan) {
  uint64_t left = plan->step - plan->at;
  return plan->larger == 0 ? left == 1 : plan->stretch > 1 && left <= plan->stretch;
}

static size_t roomOfStretch(const struct schedule *plan) {
  size_t few = LargeSteps * plan->larger;
  size_t most = few > LargestStretchBytes ? few : LargestStretchBytes;
  return plan->room < most ? plan->room : most;
}

static void noteKept(struct schedule *plan, size_t bytes) {
  if (bytes <= plan->larger)
    return;
  plan->larger = bytes;
  size_t steps = roomOfStretch(plan) / bytes;
  plan->stretch = steps > 1 ? steps : 1;
}

static void dropStretch(struct schedule *plan) {
  for (; plan->kept; plan->kept = plan->kept->before)
    ranAgain++; /* for nothing */
  enzyme_rt_release(&plan->stretchMark);
  plan->phase = Back;
}

void enzyme_rt_checkpoint_keep(void *schedule, void *tape) {
  struct schedule *plan = schedule;
  struct kept *kept = enzyme_rt_alloc(sizeof *kept);
  kept->before = plan->kept;
  kept->tape = tape;
  plan->kept = kept;
  size_t bytes = enzyme_rt_arena_bytes();
  noteKept(plan, bytes - plan->before);
  if (++plan->at == plan->step) {
    plan->phase = Reversing;
  } else if (bytes - plan->stretchBefore > 2 * roomOfStretch(plan)) {
    dropStretch(plan); /* its steps keep more than the ones that were seen: a shorter stretch */
  }
}

void *enzyme_rt_checkpoint_kept(void *schedule) {
  struct schedule *plan = schedule;
  struct kept *last = plan->kept;
  plan->kept = last->before;
  return last->tape;
}

static int finish(struct schedule *plan) {
  const struct enzyme_rt_checkpoint_memory *memory = plan->memory;
  restore(plan->present, memory->state, memory->states);
  restore(plan->present + plan->bytes, memory->constant, memory->constants);
  return 0;
}

/* A stretch is reversed: what was kept goes. */
static int nextOfStretch(struct schedule *plan) {
  if (plan->kept) {
    plan->step--;
    return 4;
  }
  dropStretch(plan);
  return enzyme_rt_checkpoint_next(plan);
}

static int keepNext(struct schedule *plan) {
  plan->before = enzyme_rt_arena_bytes();
  if (plan->phase != Keeping) {
    enzyme_rt_mark(&plan->stretchMark);
    plan->stretchBefore = plan->before;
  }
  plan->phase = Keeping;
  return 3;
}

int enzyme_rt_checkpoint_next(void *schedule) {
  struct schedule *plan = schedule;
  if (plan->phase == Reversing)
    return nextOfStretch(plan);
  if (plan->phase == Keeping)
    return keepNext(plan);
  if (plan->step == 0)
    return finish(plan);
  if (plan->phase == Back)
    goBack(plan);
  if (plan->at == plan->stop && plan->stop != plan->step) {
    take(plan, plan->at, plan->memory);
    plan->stop = nextStop(plan, plan->at, plan->step);
  }
  if (beginsStretch(plan))
    return keepNext(plan);
  if (plan->at + 1 != plan->step) {
    plan->at++;
    ranAgain++;
    return 1;
  }
  plan->step--;
  plan->phase = Back;
  return 2;
}

uint64_t enzyme_rt_checkpoint_again(void) { return ranAgain; }
