/*===- tasks.h - the tasks of a team, in its primal sweep (tasks.c) --------------===*/
#ifndef ENZYME_RUNTIME_TASKS_H
#define ENZYME_RUNTIME_TASKS_H

struct record;
struct group;
struct last;

/* Of the task that a thread runs, of the region's own as well. */
struct tasks {
  struct record **ran;     /* where the thread notes which tasks it runs: at this point */
  struct record *children; /* that it made, and has not waited for */
  struct group *group;     /* of tasks, in which it is */
  struct group *first;     /* in which it was when it began */
  struct last *lasts;      /* of each address of a dependence */
};

extern __thread struct tasks enzyme_rt_tasks __attribute__((visibility("hidden")));

#endif
