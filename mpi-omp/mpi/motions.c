/* motions.c - the order in which derivatives of collective calls travel.
 *
 * On one communicator all ranks must start collective calls in one order, and calls that are
 * completed later may be completed in different orders on different ranks:
 *
 *   rank 0: start A, start B, complete A, complete B
 *   rank 1: start A, start B, complete B, complete A    and backwards A would be started before B
 *
 * Backwards, the order is the opposite of that in which the program started them, also past calls
 * that were not completed later. So an adjoint leaves when all those have that were started between
 * its call's start and its completion. What was started after that has left anyway, or belongs to
 * other sweeps. */
#include "internal.h"
#include <stdlib.h>

/* Those that have not gone back, of which the order matters. */
static struct enzyme_mpi_motion *ordered;

static void put_in_order(struct enzyme_mpi_motion *motion) {
  motion->started = enzyme_mpi_now();
  motion->isOrdered = 1;
  enzyme_mpi_lock();
  motion->next = ordered;
  ordered = motion;
  enzyme_mpi_unlock();
}

static void take_out(struct enzyme_mpi_motion *motion) {
  enzyme_mpi_lock();
  struct enzyme_mpi_motion **at = &ordered;
  while (*at && *at != motion)
    at = &(*at)->next;
  if (*at)
    *at = motion->next;
  enzyme_mpi_unlock();
}

static int must_wait(const struct enzyme_mpi_motion *motion) {
  for (const struct enzyme_mpi_motion *at = ordered; at; at = at->next)
    if (at->twin == motion->twin && !at->isPosted && at->started > motion->started &&
        at->started < motion->completed)
      return 1;
  return 0;
}

static struct enzyme_mpi_motion *next_ready(void) {
  struct enzyme_mpi_motion *at = ordered;
  while (at && (!at->isWanted || at->isPosted || must_wait(at)))
    at = at->next;
  return at;
}

/* Those of other threads, too: calls that are completed later, which wait for nothing. */
static void let_go(void) {
  enzyme_mpi_lock();
  for (struct enzyme_mpi_motion *ready; (ready = next_ready());) {
    ready->isPosted = 1;
    ready->leave(ready, /*isBack=*/1, &ready->request);
  }
  enzyme_mpi_unlock();
}

/*--- calls that return when they are complete ---*/

static void go_back(struct enzyme_mpi_record *base) {
  struct enzyme_mpi_motion *motion = (struct enzyme_mpi_motion *)base;
  motion->leave(motion, /*isBack=*/1, NULL);
  motion->arrive(motion, /*isBack=*/1);
  if (motion->isOrdered) {
    take_out(motion);
    let_go();
  }
  motion->free(motion);
}

static int is_in_between(const struct enzyme_mpi_motion *motion) {
  int isInBetween = 0;
  enzyme_mpi_lock();
  for (const struct enzyme_mpi_motion *at = ordered; at; at = at->next)
    isInBetween |= at->twin == motion->twin && !at->completed;
  enzyme_mpi_unlock();
  return isInBetween;
}

void enzyme_mpi_moved(enzyme_mpi_slot slot, struct enzyme_mpi_motion *motion) {
  if (slot)
    *slot = motion ? &motion->base : NULL;
  if (!motion)
    return;
  if (!slot) {
    motion->leave(motion, /*isBack=*/0, NULL);
    motion->arrive(motion, /*isBack=*/0);
    motion->free(motion);
    return;
  }
  motion->base.reverse = go_back;
  if (is_in_between(motion)) {
    enzyme_mpi_lock();
    put_in_order(motion);
    motion->completed = motion->started;
    enzyme_mpi_unlock();
  }
}

/*--- calls that are completed later ---*/

void enzyme_mpi_motion_started(struct enzyme_mpi_motion *motion) {
  motion->request = MPI_REQUEST_NULL;
  put_in_order(motion);
}

void enzyme_mpi_motion_completed(struct enzyme_mpi_motion *motion) {
  if (motion->complete)
    motion->complete(motion);
  enzyme_mpi_lock();
  motion->completed = enzyme_mpi_now();
  enzyme_mpi_unlock();
}

void enzyme_mpi_motion_post(struct enzyme_mpi_motion *motion) {
  enzyme_mpi_lock();
  motion->isWanted = 1;
  enzyme_mpi_unlock();
  let_go();
}

void enzyme_mpi_motion_finish(struct enzyme_mpi_motion *motion) {
  if (!motion->isPosted)
    enzyme_mpi_stop(motion->call, "what completes its request has not gone back before it");
  PMPI_Wait(&motion->request, MPI_STATUS_IGNORE);
  motion->arrive(motion, /*isBack=*/1);
  take_out(motion);
  motion->free(motion);
}
