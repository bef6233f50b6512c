// A tape belongs to nobody: one thread makes it, another reverses it.
// link: -pthread
#include "check.h"
#include <pthread.h>

extern void *__enzyme_augmentfwd_void(void *, ...);
extern void __enzyme_reverse_void(void *, ...);

static void chain(double *x, double *y, int n) {
  double *p = (double *)malloc(sizeof(double) * n);
  p[0] = *x;
  for (int i = 1; i < n; i++)
    p[i] = sin(p[i - 1]) * 1.5;
  *y = 0;
  for (int i = 0; i < n; i++)
    *y += p[i] * p[i];
  free(p);
}

enum { Jobs = 16, Length = 900 };
typedef struct {
  double x, dx, y, dy;
  void *tape;
} Job;
static Job jobs[Jobs];

static void *record(void *from) {
  for (Job *job = (Job *)from; job < jobs + Jobs; job += 2)
    job->tape = __enzyme_augmentfwd_void((void *)chain, enzyme_dup, &job->x, &job->dx, enzyme_dup, &job->y, &job->dy,
                                         enzyme_const, Length);
  return 0;
}
static void *reverse(void *from) {
  for (Job *job = (Job *)from; job < jobs + Jobs; job += 4)
    __enzyme_reverse_void((void *)chain, enzyme_dup, &job->x, &job->dx, enzyme_dup, &job->y, &job->dy, enzyme_const,
                          Length, job->tape);
  return 0;
}

CHECK_VALUES(tapes_go_from_thread_to_thread) {
  for (int i = 0; i < Jobs; i++)
    jobs[i] = (Job){.x = 0.1 + i * 0.05, .dy = 1 + i};
  pthread_t makers[2], readers[4];
  for (int i = 0; i < 2; i++)
    pthread_create(&makers[i], 0, record, &jobs[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(makers[i], 0);
  for (int i = 0; i < 4; i++)
    pthread_create(&readers[i], 0, reverse, &jobs[i]);
  for (int i = 0; i < 4; i++)
    pthread_join(readers[i], 0);
  for (int i = 0; i < Jobs; i++) {
    double x = 0.1 + i * 0.05, expected = 0, y, dy = 1 + i;
    __enzyme_autodiff_checkv((void *)chain, enzyme_dup, &x, &expected, enzyme_dup, &y, &dy, enzyme_const, Length);
    EXPECT_CLOSE(jobs[i].dx, expected, 1e-13); // the length is known here, and not there
    EXPECT_EXACT(jobs[i].y, y);
  }
}
