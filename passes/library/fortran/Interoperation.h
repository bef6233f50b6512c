/*===- Interoperation.h - what C code does with descriptors of Fortran -------------------===
 *
 * The functions of ISO_Fortran_binding.h (Fortran 2018, 18.5.5), which flang's runtime has. C code
 * that calls them has types of its own for descriptors, so LibraryBodies.cpp takes from these
 * bodies what says that two structures have no memory in common.
 *===-------------------------------------------------------------------------------------===*/
#ifndef ENZYME_FORTRAN_INTEROPERATION_H
#define ENZYME_FORTRAN_INTEROPERATION_H

#include "Memory.h"

enum { /* what went wrong */
       invalidLength = 13,
       invalidRank,
       invalidType,
       invalidAttribute,
       invalidExtent,
       invalidDescriptor,
       outOfBounds = 20
};
enum { descriptorVersion = 20240719, mostDimensions = 15 };

/* The bytes of an element of a type; 0 where the program says it. (Codes: ISO_Fortran_binding.h of
 * flang.) */
static inline size bytesOfCode(int type) {
  static const signed char bytes[] = {0, 1,  2,  4,  8,  8, 8, 1, 2, 4, 8, 16, 1,  2,  4,  8, 16,
                                      1, 8,  8,  8,  16, 8, 8, 8, 2, 2, 4, 8,  16, 16, 16, 4, 4,
                                      8, 16, 32, 32, 32, 1, 0, 8, 0, 0, 0, 1,  2,  4,  8,  16};
  return type >= 0 && type < (int)sizeof bytes ? bytes[type] : 0;
}

/* What is empty begins at 1. */
static inline void setBounds(struct dimension *one, size lower, size extent) {
  one->lower = extent > 0 ? lower : 1;
  one->extent = extent > 0 ? extent : 0;
}

void *enzyme_body_CFI_address(const struct array *a, const size subscripts[]) {
  char *at = a->base;
  for (int d = 0; d < a->rank; d++)
    at += (subscripts[d] - a->dim[d].lower) * a->dim[d].stride;
  return at;
}

int enzyme_body_CFI_allocate(struct array *a, const size lower[], const size upper[],
                             unsigned long bytes) {
  if (a->attribute != isAllocatable && a->attribute != isPointer)
    return invalidAttribute;
  if (a->base)
    return wasThere;
  if (isText(a))
    a->bytes = bytes;
  for (int d = 0; d < a->rank; d++)
    setBounds(&a->dim[d], lower[d], upper[d] - lower[d] + 1);
  if (a->attribute == isPointer)
    allocateTarget(a);
  else
    allocate(a);
  return a->base ? 0 : noMemory;
}

int enzyme_body_CFI_deallocate(struct array *a) {
  if (a->attribute != isAllocatable && a->attribute != isPointer)
    return invalidAttribute;
  if (!a->base)
    return wasNotThere;
  free(a->base);
  a->base = 0;
  return 0;
}

/* structure: allow parameters, because they are those of the standard */
int enzyme_body_CFI_establish(struct array *a, void *base, unsigned char attribute,
                              signed char type, unsigned long bytes, unsigned char rank,
                              const size extents[]) {
  size known = bytesOfCode(type);
  if (attribute > isAllocatable)
    return invalidAttribute;
  if (rank > mostDimensions)
    return invalidRank;
  if (base && attribute == isAllocatable)
    return wasThere;
  a->base = base;
  a->bytes = known ? known : (size)bytes;
  a->version = descriptorVersion;
  a->rank = rank;
  a->type = type;
  a->attribute = attribute;
  a->extra = 0;
  if (!base)
    return 0;
  for (int d = 0; d < rank; d++) {
    a->dim[d].lower = 0;
    a->dim[d].extent = extents[d];
  }
  layOut(a);
  return 0;
}

int enzyme_body_CFI_is_contiguous(const struct array *a) {
  size stride = a->bytes;
  for (int d = 0; d < a->rank; d++) {
    if (a->dim[d].stride != stride)
      return 0;
    stride *= a->dim[d].extent;
  }
  return 1;
}

/* A dimension without a step is left out. The others begin at their first index, as in flang's. */
int enzyme_body_CFI_section(struct array *a, const struct array *source, const size lower[],
                            const size upper[], const size steps[]) {
  char *base = source->base;
  int rank = 0, isEmpty = 0;
  if (!base)
    return wasNotThere;
  for (int d = 0; d < source->rank; d++) {
    struct dimension whole = source->dim[d];
    size first = lower ? lower[d] : whole.lower;
    size last = upper ? upper[d] : whole.lower + whole.extent - 1;
    size step = steps ? steps[d] : 1;
    base += (first - whole.lower) * whole.stride;
    if (!step)
      continue;
    if (rank == a->rank)
      return invalidRank;
    a->dim[rank].stride = step * whole.stride;
    setBounds(&a->dim[rank], first, (last - first + step) / step);
    isEmpty |= !a->dim[rank++].extent;
  }
  if (rank != a->rank)
    return invalidRank;
  a->base = isEmpty ? source->base : base;
  return 0;
}

int enzyme_body_CFI_select_part(struct array *a, const struct array *source, unsigned long distance,
                                unsigned long bytes) {
  if (!source->base)
    return wasNotThere;
  if (a->rank != source->rank)
    return invalidRank;
  if (isText(a))
    a->bytes = bytes;
  if (distance + a->bytes > (unsigned long)source->bytes)
    return outOfBounds;
  for (int d = 0; d < a->rank; d++)
    a->dim[d] = (struct dimension){0, source->dim[d].extent, source->dim[d].stride};
  a->base = source->base + distance;
  return 0;
}

int enzyme_body_CFI_setpointer(struct array *a, const struct array *source, const size lower[]) {
  if (a->attribute != isPointer)
    return invalidAttribute;
  if (!source) {
    a->base = 0;
    return 0;
  }
  if (a->rank != source->rank)
    return invalidRank;
  if (isText(a))
    a->bytes = source->bytes;
  for (int d = 0; d < a->rank; d++)
    a->dim[d] = (struct dimension){lower ? lower[d] : source->dim[d].lower, source->dim[d].extent,
                                   source->dim[d].stride};
  a->base = source->base;
  return 0;
}

#endif
