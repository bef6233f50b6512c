/* What a thread knows of memory that is older than the derivative it runs. The threads of a team
 * know what the one knows that began the team (team.c). */
#ifndef ENZYME_RT_OLDER_H
#define ENZYME_RT_OLDER_H

#include <stdint.h>

/* The compiler knows the layout (passes/optimise/InlineRuntime.cpp). */
struct enzyme_rt_older {
  int64_t hasMetShadowless; /* guards.c */
  struct {
    uintptr_t first, bytes;
  } around[2]; /* variables, and other memory, that may have shadows; other addresses have none */
  struct outside *outside; /* outside.c */
  struct known *known;     /* known.c */
  int isBeginning;         /* a derivative that may meet older memory */
  int isSecondHalf;        /* of a split one: addresses are those of the first */
};

extern _Thread_local struct enzyme_rt_older enzyme_rt_older;

#endif
