// Loaded before the programs that MPICH runs. Its ranks wait over UCX without ever giving up their processor; with more
// ranks than processors each step of one-sided calls then takes a time slice of the kernel's, and a test minutes. Here a
// rank whose progress brings nothing lets the others run.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <unistd.h>

enum { yields = 10, microseconds = 50 };

unsigned ucp_worker_progress(void *worker) {
  static unsigned (*progress)(void *);
  static _Thread_local unsigned idle;
  if (!progress)
    progress = (unsigned (*)(void *))dlsym(RTLD_NEXT, "ucp_worker_progress");
  unsigned happened = progress(worker);
  if (happened)
    idle = 0;
  else if (++idle < yields)
    sched_yield();
  else
    usleep(microseconds);
  return happened;
}
