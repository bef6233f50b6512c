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
void enzyme_gpu_made(void *shadow);
void enzyme_gpu_gone(void *shadow);
int enzyme_gpu_is_gone(void *shadow);
void enzyme_gpu_begins(int device);
void enzyme_gpu_uses(int device);
void enzyme_gpu_alone(int begins);
void enzyme_gpu_holds(const void *shadow, size_t bytes, long format);
long enzyme_gpu_held(const void *shadow, size_t bytes, size_t *begin);
void enzyme_gpu_pull(void *to, void *from, size_t bytes, long format, size_t begin);
void enzyme_gpu_copy_const(void *to, const void *from, size_t bytes, long format);
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

void enzyme_gpu_no_numbers(void) {
  enzyme_rt_refuse("numbers that vary are copied to a variable of the device, which to kernels' "
                   "derivatives holds constants",
                   place);
}

/* structure: allow globals, because a derivative's begin and its launches meet in no other place */
static _Thread_local int beginsHere = -1;
static int begins = -1; /* in any thread */

void enzyme_gpu_begins(int device) {
  beginsHere = device;
  __atomic_store_n(&begins, device, __ATOMIC_RELAXED);
}

void enzyme_gpu_uses(int device) {
  int begun = beginsHere >= 0 ? beginsHere : __atomic_load_n(&begins, __ATOMIC_RELAXED);
  if (begun >= 0 && begun != device)
    enzyme_rt_refuse("a kernel that may use variables of the device is launched on another device "
                     "than that on which the derivative began",
                     place);
}

/* Gradients of kernels may add plainly: two of them that meet in a shadow run one after the other,
 * whichever threads of the host launch them. Libraries that a program loads each for itself
 * (RTLD_LOCAL) have copies of this code; a unique symbol, which C cannot write, is one in the
 * process. Nothing unloads the library whose it is. */
union launches {
  pthread_mutex_t lock; /* in glibc, zeros are an unlocked one */
  char bytes[64];
};
extern union launches enzyme_gpu_launches;
__asm__(".pushsection .bss.enzyme_gpu_launches,\"aw\",%nobits\n"
        ".balign 16\n"
        ".type enzyme_gpu_launches,%gnu_unique_object\n"
        ".size enzyme_gpu_launches,64\n"
        "enzyme_gpu_launches:\n"
        ".zero 64\n"
        ".popsection");

void enzyme_gpu_alone(int begins) {
  if (begins)
    pthread_mutex_lock(&enzyme_gpu_launches.lock);
  else
    pthread_mutex_unlock(&enzyme_gpu_launches.lock);
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

/* Of structures of integers and numbers, or of floats and doubles, one behind the other: a larger
 * number is the address of a table, or small structures themselves, one format for what begins in
 * each word of four bytes. */
struct table {
  int bytes, count; /* of one structure, and how many numbers it has */
  struct number {
    int offset, format;
  } numbers[];
};
enum { wordBytes = 4, formatBits = 2, mostWords = 28, markBit = 62 };
union unpacked {
  struct table table;
  int words[2 + 2 * mostWords];
};

static const struct table *tableOf(long format, union unpacked *unpacked) {
  if (!(format >> markBit & 1))
    return (const struct table *)format;
  struct table *table = &unpacked->table;
  int words = (int)(format >> (formatBits * mostWords)) & 31;
  table->bytes = words * wordBytes;
  table->count = 0;
  for (int word = 0; word != words; word++) {
    int number = (int)(format >> (formatBits * word)) & 3;
    if (number != noNumbers)
      table->numbers[table->count++] = (struct number){word * wordBytes, number};
  }
  return table;
}

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

/* `begin`: in one structure, where the memory begins. */
static void pull_structures(char *to, char *from, size_t bytes, const struct table *table,
                            size_t begin) {
  for (size_t structure = 0; structure < begin + bytes; structure += table->bytes)
    for (int i = 0; i != table->count; i++) {
      size_t at = structure + table->numbers[i].offset;
      int isDouble = table->numbers[i].format == doubles;
      size_t end = at + (isDouble ? sizeof(double) : sizeof(float));
      if (at < begin || end > begin + bytes)
        continue;
      if (isDouble)
        pull_double((double *)(to + (at - begin)), from ? (double *)(from + (at - begin)) : NULL,
                    1);
      else
        pull_float((float *)(to + (at - begin)), from ? (float *)(from + (at - begin)) : NULL, 1);
    }
}

/* Shadows of variables, whose types say what is in them. */
struct held {
  struct held *next;
  const char *shadow;
  size_t bytes;
  long format;
};
/* structure: allow globals, because variables and copies meet in no other place */
static struct held *held;

void enzyme_gpu_holds(const void *shadow, size_t bytes, long format) {
  pthread_mutex_lock(&lock);
  struct held *one = held;
  while (one && one->shadow != shadow)
    one = one->next;
  if (!one && (one = malloc(sizeof *one))) {
    one->next = held;
    held = one;
  }
  if (one) {
    one->shadow = shadow;
    one->bytes = bytes;
    one->format = format;
  }
  pthread_mutex_unlock(&lock);
}

long enzyme_gpu_held(const void *shadow, size_t bytes, size_t *begin) {
  const char *first = shadow;
  long format = unknownNumbers;
  union unpacked unpacked;
  pthread_mutex_lock(&lock);
  for (struct held *one = held; one; one = one->next)
    if (first >= one->shadow && first + bytes <= one->shadow + one->bytes) {
      format = one->format;
      *begin = format > doubles
                   ? (size_t)(first - one->shadow) % (size_t)tableOf(format, &unpacked)->bytes
                   : 0;
    }
  pthread_mutex_unlock(&lock);
  return format;
}

void enzyme_gpu_pull(void *to, void *from, size_t bytes, long format, size_t begin) {
  union unpacked unpacked;
  if (format == floats)
    pull_float(to, from, bytes / sizeof(float));
  else if (format == doubles)
    pull_double(to, from, bytes / sizeof(double));
  else if (format == unknownNumbers)
    enzyme_rt_pull_raw(to, from, bytes, ENZYME_RT_NONE, place);
  else if (format > doubles)
    pull_structures(to, from, bytes, tableOf(format, &unpacked), begin);
}

void enzyme_gpu_copy_const(void *to, const void *from, size_t bytes, long format) {
  if (format == unknownNumbers)
    enzyme_rt_copy_const_raw(to, from, bytes, place);
  else
    memset(to, 0, bytes);
}

void enzyme_gpu_copy_addresses(void *to, const void *from, size_t bytes) {
  enzyme_rt_copy_raw(to, from, bytes, place);
}
