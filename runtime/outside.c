/*===- outside.c - shadows of memory that was there before the derivative ---===
 *
 * Problem: a workspace that a static variable keeps was allocated in an ordinary call, by
 * code that makes no shadows. Differentiated code then writes active values there.
 *
 * Here: such memory gets a shadow when differentiated code meets a pointer to it: all of the
 * mapping that it lies in, page for page at a distance, so that it does not matter how large
 * the workspace is nor where in it the pointer leads. The system gives pages when they are
 * touched, full of zeros; at the begin of each derivative they are given back.
 *
 * Only where the compiler has seen that the memory does not escape (types/KeptMemory.cpp), or where
 * it is known where the memory ends that arguments of the derivative lead to (known.c): an argument
 * that leads there too brings a shadow of its own. Stacks and the variables of the program are
 * never shadowed here.
 *
 * What the first half of a split derivative puts there the second one finds, if no other
 * derivative began between them.
 *
 * Each thread has shadows of its own.
 *===----------------------------------------------------------------------===*/
#define _DEFAULT_SOURCE
#include "outside.h"
#include "address.h"
#include "ends.h"
#include "enzyme/runtime.h"
#include "older.h"
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { mostMappings = 64, mostVariables = 256, mostOrders = 8 };
#define LARGEST_REST ((uintptr_t)1 << 36) /* for what the mapping may grow by */

typedef struct {
  uintptr_t first, last; /* the program's memory */
  char *shadow;
  uint64_t lane; /* of several derivatives at a time: each has its own */
} mapping;

typedef struct outside {
  mapping mappings[mostMappings];
  _Atomic unsigned count; /* threads of a team may add some */
  struct {
    const char *first, *last;
    char *shadow;
    uint64_t lane;
  } variables[mostVariables];
  unsigned variableCount;
  int isLent;     /* to a derivative inside another: it finds nothing here */
  uint64_t begun; /* derivatives, until now */
  struct {
    uint64_t begun; /* when the last first half of this order ended */
    int isResumed;  /* has its second half begun? */
  } halves[mostOrders];
  int isSecondHalf;
} outside;

#define own enzyme_rt_older.outside
static pthread_mutex_t reserving = PTHREAD_MUTEX_INITIALIZER;

static void giveBack(void *memory) {
  outside *all = memory;
  for (unsigned i = 0; i < all->count; i++)
    munmap(all->mappings[i].shadow, all->mappings[i].last - all->mappings[i].first);
  free(all);
  enzyme_rt_nodes_end();
  enzyme_rt_arrays_end();
}

static enzyme_rt_end threadEnd = {.act = giveBack};

static outside *ours(void) {
  if (!own) {
    own = calloc(1, sizeof *own);
    enzyme_rt_at_thread_end(&threadEnd, own);
  }
  return own;
}

/* Is it a number of the derivative that begins? One of another order may be around it. */
static int isBeginning(uint64_t number) {
  return number >> ENZYME_RT_ORDER_SHIFT == enzyme_rt_order_begun();
}

void enzyme_rt_outside_begin(void) {
  if (!own)
    return;
  own->isLent = enzyme_rt_in_rule();
  if (own->isLent)
    return;
  own->begun++;
  own->isSecondHalf = 0;
  unsigned others = 0;
  for (unsigned i = 0; i < own->variableCount; i++)
    if (!isBeginning(own->variables[i].lane))
      own->variables[others++] = own->variables[i];
  own->variableCount = others;
  enzyme_rt_nodes_begin();
  enzyme_rt_arrays_begin();
  for (unsigned i = 0; i < own->count; i++)
    if (isBeginning(own->mappings[i].lane))
      madvise(own->mappings[i].shadow, own->mappings[i].last - own->mappings[i].first,
              MADV_DONTNEED);
}

/* The number of the variable that `place` is in. */
static unsigned variableAt(const char *place, uint64_t lane) {
  unsigned i = 0;
  while (i != own->variableCount &&
         (place < own->variables[i].first || place >= own->variables[i].last ||
          own->variables[i].lane != lane))
    i++;
  return i;
}

/* The writable memory around `address`, as the system tells; stacks and code are none. */
static int extentOf(uintptr_t address, uintptr_t *first, uintptr_t *last) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512];
  int isFound = 0;
  *first = *last = 0;
  while (maps && fgets(line, sizeof line, maps)) {
    unsigned long from, to;
    char rights[5];
    if (sscanf(line, "%lx-%lx %4s", &from, &to, rights) != 3)
      continue;
    int isPlain = rights[0] == 'r' && rights[1] == 'w' && !strstr(line, "[stack");
    if (!isPlain || from != *last) {
      if (isFound)
        break;
      *first = from;
    }
    *last = isPlain ? to : 0;
    isFound |= isPlain && address >= from && address < to;
  }
  if (maps)
    fclose(maps);
  return isFound;
}

/* A pointer to the end of memory may be the begin of what is not there. */
static int extentAt(uintptr_t address, uintptr_t *first, uintptr_t *last) {
  return extentOf(address, first, last) || extentOf(address - 1, first, last);
}

/* Adjoints that a reverse sweep left; addresses stay. */
static void clearAdjoints(const mapping *m) {
  enum { pageBytes = 4096, pagesAtOnce = 16384 };
  static _Thread_local unsigned char areThere[pagesAtOnce];
  uintptr_t first, last;
  if (!extentAt(m->first, &first, &last))
    return;
  size_t bytes = (last < m->last ? last : m->last) - m->first;
  for (size_t page = 0; page < bytes; page += pageBytes) {
    size_t inChunk = page / pageBytes % pagesAtOnce, chunk = (size_t)pagesAtOnce * pageBytes;
    if (!inChunk &&
        mincore(m->shadow + page, bytes - page < chunk ? bytes - page : chunk, areThere))
      memset(areThere, 0, sizeof areThere);
    if (!(areThere[inChunk] & 1))
      continue;
    uint64_t *words = (uint64_t *)(m->shadow + page);
    for (size_t i = 0; i < pageBytes / sizeof *words; i++)
      if (!enzyme_rt_is_address(words[i]))
        words[i] = 0;
  }
}

static unsigned orderBegun(void) {
  uint64_t order = enzyme_rt_order_begun();
  return order < mostOrders ? (unsigned)order : mostOrders - 1;
}

void enzyme_rt_half_ends(uint64_t number) {
  uint64_t order = number >> ENZYME_RT_ORDER_SHIFT;
  outside *all = ours();
  if (!all || enzyme_rt_in_rule())
    return;
  all->halves[order < mostOrders ? order : mostOrders - 1].begun = all->begun;
  all->halves[order < mostOrders ? order : mostOrders - 1].isResumed = 0;
}

void enzyme_rt_outside_half(int isFirst) {
  outside *all = ours();
  if (!all || isFirst) {
    enzyme_rt_outside_begin();
    return;
  }
  if (!all->count || enzyme_rt_in_rule()) {
    enzyme_rt_outside_begin();
    all->isSecondHalf = 1;
    return;
  }
  unsigned order = orderBegun();
  if (all->halves[order].begun != all->begun)
    enzyme_rt_refuse("another derivative began between the halves of a split derivative, which has "
                     "shadows for memory that was allocated outside differentiated code",
                     NULL);
  for (unsigned i = 0; all->halves[order].isResumed && i < all->count; i++)
    if (isBeginning(all->mappings[i].lane))
      clearAdjoints(&all->mappings[i]);
  all->halves[order].isResumed = all->isSecondHalf = 1;
}

void enzyme_rt_keeps(const void *variable, void *shadow, const enzyme_rt_variable *of,
                     uint64_t lane) {
  outside *all = ours();
  enzyme_rt_has(variable, shadow, of->bytes, lane);
  if (!all || enzyme_rt_in_rule() || all->variableCount == mostVariables)
    return; /* then writing there is refused */
  const char *first = variable;
  if (all->halves[orderBegun()].isResumed && all->isSecondHalf &&
      variableAt(first, lane) != all->variableCount)
    return;
  enzyme_rt_forget_addresses_in(variable, shadow, of); /* the program may have put others there */
  enzyme_rt_keeps_memory(lane);
  all->variables[all->variableCount].first = first;
  all->variables[all->variableCount].last = first + of->bytes;
  all->variables[all->variableCount].lane = lane;
  all->variables[all->variableCount++].shadow = shadow;
}

void enzyme_rt_shares(const void *variable, void *shadow, const enzyme_rt_variable *of,
                      uint64_t lane) {
  if (enzyme_rt_arguments_end(lane))
    enzyme_rt_keeps(variable, shadow, of, lane);
  else
    enzyme_rt_points(variable, shadow, of, lane);
}

int enzyme_rt_outside_begins(void) {
  outside *all = ours();
  return all && !enzyme_rt_in_rule() && !all->isSecondHalf;
}

static const mapping *shadowedBy(const void *shadow) {
  for (unsigned i = 0; own && i < own->count; i++) {
    const mapping *m = &own->mappings[i];
    if ((const char *)shadow >= m->shadow &&
        (size_t)((const char *)shadow - m->shadow) < m->last - m->first)
      return m;
  }
  return NULL;
}

int enzyme_rt_is_outside(const void *shadow) { return shadowedBy(shadow) != NULL; }

int enzyme_rt_is_kept(const void *place, const void *placeShadow, uint64_t lane) {
  if (!own || (own->isLent && enzyme_rt_in_rule()))
    return 0;
  return variableAt(place, lane) != own->variableCount || enzyme_rt_is_outside(placeShadow);
}

static void *find(uintptr_t address, uint64_t lane) {
  unsigned variable =
      variableAt((const char *)address, lane); /* nodes lead back to the head of a list */
  if (variable != own->variableCount)
    return own->variables[variable].shadow +
           ((const char *)address - own->variables[variable].first);
  for (unsigned i = 0; i < own->count; i++)
    if (own->mappings[i].lane == lane && address >= own->mappings[i].first &&
        address < own->mappings[i].last)
      return own->mappings[i].shadow + (address - own->mappings[i].first);
  return NULL;
}

static void *reserve(uintptr_t address, uint64_t lane) {
  uintptr_t first, last, begin, end;
  if (own->count == mostMappings || !extentAt(address, &first, &last) ||
      !enzyme_rt_room_around(address, &begin, &end))
    return NULL;
  if (begin > first)
    first = begin;
  for (unsigned i = 0; i < own->count; i++) { /* what has been mapped since lies beside those */
    const mapping *m = &own->mappings[i];
    if (m->lane == lane && m->last <= address && m->last > first)
      first = m->last;
    if (m->lane == lane && m->first >= address && m->first < end)
      end = m->first;
  }
  if (last > end)
    last = end;
  for (uintptr_t rest = LARGEST_REST; rest; rest /= 64) {
    uintptr_t bound = end - last < rest ? end : last + rest;
    void *shadow = mmap(NULL, bound - first, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (shadow == MAP_FAILED)
      continue;
    own->mappings[own->count] = (mapping){first, bound, shadow, lane};
    own->count++;
    return find(address, lane);
  }
  return NULL;
}

void *enzyme_rt_outside_shadow(const void *address, size_t bytes, uint64_t lane) {
  char *shadow = find((uintptr_t)address, lane);
  if (!shadow) {
    pthread_mutex_lock(&reserving);
    shadow = find((uintptr_t)address, lane);
    if (!shadow)
      shadow = reserve((uintptr_t)address, lane);
    pthread_mutex_unlock(&reserving);
  }
  const mapping *m = shadow ? shadowedBy(shadow) : NULL;
  return m && (uintptr_t)address + bytes <= m->last ? shadow : NULL;
}

/* Does a variable that keeps its memory lead just there? A word that crosses a call in memory is
 * read from there, not from the variable that it came from. */
static int isLedTo(const void *address, uint64_t lane) {
  if (!own || (own->isLent && enzyme_rt_in_rule()))
    return 0;
  for (unsigned i = 0; i < own->variableCount; i++) {
    if (own->variables[i].lane != lane)
      continue;
    const char *at = own->variables[i].first;
    for (at += -(uintptr_t)at % sizeof address; own->variables[i].last - at >= (long)sizeof address;
         at += sizeof address)
      if (!memcmp(at, &address, sizeof address))
        return 1;
  }
  return 0;
}

void *enzyme_rt_shadow_of(void *primal, void *shadow, const void *place, const void *placeShadow,
                          uint64_t lane) {
  if (shadow && primal != shadow)
    enzyme_rt_arrays_check(primal, shadow, lane, NULL);
  if (!primal || (shadow && shadow != primal))
    return shadow;
  void *found = enzyme_rt_in_rule() ? NULL : enzyme_rt_known_shadow(primal, lane);
  if (!found && shadow)
    return shadow; /* what constant memory leads to is constant, unless it has a shadow */
  if (!found && (enzyme_rt_is_kept(place, placeShadow, lane) || isLedTo(primal, lane)))
    found = enzyme_rt_outside_shadow(primal, 0, lane);
  if (!found)
    enzyme_rt_met(primal, NULL);
  return found ? found : primal;
}

void *enzyme_rt_to_free(void *shadow) {
  if (!enzyme_rt_is_outside(shadow))
    return shadow;
  enzyme_rt_arrays_lose(shadow);
  return NULL;
}
