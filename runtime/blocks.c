/*===- blocks.c - small blocks of memory, used again ------------------------===
 *
 * Problem: a program that makes small objects makes several times as many in its derivative: a
 * shadow beside each, of several lanes one for each lane, and what a reverse sweep still reads is
 * freed at its end, thousands of blocks at once. The C library keeps a few blocks of a size at
 * hand, and beyond them joins and splits: a third of the time of such derivatives.
 *
 * Here: blocks of up to four kilobytes that derivative code has freed, by size, up to sixteen
 * megabytes for each thread; derivative code takes them again. They are the C library's blocks, so
 * that the program may free what a derivative allocated, and the other way round. They are given
 * back when the thread ends. Programs in which a sanitizer watches what is freed keep none.
 *===----------------------------------------------------------------------===*/
#define _GNU_SOURCE /* RTLD_DEFAULT, dladdr */
#include "ends.h"
#include "enzyme/runtime.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
  Step = 16, /* between two sizes; of a size are all blocks that hold up to 8 bytes more than that
              * many steps, as those of the GNU C library do */
  Rest = 8,
  Sizes = 256,
  KeptBytes = 1 << 24
};

struct block {
  struct block *next;
};

static __thread struct {
  struct block *ofSize[Sizes];
  size_t bytes;
  bool endIsAsked;
} kept;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool areKept;

__attribute__((weak)) void __asan_init(void);
__attribute__((weak)) void __hwasan_init(void);
__attribute__((weak)) void __msan_init(void);

/* Programs may bring a malloc of their own, and without a way to ask it for sizes: the C library's
 * would read what is not its own. Weak, so that a static link takes no second malloc for it. */
__attribute__((weak)) size_t malloc_usable_size(void *memory);
__attribute__((weak)) void *dlsym(void *handle, const char *name);
__attribute__((weak)) int dladdr(const void *address, Dl_info *found);

static bool isWatched(void) { return __asan_init || __hwasan_init || __msan_init; }

static const void *objectWith(const char *name) {
  Dl_info found;
  void *address = dlsym(RTLD_DEFAULT, name);
  return address && dladdr(address, &found) ? found.dli_fbase : NULL;
}

static bool knowsSizes(void) {
  if (!malloc_usable_size)
    return false;
  if (!dlsym || !dladdr) /* a static program, all of whose malloc is one member of one archive */
    return true;
  const void *object = objectWith("malloc");
  return object == objectWith("malloc_usable_size") && object == objectWith("free");
}

static void freeAll(void) {
  for (size_t size = 0; size != Sizes; ++size)
    while (kept.ofSize[size]) {
      struct block *block = kept.ofSize[size];
      kept.ofSize[size] = block->next;
      free(block);
    }
  kept.bytes = 0;
}

static void endThread(void *unused) {
  (void)unused;
  freeAll();
  kept.endIsAsked = false; /* destructors of the program may run derivatives */
}

static enzyme_rt_end threadEnd = {.act = endThread, .actsAtUnload = true};

static void decide(void) { areKept = !isWatched() && knowsSizes(); }

static bool mayKeep(void) {
  if (kept.endIsAsked)
    return true;
  pthread_once(&once, decide);
  kept.endIsAsked = areKept && enzyme_rt_at_thread_end(&threadEnd, &kept);
  return kept.endIsAsked;
}

/* Null if none is kept. */
static void *takeKept(size_t bytes) {
  size_t size = bytes <= Step + Rest ? 1 : (bytes - Rest + Step - 1) / Step;
  struct block *block = size < Sizes ? kept.ofSize[size] : NULL;
  if (!block)
    return NULL;
  kept.ofSize[size] = block->next;
  kept.bytes -= size * Step;
  return block;
}

void *enzyme_rt_take_block(size_t bytes) {
  void *block = takeKept(bytes);
  return block ? block : malloc(bytes);
}

void *enzyme_rt_take_cleared(size_t count, size_t each) {
  size_t bytes;
  void *block = __builtin_mul_overflow(count, each, &bytes) ? NULL : takeKept(bytes);
  return block ? memset(block, 0, bytes) : calloc(count, each);
}

/* Sizes that nothing asks for any more, and blocks that others allocated, must not be all that is
 * kept: once there are too many, all go. */
void enzyme_rt_give_block(void *memory) {
  if (!memory)
    return;
  size_t bytes = mayKeep() ? malloc_usable_size(memory) : 0;
  size_t size = bytes < Rest ? 0 : (bytes - Rest) / Step;
  if (size == 0 || size >= Sizes) {
    free(memory);
    return;
  }
  if (kept.bytes + size * Step > KeptBytes)
    freeAll();
  struct block *block = memory;
  block->next = kept.ofSize[size];
  kept.ofSize[size] = block;
  kept.bytes += size * Step;
}
