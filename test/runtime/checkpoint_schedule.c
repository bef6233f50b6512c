// Snapshots lie where they cost the fewest steps: as many as the best of all schedules, found by trying
// all; every step is reversed once, the last one first, from its own state; and again from the same tape. Steps
// that keep little run in stretches; no stretch keeps much more than there is room, and stretches are as cheap as so many fewer steps.
// RUN: enzyme-clang -O2 -I%toolchain/include %s -o %t && %t | FileCheck %s
#include <enzyme/runtime.h>
#include <stdio.h>
#include <stdlib.h>

enum { MostSnapshots = 12, MostSteps = 200 };

/// Steps run in front of those that are reversed at once, where the first is in a snapshot.
static long best(int snapshots, int steps) {
  static long known[MostSnapshots + 1][MostSteps + 1];
  long *cost = &known[snapshots][steps];
  if (steps <= 1 || *cost)
    return *cost;
  if (snapshots == 1)
    return *cost = (long)steps * (steps - 1) / 2;
  *cost = (long)steps * steps;
  for (int ahead = 1; ahead < steps; ahead++) {
    long other = ahead + best(snapshots - 1, steps - ahead) + best(snapshots, ahead);
    *cost = other < *cost ? other : *cost;
  }
  return *cost;
}

static long ours(uint64_t snapshots, uint64_t steps) {
  if (steps <= 1)
    return 0;
  if (snapshots == 1)
    return steps * (steps - 1) / 2;
  uint64_t ahead = enzyme_rt_checkpoint_distance(steps, snapshots);
  return ahead + ours(snapshots - 1, steps - ahead) + ours(snapshots, ahead);
}

static long wrong = 0, tooMuch = 0;

/// What step number `step` keeps.
typedef size_t bytes(int step);
static size_t moreThanThereIsRoom(int step) { return (void)step, 4096; }
static size_t little(int step) { return (void)step, 80; }
/// The first ones that are reversed say nothing of the others.
static size_t growing(int step) { return step > 150 ? 16 : 1000; }

static void reverse(void *tape, const struct enzyme_rt_checkpoint_memory *memory, double *state, int steps, bytes *kept) {
  double present = *state = -7;
  size_t before = enzyme_rt_tape_bytes();
  void *schedule = enzyme_rt_checkpoint_enter(tape, memory);
  for (int answer; (answer = enzyme_rt_checkpoint_next(schedule));) {
    if (answer == 2)
      wrong += *state != --steps;
    if (answer == 4)
      wrong += *(double *)enzyme_rt_checkpoint_kept(schedule) != --steps;
    if (answer == 3) {
      double *values = enzyme_rt_alloc(kept((int)*state));
      *values = *state;
      enzyme_rt_checkpoint_keep(schedule, values);
    }
    *state = answer == 4 ? -3 : *state + 1;
  }
  tooMuch += enzyme_rt_tape_bytes() - before > 1 << 18;
  wrong += steps != 0 || *state != present;
}

/// The number of steps that ran in all, besides those that were reversed at once or kept.
static long runKeeping(int steps, int snapshots, int isKnown, size_t ofState, bytes *kept) {
  double state[100] = {0};
  struct enzyme_rt_checkpoint_piece piece = {state, (int64_t)ofState};
  struct enzyme_rt_checkpoint_memory memory = {&piece, NULL, 1, 0};
  enzyme_rt_mark_t mark;
  enzyme_rt_mark(&mark);
  void *tape = enzyme_rt_checkpoint_begin(&memory, snapshots, isKnown ? steps : 0);
  for (int i = 0; i < steps; i++, state[0]++)
    enzyme_rt_checkpoint_visit(tape, &memory);
  uint64_t before = enzyme_rt_checkpoint_again();
  reverse(tape, &memory, state, steps, kept);
  long again = enzyme_rt_checkpoint_again() - before;
  reverse(tape, &memory, state, steps, kept);
  enzyme_rt_release(&mark);
  return steps + again;
}

static long run(int steps, int snapshots, int isKnown) {
  return runKeeping(steps, snapshots, isKnown, sizeof(double), moreThanThereIsRoom);
}

int main(void) {
  long worse = 0, far = 0, farUnknown = 0;
  for (int snapshots = 1; snapshots <= MostSnapshots; snapshots++)
    for (int steps = 0; steps <= MostSteps; steps++) {
      worse += ours(snapshots, steps) != best(snapshots, steps);
      // The first run goes to the end; what it leaves behind the last snapshot runs again.
      far += run(steps, snapshots, 1) > best(snapshots, steps) + steps;
      farUnknown += run(steps, snapshots, 0) > best(snapshots, steps) * 2.5 + steps;
    }
  printf("worse than the best: %ld\n", worse);
  printf("far from it: %ld, of unknown length: %ld\n", far, farUnknown);
  long farInStretches = 0;
  for (int snapshots = 1; snapshots <= MostSnapshots; snapshots++)
    for (int steps = 0; steps <= MostSteps; steps++)
      for (int isKnown = 0; isKnown <= 1; isKnown++) {
        int stretch = snapshots * 800 / (80 + 16), stretches = (steps + stretch - 1) / stretch;
        long most = best(snapshots, stretches) * stretch * (isKnown ? 1 : 2.5) + 2 * steps;
        farInStretches += runKeeping(steps, snapshots, isKnown, 800, little) > most;
        runKeeping(steps, snapshots, isKnown, 800, growing);
      }
  printf("far from it in stretches: %ld, too large: %ld\n", farInStretches, tooMuch);
  printf("100 steps, 5 snapshots, in stretches: %ld\n", runKeeping(100, 5, 1, 800, little));
  printf("wrong states: %ld\n", wrong);
  printf("100 steps, 5 snapshots: %ld\n", run(100, 5, 1));
}
// CHECK: worse than the best: 0
// CHECK: far from it: 0, of unknown length: 0
// CHECK: far from it in stretches: 0, too large: 0
// CHECK: 100 steps, 5 snapshots, in stretches: 118
// CHECK: wrong states: 0
// CHECK: 100 steps, 5 snapshots: 320
