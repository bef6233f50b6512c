/*===- Assign.h - what one array hands to another -------------------------------------------===
 *
 * Assignment: the right side is read before anything is written, also where both are parts
 * of one array. What is allocatable takes the shape of what it is given, its length if it
 * holds characters, its type if it is polymorphic.
 *
 * Copies of arguments: a procedure may want elements one after the other. They move without
 * what they hold, whose descriptors are copied.
 *===-------------------------------------------------------------------------------===*/
#ifndef ENZYME_FORTRAN_ASSIGN_H
#define ENZYME_FORTRAN_ASSIGN_H

#include "Memory.h"

/* What of the left side may change beside its shape. */
struct freedom {
  int length, type;
  int isNothing; /* what was there counts as nothing: neither finalised nor given up */
};

static inline int fits(const struct array *to, const struct array *from, struct freedom may) {
  if (!to->base)
    return 0;
  if (may.type && (to->type != from->type || typeOf(to) != typeOf(from)))
    return 0;
  if (may.length && isText(from) && to->bytes != from->bytes)
    return 0;
  for (int d = 0; d < to->rank; d++)
    if (from->rank && to->dim[d].extent != from->dim[d].extent)
      return 0;
  return 1;
}

/* Becomes what is assigned to it, of which `type` is the derived type. */
static inline void becomeLike(struct array *to, const struct array *from,
                              const struct derivedType *type, struct freedom may) {
  freeElements(to);
  if (may.type)
    becomeLikeElementsOf(to, from);
  if (may.length && isText(from))
    to->bytes = from->bytes;
  for (int d = 0; d < to->rank; d++)
    if (from->rank) {
      to->dim[d].lower = from->dim[d].lower;
      to->dim[d].extent = from->dim[d].extent;
    }
  if (type)
    allocateElements(to);
  else
    allocate(to);
}

static inline void assign(struct array *to, struct array *from, struct freedom may) {
  const struct derivedType *type = typeAssigned(to, from);
  int isNew = to->attribute == isAllocatable && !fits(to, from, may);
  size across = width(from), all = lines(from), bytes = type ? type->bytes : from->bytes;
  struct moved what = {type, {from->type, bytes}, areCopied};
  char *between = malloc(all * across * bytes + 1);
  if (type)
    for (size i = 0; i < all * across; i++)
      initialiseElement(between + i * bytes, type);
  for (size l = 0; l < all; l++)
    moveLine((struct row){between + l * across * bytes, bytes},
             (struct row){lineAt(from, l), step(from)}, across, what);
  if (!may.isNothing && (type || may.type))
    finaliseElements(to);
  if (isNew)
    becomeLike(to, from, type, may);
  what.way = may.isNothing ? areCopied : areAssigned;
  struct passage how = passageOf(what, to->bytes, from);
  size toAcross = width(to), toStep = step(to), fromStep = from->rank ? bytes : 0;
  for (size l = 0; l < lines(to); l++)
    pass((struct row){lineAt(to, l), toStep},
         (struct row){between + l * across * fromStep, fromStep}, toAcross, how);
  if (type && !type->needsNoDestruction)
    for (size i = 0; i < all * across; i++)
      destroyElement(between + i * bytes, type);
  free(between);
}

void enzyme_body_Assign(struct array *to, struct array *from, PLACE) {
  assign(to, from, (struct freedom){.length = 1});
}

void enzyme_body_AssignExplicitLengthCharacter(struct array *to, struct array *from, PLACE) {
  assign(to, from, (struct freedom){});
}

void enzyme_body_AssignTemporary(struct array *to, struct array *from, PLACE) {
  enzyme_body_Initialize(to, file, line);
  assign(to, from, (struct freedom){.length = 1, .isNothing = 1});
}

void enzyme_body_AssignPolymorphic(struct array *to, struct array *from, PLACE) {
  assign(to, from, (struct freedom){.length = 1, .type = 1});
}

/*--- copies of arguments -----------------------------------------------------------------*/

static inline void moveShallow(struct array *to, struct array *from) {
  const struct derivedType *type = typeOf(from);
  struct kind kind = kindOf(from);
  size across = width(to);
  for (size l = 0; l < lines(to); l++) {
    struct row toLine = {lineAt(to, l), step(to)}, fromLine = {lineAt(from, l), step(from)};
    if (!type)
      moveNumbers(toLine, fromLine, across, kind);
    for (size i = 0; type && i < across; i++)
      moveShallowElement(toLine.at + i * toLine.step, fromLine.at + i * fromLine.step, type);
  }
}

void enzyme_body_CopyInAssign(struct array *copy, struct array *variable, PLACE) {
  copyDescriptor(copy, variable);
  copy->attribute = isAllocatable;
  allocate(copy);
  moveShallow(copy, variable);
}

/* The variable is null if the procedure may not change its argument. */
void enzyme_body_CopyOutAssign(struct array *variable, struct array *copy, PLACE) {
  if (variable)
    moveShallow(variable, copy);
  free(copy->base);
  copy->base = 0;
}

void enzyme_body_ShallowCopyDirect(struct array *to, struct array *from, PLACE) {
  moveShallow(to, from);
}

#endif
