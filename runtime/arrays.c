/*===- arrays.c - arrays of Fortran that are older than the derivative ------===
 *
 * Problem: an allocatable array of a module, or one that a procedure saves, was allocated in an
 * ordinary call and is a workspace of differentiated code, which copies its descriptor about.
 *
 * Here: when a derivative begins, the address of a shadow (outside.c) is put into the shadow of
 * the descriptor; so with what is allocatable in elements of derived type, by their tables
 * (flang's module __fortran_type_info, as in passes/library/fortran/Elements.h). Pointers may lead
 * to memory of others: theirs is found by address, or made where the derivative writes older memory
 * and it is known how far its arguments reach. The numbers of a descriptor have no derivative: they
 * are zero in its shadow, where code that copies it as bytes would take them for adjoints.
 *
 * Arguments that lead to such an array bring a shadow of their own, or say that it is
 * constant: then the array gets none, and writing active values there stops the run. What leads
 * there on the way is seen when it is met: two shadows would each hold a part of the derivative.
 *===----------------------------------------------------------------------===*/
#include "enzyme/runtime.h"
#include "outside.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int64_t lower, extent, stride;
} dimension;

typedef struct { /* CFI_cdesc_t of ISO_Fortran_binding.h */
  char *base;
  int64_t bytes; /* of an element */
  int32_t version;
  unsigned char rank;
  signed char type;
  unsigned char attribute, extra;
  dimension dimensions[15];
} array;

enum { ofThisVersion = 20240719, isAllocatable = 2, mostRanks = 15 };
enum { isData = 1, isAllocatableComponent = 3, ofDerivedType = 6 };

typedef struct {
  char head[24];
} scalarHeader;

typedef struct {
  scalarHeader name;
  signed char genre, category, kind, rank;
  int64_t offset;
  char characterLength[16];
  const void *table;
  char tableRest[32];
  char lengths[64];
  const int64_t (*bounds)[2]; /* genre and value, of each rank lower and upper */
  char boundsRest[80];
  char *initial;
} component;

typedef struct {
  char bindings[64];
  scalarHeader name;
  int64_t bytes;
  char uninstantiated[40], kinds[48], lengthKinds[48];
  const component *components;
  char componentsHead[16];
  dimension count;
} derivedType;

_Static_assert(sizeof(component) == 256, "as in __fortran_type_info");

typedef struct {
  const char *first, *last, *variable;
} block;

typedef struct {
  block *blocks;
  size_t count, room;
  int isSorted;
  const char *first, *last; /* around all of them */
  block *others;            /* arrays that have no shadow */
  size_t otherCount, otherRoom;
  const void **arguments;
  size_t argumentCount, argumentRoom;
} arrays;

static _Thread_local arrays all;

void enzyme_rt_arrays_begin(void) {
  all.count = all.otherCount = all.argumentCount = 0;
  all.first = all.last = NULL;
}

void enzyme_rt_arrays_end(void) {
  free(all.blocks);
  free(all.others);
  free(all.arguments);
  memset(&all, 0, sizeof all);
}

static void *more(void *memory, size_t *room, size_t size) {
  *room = *room ? 2 * *room : 16;
  memory = realloc(memory, *room * size);
  if (!memory)
    enzyme_rt_refuse("no memory is left for what a derivative knows of allocatable arrays", NULL);
  return memory;
}

void enzyme_rt_argument(const void *argument) {
  if (!argument || !enzyme_rt_outside_begins())
    return;
  if (all.argumentCount == all.argumentRoom)
    all.arguments = more(all.arguments, &all.argumentRoom, sizeof *all.arguments);
  all.arguments[all.argumentCount++] = argument;
}

static int isArguments(const char *first, const char *last) {
  for (size_t i = 0; i < all.argumentCount; i++)
    if ((const char *)all.arguments[i] >= first && (const char *)all.arguments[i] < last)
      return 1;
  return 0;
}

static int compare(const void *a, const void *b) {
  const char *first = ((const block *)a)->first, *second = ((const block *)b)->first;
  return (first > second) - (first < second);
}

static block *blockAt(const char *address) {
  if (!all.isSorted && all.count)
    qsort(all.blocks, all.count, sizeof *all.blocks, compare);
  all.isSorted = 1;
  size_t first = 0, last = all.count; /* the block is among those before `last` */
  while (first < last) {
    size_t middle = first + (last - first) / 2;
    if (address < all.blocks[middle].first)
      last = middle;
    else if (address >= all.blocks[middle].last)
      first = middle + 1;
    else
      return &all.blocks[middle];
  }
  return NULL;
}

void enzyme_rt_arrays_lose(const void *shadow) {
  for (size_t i = 0; i < all.count; i++)
    if (enzyme_rt_outside_shadow(all.blocks[i].first, 1, 0) == shadow)
      all.blocks[i].last = all.blocks[i].first;
}

void enzyme_rt_arrays_check(const void *primal, const void *shadow, uint64_t lane,
                            const char *place) {
  if (primal == shadow || !primal || (const char *)primal < all.first ||
      (const char *)primal >= all.last)
    return;
  const block *met = blockAt(primal);
  if (!met || enzyme_rt_outside_shadow(primal, 1, lane) == shadow)
    return;
  char message[messageBytes];
  snprintf(message, sizeof message,
           "what an argument leads to is also the memory of the allocatable variable '%s', which "
           "has another shadow",
           met->variable);
  enzyme_rt_refuse(message, place);
}

/* Where a variable leads: the variable's name, the lane that its shadow is for, and whether the
 * derivative may write active values to memory that is older. */
typedef struct {
  const char *variable;
  uint64_t lane;
  int mayWrite;
} owner;

static void keepIn(const derivedType *type, const char *at, char *shadow, owner by);

/* Is there something allocatable in elements of the type? */
static int hasArrays(const derivedType *type) {
  for (int64_t i = 0; type && i < type->count.extent; i++) {
    const component *c = &type->components[i];
    if (c->genre == isAllocatableComponent ||
        (c->genre == isData && c->category == ofDerivedType && hasArrays(c->table)))
      return 1;
  }
  return 0;
}

static void haveNone(const array *a, int64_t bytes, owner by) {
  if (!a->base || by.lane)
    return;
  if (all.otherCount == all.otherRoom)
    all.others = more(all.others, &all.otherRoom, sizeof *all.others);
  all.others[all.otherCount++] = (block){a->base, a->base + bytes, by.variable};
}

const char *enzyme_rt_arrays_variable(const void *address) {
  for (size_t i = 0; i < all.otherCount; i++)
    if ((const char *)address >= all.others[i].first && (const char *)address < all.others[i].last)
      return all.others[i].variable;
  return NULL;
}

/* What a pointer of a module leads to has the shadow of another variable or of an argument, or
 * belongs to no argument. */
static void point(const array *a, array *shadow, int64_t bytes, owner by) {
  shadow->base = NULL; /* the program may have pointed it elsewhere */
  if (!a->base)
    return;
  shadow->base = enzyme_rt_known_shadow(a->base, by.lane);
  if (!shadow->base && by.mayWrite && enzyme_rt_arguments_end(by.lane)) {
    shadow->base = enzyme_rt_outside_shadow(a->base, 1, by.lane);
    if (shadow->base)
      enzyme_rt_keeps_memory(by.lane); /* more pointers may lie there */
  }
  if (!shadow->base)
    haveNone(a, bytes, by);
}

static void keep(const array *a, array *shadow, owner by) {
  if (a->version != ofThisVersion || a->rank > mostRanks)
    return;
  memset(&shadow->bytes, 0, (char *)&shadow->dimensions[a->rank] - (char *)&shadow->bytes);
  int64_t elements = 1;
  for (int d = 0; d < a->rank; d++)
    elements *= a->dimensions[d].extent;
  int64_t bytes = elements * a->bytes;
  if (a->attribute != isAllocatable)
    return point(a, shadow, bytes, by);
  shadow->base = NULL;
  if (!a->base || bytes <= 0)
    return;
  char *found = isArguments(a->base, a->base + bytes)
                    ? NULL
                    : enzyme_rt_outside_shadow(a->base, bytes, by.lane);
  if (!found)
    return haveNone(a, bytes, by);
  shadow->base = found;
  if (by.lane == 0) {
    if (all.count == all.room)
      all.blocks = more(all.blocks, &all.room, sizeof *all.blocks);
    all.blocks[all.count++] = (block){a->base, a->base + bytes, by.variable};
    all.isSorted = 0;
    all.first = all.first && all.first < a->base ? all.first : a->base;
    all.last = all.last > a->base + bytes ? all.last : a->base + bytes;
  }
  const derivedType *type = a->extra & 1 ? *(const derivedType *const *)&a->dimensions[a->rank] : 0;
  if (!hasArrays(type))
    return;
  for (int64_t i = 0; i < elements; i++)
    keepIn(type, a->base + i * a->bytes, found + i * a->bytes, by);
}

static void keepIn(const derivedType *type, const char *at, char *shadow, owner by) {
  for (int64_t i = 0; i < type->count.extent; i++) {
    const component *c = &type->components[i];
    if (c->genre == isAllocatableComponent)
      keep((const array *)(at + c->offset), (array *)(shadow + c->offset), by);
    if (c->genre != isData || c->category != ofDerivedType || !hasArrays(c->table))
      continue;
    const derivedType *inner = c->table;
    int64_t elements = 1;
    for (int d = 0; d < c->rank; d++)
      elements *= c->bounds[2 * d + 1][1] - c->bounds[2 * d][1] + 1;
    for (int64_t k = 0; k < elements; k++)
      keepIn(inner, at + c->offset + k * inner->bytes, shadow + c->offset + k * inner->bytes, by);
  }
}

void enzyme_rt_keeps_array(const void *descriptor, void *shadow, uint64_t lane, const char *name,
                           int mayWrite) {
  if (enzyme_rt_outside_begins())
    keep(descriptor, shadow, (owner){name, lane, mayWrite});
}
