/*===- locks.c - sections that threads go through one at a time ------------------===
 *
 * Problem: what threads do in a critical section depends on the order in which they came. Their
 * adjoints have to go through it in the opposite order, in which no runtime would let them.
 *
 * Here: in the primal sweep each section takes a ticket while it has the lock: a number that counts
 * up. In the reverse sweep the section with ticket n waits until that with n + 1 is done:
 *
 *   augmented enter   lock;  count = count + 1
 *   augmented leave   ticket = count (onto the tape of the thread);  unlock
 *   gradient of leave wait until turn == ticket;  lock
 *   gradient of enter unlock;  turn = turn - 1
 *
 * where turn begins as count. Whatever one section saw of an earlier one of the same lock is behind
 * it in the reverse sweep, and through other locks and barriers as well, since all of them are
 * turned round. The sequence of the primal sweep, backwards, is one in which no thread waits for
 * ever.
 *
 * The lock itself is taken, too: other derivatives may run at the same time, with tickets of their
 * own. One that the program made (hold, drop) is not taken in the reverse sweep, when it may be
 * gone. Tickets are those of the outermost team; outside of teams a lock is a lock.
 *
 * Source: openmp/runtime/src/kmp.h of LLVM 22.
 *===----------------------------------------------------------------------===*/
#include "team.h"
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

void __kmpc_critical(void *place, int32_t thread, void *lock);
void __kmpc_end_critical(void *place, int32_t thread, void *lock);

/* Of atomic accesses, and of ordered sections. */
int32_t enzyme_rt_team_atomics[8], enzyme_rt_team_ordered[8];

struct turns {
  struct turns *next;
  void *lock;
  int64_t count; /* changed by the thread that has the lock */
  _Atomic int64_t turn;
} __attribute__((aligned(64)));

/* ThreadSanitizer, if the program is linked with it, cannot see this file's atomic accesses. */
__attribute__((weak)) void __tsan_acquire(void *place);
__attribute__((weak)) void __tsan_release(void *place);

/* Made by the first thread that has the lock. */
static struct turns *turnsOf(void *lock) {
  struct team *team = enzyme_rt_team ? enzyme_rt_team->outermost : NULL;
  if (!team)
    return NULL;
  struct turns *first = atomic_load_explicit(&team->turns, memory_order_acquire);
  for (struct turns *one = first; one; one = one->next)
    if (one->lock == lock)
      return one;
  struct turns *made = aligned_alloc(sizeof *made, sizeof *made);
  if (!made)
    enzyme_rt_refuse("no memory for the tape of a derivative", NULL);
  *made = (struct turns){.next = first, .lock = lock};
  while (!atomic_compare_exchange_weak_explicit(&team->turns, &made->next, made,
                                                memory_order_acq_rel, memory_order_acquire))
    ;
  return made;
}

void enzyme_rt_team_turn_back(struct team *team) {
  if (team->outermost != team)
    return;
  for (struct turns *one = team->turns; one; one = one->next)
    one->turn = one->count;
}

void enzyme_rt_team_free_turns(struct team *team) {
  for (struct turns *one = team->turns, *next; one; one = next) {
    next = one->next;
    free(one);
  }
}

void enzyme_rt_team_enter(void *lock) {
  __kmpc_critical(&enzyme_rt_place, __kmpc_global_thread_num(&enzyme_rt_place), lock);
}

void enzyme_rt_team_leave(void *lock) {
  __kmpc_end_critical(&enzyme_rt_place, __kmpc_global_thread_num(&enzyme_rt_place), lock);
}

/* The program has the lock. */
void enzyme_rt_team_hold(void *lock) { (void)lock; }
void enzyme_rt_team_drop(void *lock) { (void)lock; }

void enzyme_rt_team_hold_recorded(void *lock) {
  struct turns *turns = turnsOf(lock);
  if (turns)
    turns->count++;
}

int64_t enzyme_rt_team_drop_recorded(void *lock) {
  struct turns *turns = turnsOf(lock);
  return turns ? turns->count : 0;
}

void enzyme_rt_team_drop_reversed(void *lock, int64_t ticket) {
  struct turns *turns = turnsOf(lock);
  if (!turns)
    return;
  enum { looks = 200 }; /* before other threads get the processor */
  for (int i = 0; atomic_load_explicit(&turns->turn, memory_order_acquire) != ticket; i++)
    if (i >= looks)
      sched_yield();
  if (__tsan_acquire)
    __tsan_acquire(turns);
}

void enzyme_rt_team_hold_reversed(void *lock) {
  struct turns *turns = turnsOf(lock);
  if (!turns)
    return;
  if (__tsan_release)
    __tsan_release(turns);
  /* No other changes it: they wait for their turns. */
  atomic_fetch_sub_explicit(&turns->turn, 1, memory_order_release);
}

void enzyme_rt_team_enter_recorded(void *lock) {
  enzyme_rt_team_enter(lock);
  enzyme_rt_team_hold_recorded(lock);
}

int64_t enzyme_rt_team_leave_recorded(void *lock) {
  int64_t ticket = enzyme_rt_team_drop_recorded(lock);
  enzyme_rt_team_leave(lock);
  return ticket;
}

void enzyme_rt_team_leave_reversed(void *lock, int64_t ticket) {
  enzyme_rt_team_drop_reversed(lock, ticket);
  enzyme_rt_team_enter(lock);
}

void enzyme_rt_team_enter_reversed(void *lock) {
  enzyme_rt_team_leave(lock);
  enzyme_rt_team_hold_reversed(lock);
}
