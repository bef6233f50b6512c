/*===- known.c - memory that has a shadow when a derivative begins ----------===
 *
 * Problem: before a derivative, ordinary code made a pointer to memory that the derivative knows
 * under another name: a variable that differentiated code uses by its name, too, or what an
 * argument leads to. The pointer has no shadow, but what it leads to has one: reading it as a
 * constant would lose a part of the derivative.
 *
 * Here: when a derivative begins, the variables and the memory of its arguments are written down,
 * with their shadows. How far an argument's memory reaches is seen where it and its shadow begin
 * blocks of the GNU C library's allocator, by the headers of the blocks: a block may hold more than
 * the argument's array, but the shadow has no more than that. Else only the place that it points to
 * is known. Numbers on the stack, or in a variable, are the memory of no block.
 *
 * Each derivative has tables of its own, in each thread, by its order and lane (`number`): a
 * derivative that is differentiated begins within another.
 *===----------------------------------------------------------------------===*/
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "ends.h"
#include "enzyme/runtime.h"
#include "older.h"
#include "outside.h"
#include <link.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#pragma weak __sanitizer_get_ownership
#pragma weak __sanitizer_get_allocated_size
#pragma weak __asan_get_current_fake_stack
#pragma weak __asan_addr_is_in_fake_stack
int __sanitizer_get_ownership(const volatile void *);
size_t __sanitizer_get_allocated_size(const volatile void *);
void *__asan_get_current_fake_stack(void);
extern char _end[] __attribute__((weak, visibility("hidden")));
void *__asan_addr_is_in_fake_stack(void *fakeStack, void *address, void **first, void **end);

typedef struct {
  const char *first, *last;
  const char
      *shadowed; /* so far the shadow reaches; what lies behind it in the block is another's */
  char *shadow;
  uint64_t number;
} range;

typedef struct {
  range *ranges; /* by number and begin, once they are asked for */
  size_t count, room;
  _Atomic int isSorted;
  const char *first, *last; /* around all of them */
} table;

enum { mostOrders = 8 };

typedef struct {
  table variables, arguments;
  int mayReachFurther; /* an argument leads to memory whose end is not known */
  int keepsMemory;     /* a variable does */
} tables;

struct known {
  tables orders[mostOrders];
  uint64_t orderBegun;
  range stack; /* of the thread that the derivative began in */
};

static void giveBack(void *memory) {
  struct known *all = memory;
  for (unsigned order = 0; order != mostOrders; order++) {
    free(all->orders[order].variables.ranges);
    free(all->orders[order].arguments.ranges);
  }
  free(all);
  enzyme_rt_older.known = NULL;
}

static enzyme_rt_end threadEnd = {.act = giveBack};

static struct known *ours(void) {
  if (enzyme_rt_older.known)
    return enzyme_rt_older.known;
  enzyme_rt_older.known = calloc(1, sizeof *enzyme_rt_older.known);
  if (!enzyme_rt_older.known)
    enzyme_rt_refuse("no memory is left for what a derivative knows of variables", NULL);
  enzyme_rt_at_thread_end(&threadEnd, enzyme_rt_older.known);
  return enzyme_rt_older.known;
}

enum { variables, otherMemory };

/* What `of` holds may have shadows, too. */
static void reachAround(const table *of, int which) {
  uintptr_t *begin = &enzyme_rt_older.around[which].first;
  uintptr_t *bytes = &enzyme_rt_older.around[which].bytes;
  uintptr_t first = (uintptr_t)of->first, end = (uintptr_t)of->last + 1, before = *begin + *bytes;
  if (!of->count || *bytes == UINTPTR_MAX)
    return;
  if (*bytes) {
    first = *begin < first ? *begin : first;
    end = before > end ? before : end;
  }
  *begin = first, *bytes = end - first;
}

static void mayBeAnywhere(void) {
  enzyme_rt_older.around[otherMemory].first = 0;
  enzyme_rt_older.around[otherMemory].bytes = UINTPTR_MAX;
}

static tables *tablesOf(uint64_t number) {
  uint64_t order = number >> ENZYME_RT_ORDER_SHIFT;
  return &ours()->orders[order < mostOrders ? order : mostOrders - 1];
}

uint64_t enzyme_rt_order_begun(void) { return ours()->orderBegun; }

static range stackOfThread(void) {
  range stack = {0};
  pthread_attr_t attributes;
  void *lowest = NULL;
  size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes))
    return stack;
  pthread_attr_getstack(&attributes, &lowest, &bytes);
  pthread_attr_destroy(&attributes);
  stack.first = lowest, stack.last = stack.first + bytes;
  return stack;
}

void enzyme_rt_begins(uint64_t number) {
  if (enzyme_rt_in_rule())
    return;
  struct known *all = ours();
  all->orderBegun = number >> ENZYME_RT_ORDER_SHIFT;
  enzyme_rt_older.isBeginning = 1;
  if (!all->stack.last)
    all->stack = stackOfThread();
  tables *of = tablesOf(number);
  of->variables.count = of->arguments.count = 0;
  of->mayReachFurther = of->keepsMemory = 0;
  memset(enzyme_rt_older.around, 0, sizeof enzyme_rt_older.around);
  for (unsigned order = 0; order != mostOrders; order++) {
    reachAround(&all->orders[order].variables, variables);
    reachAround(&all->orders[order].arguments, otherMemory);
    if (all->orders[order].keepsMemory)
      mayBeAnywhere();
  }
}

void enzyme_rt_keeps_memory(uint64_t number) {
  tablesOf(number)->keepsMemory = 1;
  mayBeAnywhere();
}

static void add(table *to, range added) {
  enum { firstRoom = 16 };
  if (to->count == to->room) {
    size_t room = to->room ? 2 * to->room : firstRoom;
    range *larger = realloc(to->ranges, room * sizeof *larger);
    if (!larger)
      enzyme_rt_refuse("no memory is left for what a derivative knows of variables", NULL);
    to->ranges = larger, to->room = room;
  }
  if (!to->count)
    to->first = added.first, to->last = added.last;
  to->first = added.first < to->first ? added.first : to->first;
  to->last = added.last > to->last ? added.last : to->last;
  to->ranges[to->count++] = added;
  to->isSorted = 0;
}

static int compare(const void *a, const void *b) {
  const range *one = a, *other = b;
  if (one->number != other->number)
    return one->number < other->number ? -1 : 1;
  return (one->first > other->first) - (one->first < other->first);
}

/* When it is first asked, by any thread of a team. */
static void sort(table *all) {
  static pthread_mutex_t sorting = PTHREAD_MUTEX_INITIALIZER;
  if (all->isSorted)
    return;
  pthread_mutex_lock(&sorting);
  if (!all->isSorted)
    qsort(all->ranges, all->count, sizeof *all->ranges, compare);
  all->isSorted = 1;
  pthread_mutex_unlock(&sorting);
}

/* Where `address` lies in a range, or at its end, and no other begins there: its shadow. Of
 * ranges with one begin, which are those of one array that was passed twice, any. */
static void *shadowIn(table *in, const char *address, uint64_t number) {
  if (!in->count || address < in->first || address > in->last)
    return NULL;
  sort(in);
  size_t first = 0, last = in->count; /* the last range that begins there or before */
  while (first < last) {
    size_t middle = first + (last - first) / 2;
    const range *at = &in->ranges[middle];
    if (at->number < number || (at->number == number && at->first <= address))
      first = middle + 1;
    else
      last = middle;
  }
  const range *found = first ? &in->ranges[first - 1] : NULL;
  if (!found || found->number != number || address > found->last)
    return NULL;
  return address <= found->shadowed ? found->shadow + (address - found->first) : NULL;
}

void *enzyme_rt_known_shadow(const void *address, uint64_t number) {
  tables *of = tablesOf(number);
  void *shadow = shadowIn(&of->arguments, address, number);
  return shadow ? shadow : shadowIn(&of->variables, address, number);
}

void enzyme_rt_has(const void *variable, void *shadow, size_t bytes, uint64_t number) {
  if (enzyme_rt_in_rule())
    return;
  table *to = &tablesOf(number)->variables;
  const char *end = (const char *)variable + bytes;
  add(to, (range){variable, end, end, shadow, number});
  reachAround(to, variables);
}

/* Of the thread that the derivative began in. */
static int isOnStack(const char *address) {
  range stack = ours()->stack;
  if (address >= stack.first && address < stack.last)
    return 1; /* the address sanitizer has frames elsewhere */
  return __asan_get_current_fake_stack && __asan_addr_is_in_fake_stack &&
         __asan_addr_is_in_fake_stack(__asan_get_current_fake_stack(), (void *)address, NULL, NULL);
}

typedef struct {
  uintptr_t address, begin, end;
  int isTaken;
} room;

static void leaveOut(room *around, uintptr_t first, uintptr_t last) {
  if (around->address >= first && around->address < last)
    around->isTaken = 1;
  else if (last <= around->address && last > around->begin)
    around->begin = last;
  else if (first > around->address && first < around->end)
    around->end = first;
}

static int leaveOutObject(struct dl_phdr_info *object, size_t size, void *from) {
  (void)size;
  for (unsigned i = 0; i != object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    uintptr_t first = object->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_LOAD)
      leaveOut(from, first, first + part->p_memsz);
  }
  return 0;
}

int enzyme_rt_room_around(uintptr_t address, uintptr_t *begin, uintptr_t *end) {
  range stack = ours()->stack;
  room around = {address, 0, UINTPTR_MAX, 0};
  leaveOut(&around, (uintptr_t)stack.first, (uintptr_t)stack.last);
  dl_iterate_phdr(leaveOutObject, &around);
  *begin = around.begin, *end = around.end;
  return !around.isTaken;
}

/* Between the program and the end of the heap, where nothing else lies. What a library is linked
 * with asks for its own end, which lies above. */
static int isInHeap(uintptr_t address) {
  return _end && address >= (uintptr_t)_end && address < (uintptr_t)sbrk(0);
}

/* The system is asked last: derivatives of small functions take less time. Nothing is concluded
 * from where this code begins, which linkers do not always say. */
static int isOfProgram(const void *address) {
  uintptr_t begin, end;
  return !isInHeap((uintptr_t)address) && !enzyme_rt_room_around((uintptr_t)address, &begin, &end);
}

/* Is a page there? The heap has no gaps: above one of its pages that is there all are. */
static int isMapped(uintptr_t address) {
  static uintptr_t page;
  static _Atomic uintptr_t lowestInHeap = UINTPTR_MAX;
  int isOfHeap = isInHeap(address);
  if (isOfHeap && address >= atomic_load_explicit(&lowestInHeap, memory_order_relaxed))
    return 1;
  unsigned char ignored;
  if (!page)
    page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t first = address & ~(page - 1);
  int isThere = mincore((void *)first, 1, &ignored) == 0;
  if (isThere && isOfHeap) /* of two threads either may win */
    atomic_store_explicit(&lowestInHeap, first, memory_order_relaxed);
  return isThere;
}

/* How many bytes the block that begins at `address` has; 0 where no block of the allocator seems to
 * begin there. A header is one of GNU's malloc/malloc.c: before the block lie its size, with the
 * header and three flags, and, where the system mapped it for itself, how far it is aligned. */
static size_t bytesOfBlock(const void *block) {
  enum { isInUse = 1, isMappedAlone = 2, flags = 7, header = 16, smallest = 32 };
  if (__sanitizer_get_ownership && __sanitizer_get_allocated_size)
    return __sanitizer_get_ownership(block) ? __sanitizer_get_allocated_size(block) : 0;
  uintptr_t at = (uintptr_t)block;
  if (at % header || !isMapped(at - header))
    return 0;
  size_t word = ((const size_t *)block)[-1], size = word & ~(size_t)flags;
  if (word & isMappedAlone) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), before = ((const size_t *)block)[-2];
    uintptr_t first = at - header - before;
    return first % page == 0 && (before + size) % page == 0 && size > header && !(word & 5) &&
                   isMapped(first) && isMapped(first + before + size - 1)
               ? size - header
               : 0;
  }
  if (size < smallest || size % header || !isMapped(at - header + size + sizeof(size_t)))
    return 0;
  size_t next = *(const size_t *)(at - header + size + sizeof(size_t));
  return next & isInUse ? size - sizeof(size_t) : 0;
}

/* Threads that only read a variable do not write to its shadow. */
void enzyme_rt_forget_addresses_in(const void *variable, void *shadow,
                                   const enzyme_rt_variable *of) {
  const char *now = variable, *initial = of->initial, *initialShadow = of->initialShadow;
  char *all = shadow;
  size_t word = sizeof(void *);
  for (size_t at = 0; at < of->bytes; at += word) {
    static const char none[sizeof(void *)];
    size_t bytes = of->bytes - at < word ? of->bytes - at : word;
    int isInitial = initial && !memcmp(now + at, initial + at, bytes);
    const char *forgotten = isInitial ? initialShadow + at : none;
    if (memcmp(all + at, forgotten, bytes))
      memcpy(all + at, forgotten, bytes);
  }
}

void enzyme_rt_points(const void *variable, void *shadow, const enzyme_rt_variable *of,
                      uint64_t number) {
  enzyme_rt_has(variable, shadow, of->bytes, number);
  if (!enzyme_rt_in_rule() && !enzyme_rt_older.isSecondHalf)
    enzyme_rt_forget_addresses_in(variable, shadow, of); /* the program may have put others there */
}

/* Of memory that is neither on the stack nor a variable's. */
static size_t bytesIn(const void *block) {
  return !block || isOnStack(block) || isOfProgram(block) ? 0 : bytesOfBlock(block);
}

void enzyme_rt_leads(const void *argument, void *shadow, int isFlat, uint64_t number) {
  if (!argument || argument == shadow || enzyme_rt_in_rule())
    return;
  tables *of = tablesOf(number);
  const char *first = argument;
  size_t bytes = bytesIn(argument), ofShadow = bytes ? bytesIn(shadow) : 0;
  if (shadow)
    add(&of->arguments, (range){first, first + bytes, first + (ofShadow < bytes ? ofShadow : bytes),
                                shadow, number});
  reachAround(&of->arguments, otherMemory);
  int isApart = isOnStack(argument) || isOfProgram(argument) || (bytes && ofShadow);
  if (!isFlat || !isApart)
    of->mayReachFurther = 1;
}

void enzyme_rt_leads_at(const void *object, const void *shadow, uint64_t offset, uint64_t number) {
  if (!object || object == shadow || enzyme_rt_in_rule())
    return;
  const void *argument = *(void *const *)((const char *)object + offset);
  void *itsShadow = shadow ? *(void *const *)((const char *)shadow + offset) : NULL;
  if (!shadowIn(&tablesOf(number)->arguments, argument, number)) /* as the end of an array is */
    enzyme_rt_leads(argument, itsShadow, 1, number);
}

int enzyme_rt_arguments_end(uint64_t number) { return !tablesOf(number)->mayReachFurther; }
