/*===- Memory.h - allocating, giving up and growing arrays -----------------------------===
 *
 * What a program allocates in code that is differentiated it may give up elsewhere, in
 * flang's own runtime: memory is malloc's, and behind that of pointers stands the word
 * that the runtime looks for.
 *===-------------------------------------------------------------------------------===*/
#ifndef ENZYME_FORTRAN_MEMORY_H
#define ENZYME_FORTRAN_MEMORY_H

#include "Elements.h"

void enzyme_body_AllocatableInitDerivedForAllocate(struct array *a, struct derivedType *type,
                                                   int rank, int corank) {
  a->base = 0;
  a->bytes = type->bytes;
  a->rank = rank;
  a->type = isDerived;
  a->attribute = isAllocatable;
  a->extra |= hasTable;
  *tableOf(a) = type;
}

void enzyme_body_AllocatableSetBounds(struct array *a, int dim, size lower, size upper) {
  a->dim[dim].lower = lower;
  a->dim[dim].extent = upper < lower ? 0 : upper - lower + 1;
}

int enzyme_body_AllocatableAllocate(struct array *a, void *stream, STATUS, void *device) {
  allocateElements(a);
  return 0;
}

int enzyme_body_AllocatableAllocateSource(struct array *a, struct array *source, STATUS) {
  allocateElements(a);
  for (size l = 0; l < lines(a); l++)
    moveLine((struct row){lineAt(a, l), step(a)},
             (struct row){lineAt(source, source->rank ? l : 0), step(source)}, width(a), a);
  return 0;
}

int enzyme_body_AllocatableDeallocate(struct array *a, STATUS) {
  freeElements(a);
  return 0;
}

void enzyme_body_Initialize(struct array *a, PLACE) {
  const struct derivedType *type = typeOf(a);
  for (size i = 0; type && i < count(a); i++)
    initialiseElement(a->base + i * a->bytes, type);
}

void enzyme_body_Destroy(struct array *a) {
  const struct derivedType *type = typeOf(a);
  for (size i = 0; type && i < count(a); i++)
    destroyElement(a->base + i * a->bytes, type);
}

int enzyme_body_MoveAlloc(struct array *to, struct array *from, struct derivedType *type, STATUS) {
  freeElements(to);
  copyDescriptor(to, from);
  from->base = 0;
  return 0;
}

/*--- pointers --------------------------------------------------------------------------*/

static inline void allocateTarget(struct array *a) {
  layOut(a);
  size bytes = (count(a) * a->bytes + 7) / 8 * 8;
  a->base = malloc(bytes + 8);
  *(size *)(a->base + bytes) = ~(size)a->base;
  const struct derivedType *type = typeOf(a);
  if (type)
    for (size i = 0; i < count(a); i++)
      initialiseElement(a->base + i * a->bytes, type);
}

void enzyme_body_PointerSetBounds(struct array *a, int dim, size lower, size upper) {
  a->dim[dim].lower = lower;
  a->dim[dim].extent = upper < lower ? 0 : upper - lower + 1;
}

int enzyme_body_PointerAllocate(struct array *a, STATUS, void *device) {
  allocateTarget(a);
  return 0;
}

int enzyme_body_PointerDeallocate(struct array *a, STATUS) {
  freeElements(a);
  return 0;
}

/*--- array constructors ----------------------------------------------------------------*/

/* In memory of the caller, which is large enough and looked at by nobody else. */
struct constructor {
  struct array *to;
  size next, room;
};

void enzyme_body_InitArrayConstructorVector(struct constructor *c, struct array *to,
                                            _Bool ownLengths, PLACE) {
  c->to = to;
  c->next = 0;
  c->room = to->base ? to->dim[0].extent : 0;
}

static inline char *placeFor(struct constructor *c, size more) {
  struct array *to = c->to;
  size wanted = c->next + more;
  if (wanted > c->room) {
    size room = wanted > 2 * c->room ? wanted : 2 * c->room;
    char *old = to->base, *larger = malloc(room * to->bytes);
    moveNumbers((struct row){larger, to->bytes}, (struct row){old, to->bytes}, c->next,
                (struct kind){to->type, to->bytes});
    free(old);
    to->base = larger;
    to->dim[0].stride = to->bytes;
    c->room = room;
  }
  if (wanted > to->dim[0].extent)
    to->dim[0].extent = wanted;
  char *place = to->base + c->next * to->bytes;
  c->next = wanted;
  return place;
}

static inline void refuseDerived(const struct array *a) {
  if (typeOf(a))
    enzyme_rt_refuse(
        "Fortran: the derivative of constructors of arrays of derived type is not known", 0);
}

void enzyme_body_PushArrayConstructorSimpleScalar(struct constructor *c, char *from) {
  refuseDerived(c->to);
  char *place = placeFor(c, 1);
  moveNumbers((struct row){place, 0}, (struct row){from, 0}, 1,
              (struct kind){c->to->type, c->to->bytes});
}

void enzyme_body_PushArrayConstructorValue(struct constructor *c, struct array *from) {
  refuseDerived(c->to);
  size across = width(from), all = lines(from), bytes = c->to->bytes;
  char *place = placeFor(c, across * all);
  for (size l = 0; l < all; l++)
    moveNumbers((struct row){place + l * across * bytes, bytes},
                (struct row){lineAt(from, l), step(from)}, across,
                (struct kind){c->to->type, bytes});
}

#endif
