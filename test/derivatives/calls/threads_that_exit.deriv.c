// Threads as libraries of the nineties have them: with attributes, several at once, ended by
// pthread_exit.
// link: -pthread
#include "check.h"
#include <pthread.h>
#include <stdlib.h>

typedef struct {
  const double *x;
  double *y;
  long begin, end;
} Part;

static void *squares(void *data) {
  Part *part = data;
  for (long i = part->begin; i < part->end; i++)
    part->y[i] = part->x[i] * part->x[i];
  pthread_exit(NULL);
}
static void *sum(void *data) {
  Part *part = data;
  if (part->begin == part->end)
    pthread_exit(NULL);
  double *result = malloc(sizeof *result);
  *result = 0;
  for (long i = part->begin; i < part->end; i++)
    *result += part->y[i] * part->x[0];
  pthread_exit(result);
}
static double inParts(const double *x) {
  double y[4], all = 0;
  Part parts[3] = {{x, y, 0, 1}, {x, y, 1, 4}, {x, y, 4, 4}};
  pthread_t *threads = malloc(3 * sizeof *threads);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], &attributes, squares, &parts[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], &attributes, sum, &parts[i]);
  for (int i = 0; i < 3; i++) {
    void *result;
    pthread_join(threads[i], &result);
    if (result)
      all += *(double *)result * (i + 1);
    free(result);
  }
  pthread_attr_destroy(&attributes);
  free(threads);
  return all;
}
CHECK_FUNCTION(inParts, 4, 0.5, 1.5, -0.25, 0.3);
