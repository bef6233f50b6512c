/*===- Finalisers.h - what a type wants done before its objects end --------------------===
 *
 * Fortran 2018, 7.5.6.2: the type's own finaliser for arrays of this rank, or its elemental one, or
 * the one for arrays of any rank; then those of the components, and of the type that it extends.
 * Finalisers are differentiated, as whatever else is called through a type's table.
 *===-------------------------------------------------------------------------------===*/
#ifndef ENZYME_FORTRAN_FINALISERS_H
#define ENZYME_FORTRAN_FINALISERS_H

#include "Elements.h"

enum {
  elementalFinaliser = 7,
  finaliserOfAnyRank = 8,
  finaliserOfRank = 9
}; /* `which`, plus rank */

static inline char *objectAt(const struct array *a, size number) {
  return lineAt(a, number / width(a)) + number % width(a) * step(a);
}

static inline void callFinaliser(struct array *a, const struct derivedType *type) {
  const struct specialProcedure *final = specialOf(type, finaliserOfRank + a->rank);
  if (!final && specialOf(type, elementalFinaliser)) {
    final = specialOf(type, elementalFinaliser);
    for (size i = 0; i < count(a); i++) {
      struct array one;
      describe(&one, objectAt(a, i), type);
      final->procedure(final->takesDescriptors & 1 ? (void *)&one : one.base);
    }
    return;
  }
  if (!final)
    final = specialOf(type, finaliserOfAnyRank);
  if (!final)
    return;
  if (final->takesDescriptors & 1)
    return final->procedure(a);
  size stride = a->bytes;
  for (int d = 0; d < a->rank; d++) {
    if (a->dim[d].stride != stride)
      enzyme_rt_refuse("Fortran: the derivative of a finaliser that wants elements side by side "
                       "is not known where they are not",
                       0);
    stride *= a->dim[d].extent;
  }
  final->procedure(a->base);
}

static void finalise(struct array *a, const struct derivedType *type);

static inline void finaliseComponent(char *at, const struct component *c) {
  if (c->category != ofDerivedType)
    return;
  if (c->genre == isAllocatableComponent) {
    struct array *own = (struct array *)at;
    if (own->base && typeOf(own))
      finalise(own, typeOf(own));
  } else if (c->genre == isData && !tableIn(c)->needsNoFinalisation) {
    struct array part;
    const struct lengthValue *bounds = (const struct lengthValue *)c->bounds.base;
    describe(&part, at, tableIn(c));
    part.rank = c->rank;
    for (int d = 0; d < c->rank; d++) {
      part.dim[d].lower = bounds[2 * d].value;
      part.dim[d].extent = bounds[2 * d + 1].value - bounds[2 * d].value + 1;
    }
    layOut(&part);
    *tableOf(&part) = (struct derivedType *)tableIn(c);
    finalise(&part, tableIn(c));
  }
}

static void finalise(struct array *a, const struct derivedType *type) {
  if (type->needsNoFinalisation)
    return;
  if (type->specialBits >> finalisers)
    callFinaliser(a, type);
  const struct component *c = componentsOf(type);
  for (size i = 0; i < count(a); i++)
    for (size k = type->hasParent; k < type->components.dim.extent; k++)
      finaliseComponent(objectAt(a, i) + c[k].offset, &c[k]);
  if (!type->hasParent)
    return;
  struct array parent;
  copyDescriptor(&parent, a);
  parent.bytes = tableIn(c)->bytes;
  parent.extra = hasTable;
  *tableOf(&parent) = (struct derivedType *)tableIn(c);
  finalise(&parent, tableIn(c));
}

static inline void finaliseElements(struct array *a) {
  const struct derivedType *type = a->base ? typeOf(a) : 0;
  if (type)
    finalise(a, type);
}

#endif
