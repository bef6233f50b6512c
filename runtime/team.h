/*===- team.h - what a team of threads keeps from one sweep to the other ---------===*/
#ifndef ENZYME_RUNTIME_TEAM_H
#define ENZYME_RUNTIME_TEAM_H

#include "arena.h"
#include <pthread.h>

struct slot {
  struct enzyme_rt_arena arena;
  void *tape;
  pthread_t thread;
  struct deferred *later;        /* until the team is no longer wanted */
} __attribute__((aligned(128))); /* threads write their own at once */

/* The sections of one lock, in the order in which threads came (locks.c). */
struct turns;

struct team {
  int32_t size;
  int32_t sweep; /* how many reverse sweeps have begun */
  struct slot *slots;
  struct team *outermost;      /* itself, unless it is in another */
  struct turns *_Atomic turns; /* of the outermost one: a list, to which threads add */
};

/* The team whose sweep the thread takes part in; null outside of any. */
extern __thread struct team *enzyme_rt_team __attribute__((visibility("hidden")));

/* A reverse sweep begins; the team is no longer wanted. */
void enzyme_rt_team_turn_back(struct team *team) __attribute__((visibility("hidden")));
void enzyme_rt_team_free_turns(struct team *team) __attribute__((visibility("hidden")));

/* ident_t of what is said to the runtime of OpenMP */
extern struct enzyme_rt_place {
  int32_t reserved, flags, reserved2, reserved3;
  const char *source;
} enzyme_rt_place __attribute__((visibility("hidden")));
int32_t __kmpc_global_thread_num(void *place);

#endif
