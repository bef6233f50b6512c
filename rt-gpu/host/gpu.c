/*===- gpu.c - shadows of devices' memory, on the host ---------------------===
 *
 * Derivatives call the functions of CUDA's or HIP's runtime themselves (library/gpu/ in the
 * compiler); here is what they need besides, which calls none of them: a list of the shadows that
 * the primal's allocations got, sums over memory of the host that was fetched from a device, and
 * the end of the program.
 *===-------------------------------------------------------------------------------===*/
#include "enzyme/runtime.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { messageBytes = 512 };

void enzyme_gpu_check(int error, const char *what, const char *whose);
void enzyme_gpu_no_numbers(void);
void enzyme_gpu_name(const void *symbol);
const void *enzyme_gpu_named(void);
void enzyme_gpu_made(void *shadow);
void enzyme_gpu_gone(void *shadow);
int enzyme_gpu_is_gone(void *shadow);
void enzyme_gpu_pull(void *to, void *from, size_t bytes, int format);
void enzyme_gpu_copy_const(void *to, const void *from, size_t bytes, int format);
void enzyme_gpu_copy_addresses(void *to, const void *from, size_t bytes);

static const char *const place = "on a graphics processor";

void enzyme_gpu_check(int error, const char *what, const char *whose) {
  if (!error)
    return;
  char message[messageBytes];
  snprintf(message, sizeof message, "%s%s%s (the device's runtime gives error %d)", what,
           *whose ? ": " : "", whose, error);
  enzyme_rt_refuse(message, place);
}

static _Thread_local const void *named; /* the variable that is copied to next */
void enzyme_gpu_name(const void *symbol) { named = symbol; }
const void *enzyme_gpu_named(void) { return named; }

void enzyme_gpu_no_numbers(void) {
  enzyme_rt_refuse("numbers that vary are copied to a variable of the device, which to kernels' "
                   "derivatives holds constants",
                   place);
}

/*--- shadows, which are freed when no tape needs them any more, if the primal freed its memory
 * ---*/

struct shadow {
  struct shadow *next;
  void *memory;
  int isGone;
};
/* structure: allow globals, because allocations and their ends meet in no other place */
static struct shadow *shadows;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void enzyme_gpu_made(void *memory) {
  struct shadow *made = memory ? malloc(sizeof *made) : NULL;
  if (!memory)
    return;
  if (!made)
    enzyme_rt_refuse("there is no memory left", place);
  pthread_mutex_lock(&lock);
  *made = (struct shadow){shadows, memory, 0};
  shadows = made;
  pthread_mutex_unlock(&lock);
}

void enzyme_gpu_gone(void *memory) {
  pthread_mutex_lock(&lock);
  for (struct shadow *one = shadows; one; one = one->next)
    if (one->memory == memory)
      one->isGone = 1;
  pthread_mutex_unlock(&lock);
}

int enzyme_gpu_is_gone(void *memory) {
  int isGone = 0;
  pthread_mutex_lock(&lock);
  for (struct shadow **link = &shadows; *link; link = &(*link)->next)
    if ((*link)->memory == memory) {
      struct shadow *one = *link;
      isGone = one->isGone;
      *link = one->next;
      free(one);
      break;
    }
  pthread_mutex_unlock(&lock);
  return isGone;
}

/*--- what copies move: `format` as in library/gpu/Bodies.c ------------------------------------*/

enum { unknownNumbers = -1, noNumbers, floats, doubles };

#define PULL(NUMBER)                                                                               \
  static void pull_##NUMBER(NUMBER *to, NUMBER *from, size_t count) {                              \
    for (size_t i = 0; i != count; i++) {                                                          \
      if (from)                                                                                    \
        from[i] += to[i];                                                                          \
      to[i] = 0;                                                                                   \
    }                                                                                              \
  }
PULL(float)
PULL(double)

void enzyme_gpu_pull(void *to, void *from, size_t bytes, int format) {
  if (format == floats)
    pull_float(to, from, bytes / sizeof(float));
  else if (format == doubles)
    pull_double(to, from, bytes / sizeof(double));
  else if (format == unknownNumbers)
    enzyme_rt_pull_raw(to, from, bytes, ENZYME_RT_NONE, place);
}

void enzyme_gpu_copy_const(void *to, const void *from, size_t bytes, int format) {
  if (format == unknownNumbers)
    enzyme_rt_copy_const_raw(to, from, bytes, place);
  else
    memset(to, 0, bytes);
}

void enzyme_gpu_copy_addresses(void *to, const void *from, size_t bytes) {
  enzyme_rt_copy_raw(to, from, bytes, place);
}
