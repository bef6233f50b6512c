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

/* Blocks of one size, the last one on top: beside them, so that none is read before it is used. */
struct pile {
  void **blocks;
  size_t count, room;
};

static __thread struct {
  struct pile ofSize[Sizes];
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
  for (size_t size = 0; size != Sizes; ++size) {
    struct pile *pile = &kept.ofSize[size];
    while (pile->count)
      free(pile->blocks[--pile->count]);
    free(pile->blocks);
    *pile = (struct pile){0};
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

/* What holds `bytes`, or more than is kept. */
static size_t sizeFor(size_t bytes) {
  return bytes <= Step + Rest ? 1 : (bytes - Rest + Step - 1) / Step;
}

/* Null if none is kept. */
static void *takeKept(size_t bytes) {
  size_t size = sizeFor(bytes);
  struct pile *pile = size < Sizes ? &kept.ofSize[size] : NULL;
  if (!pile || !pile->count)
    return NULL;
  kept.bytes -= size * Step;
  return pile->blocks[--pile->count];
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

void enzyme_rt_take_blocks(void **blocks, size_t count, size_t bytes) {
  size_t size = sizeFor(bytes);
  struct pile *pile = size < Sizes ? &kept.ofSize[size] : NULL;
  if (!pile || pile->count < count) {
    for (size_t i = 0; i != count; ++i)
      blocks[i] = enzyme_rt_take_block(bytes);
    return;
  }
  kept.bytes -= count * size * Step;
  pile->count -= count;
  void *const *top = pile->blocks + pile->count;
  for (size_t i = 0; i != count; ++i)
    blocks[i] = top[i];
}

/* Not by memset for each: where blocks are small, most of the time is getting there. Pieces at the
 * end overlap those before. */
static void clear(char *block, size_t bytes) {
  enum { Piece = 64, Word = 16, Most = 512 };
  size_t at = 0;
  if (bytes < Word || bytes > Most) {
    memset(block, 0, bytes);
  } else if (bytes < Piece) {
    for (; at < bytes - Word; at += Word)
      memset(block + at, 0, Word);
    memset(block + bytes - Word, 0, Word);
  } else {
    for (; at < bytes - Piece; at += Piece)
      memset(block + at, 0, Piece);
    memset(block + bytes - Piece, 0, Piece);
  }
}

void enzyme_rt_clear_blocks(void *const *blocks, size_t count, size_t bytes) {
  for (size_t i = 0; i != count; ++i)
    clear(blocks[i], bytes);
}

static bool grow(struct pile *pile) {
  enum { First = 32 };
  size_t room = pile->room ? 2 * pile->room : First;
  void **blocks = realloc(pile->blocks, room * sizeof *blocks);
  if (!blocks)
    return false;
  pile->blocks = blocks;
  pile->room = room;
  return true;
}

static size_t sizeOf(size_t usable) {
  size_t size = usable < Rest ? 0 : (usable - Rest) / Step;
  return size < Sizes ? size : 0;
}

/* Keeps what is `usable` bytes large, or frees it. Sizes that nothing asks for any more, and blocks
 * that others allocated, must not be all that is kept: once there are too many, all go. */
static void keep(void *memory, size_t usable) {
  size_t size = sizeOf(usable);
  if (size && kept.bytes + size * Step > KeptBytes)
    freeAll();
  struct pile *pile = &kept.ofSize[size];
  if (!size || (pile->count == pile->room && !grow(pile))) {
    free(memory);
    return;
  }
  pile->blocks[pile->count++] = memory;
  kept.bytes += size * Step;
}

void enzyme_rt_give_block(void *memory) {
  if (!memory)
    return;
  if (mayKeep())
    keep(memory, malloc_usable_size(memory));
  else
    free(memory);
}

/* Those of one object's lanes follow one another, and have one size, for which there is room. */
void enzyme_rt_give_blocks(void *const *blocks, size_t count) {
  if (!mayKeep()) {
    for (size_t i = 0; i != count; ++i)
      free(blocks[i]);
    return;
  }
  for (size_t i = 0; i != count;) {
    void *first = blocks[i++];
    if (!first)
      continue;
    size_t usable = malloc_usable_size(first), size = sizeOf(usable), more = 0;
    keep(first, usable);
    struct pile *pile = &kept.ofSize[size];
    if (!size || kept.bytes + (count - i) * size * Step > KeptBytes)
      continue;
    void **top = pile->blocks + pile->count;
    size_t room = pile->room - pile->count;
    while (i != count && more != room && blocks[i] && malloc_usable_size(blocks[i]) == usable)
      top[more++] = blocks[i++];
    pile->count += more;
    kept.bytes += more * size * Step;
  }
}
