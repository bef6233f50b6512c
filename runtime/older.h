/* What a thread knows of memory that is older than the derivative it runs. The threads of a team
 * know what the one knows that began the team (team.c). */
#ifndef ENZYME_RT_OLDER_H
#define ENZYME_RT_OLDER_H

#pragma GCC visibility push(hidden)

struct enzyme_rt_older {
  struct outside *outside; /* outside.c */
  struct known *known;     /* known.c */
  int hasMetShadowless;    /* guards.c */
};

extern _Thread_local struct enzyme_rt_older enzyme_rt_older;

#pragma GCC visibility pop

#endif
