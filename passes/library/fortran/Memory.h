/*===- Memory.h - allocating, giving up and growing arrays -----------------------------===
 *
 * What a program allocates in code that is differentiated it may give up elsewhere, in
 * flang's own runtime: memory is malloc's, and behind that of pointers stands the word
 * that the runtime looks for.
 *===-------------------------------------------------------------------------------===*/
#ifndef ENZYME_FORTRAN_MEMORY_H
#define ENZYME_FORTRAN_MEMORY_H

#include "Finalisers.h"

/*--- what goes wrong -------------------------------------------------------------------*/

enum { wasNotThere = 11, wasThere = 12, noMemory = 19 }; /* stat= */

void _FortranAReportFatalUserError(const char *message, PLACE);

/* The run ends, unless the program wants to know. */
static inline int fail(int status, STATUS) {
  const char *why = status == wasThere      ? "Base address is not null"
                    : status == wasNotThere ? "Base address is null"
                                            : "Memory allocation failed";
  if (!hasStat)
    _FortranAReportFatalUserError(why, file, line);
  if (message && message->base) {
    int isOver = 0;
    for (size i = 0; i < message->bytes; i++) {
      isOver |= !isOver && !why[i];
      message->base[i] = isOver ? ' ' : why[i];
    }
  }
  return status;
}

/*--- allocatable variables ---------------------------------------------------------------*/

static inline void becomeNumbers(struct array *a, int category, int kind, int rank) {
  a->base = 0;
  a->rank = rank;
  a->type = typeOfKind(category, kind);
  a->bytes = (kind == 10 ? 16 : kind) * (category == isComplex ? 2 : 1);
  if (a->extra & hasTable)
    *tableOf(a) = 0;
}

static inline void becomeLikeMold(struct array *a, const struct array *mold, int rank) {
  a->rank = rank;
  for (int d = 0; d < rank && d < mold->rank; d++)
    a->dim[d] = mold->dim[d];
  becomeLikeElementsOf(a, mold);
}

void enzyme_body_AllocatableInitDerivedForAllocate(struct array *a, struct derivedType *type,
                                                   int rank, int corank) {
  if (a->base) /* which the allocation will say */
    return;
  a->bytes = type->bytes;
  a->rank = rank;
  a->type = isDerived;
  a->attribute = isAllocatable;
  giveTable(a, type);
}

void enzyme_body_AllocatableSetBounds(struct array *a, int dim, size lower, size upper) {
  a->dim[dim].lower = lower;
  a->dim[dim].extent = upper < lower ? 0 : upper - lower + 1;
}

static inline int allocateChecked(struct array *a, STATUS) {
  if (a->base)
    return fail(wasThere, hasStat, message, file, line);
  allocateElements(a);
  return a->base ? 0 : fail(noMemory, hasStat, message, file, line);
}

static inline int deallocateChecked(struct array *a, STATUS) {
  if (!a->base)
    return fail(wasNotThere, hasStat, message, file, line);
  finaliseElements(a);
  freeElements(a);
  return 0;
}

/* structure: allow parameters, because they are those of flang's runtime */
int enzyme_body_AllocatableAllocate(struct array *a, void *stream, STATUS, void *device) {
  return allocateChecked(a, hasStat, message, file, line);
}

/* `a` gets the values of `source`, which has its shape or no dimensions. */
static inline void fillFrom(struct array *a, struct array *source) {
  struct moved what = {typeAssigned(a, source), {source->type, source->bytes}, areCopied};
  struct passage how = passageOf(what, a->bytes, source);
  size across = width(a), from = step(source), to = step(a);
  for (size l = 0; l < lines(a); l++)
    pass((struct row){lineAt(a, l), to}, (struct row){lineAt(source, source->rank ? l : 0), from},
         across, how);
}

int enzyme_body_AllocatableAllocateSource(struct array *a, struct array *source, STATUS) {
  int status = allocateChecked(a, hasStat, message, file, line);
  if (!status)
    fillFrom(a, source);
  return status;
}

int enzyme_body_AllocatableDeallocate(struct array *a, STATUS) {
  return deallocateChecked(a, hasStat, message, file, line);
}

/* The declared type again; of class(*) there is none. */
int enzyme_body_AllocatableDeallocatePolymorphic(struct array *a, struct derivedType *type,
                                                 STATUS) {
  int status = deallocateChecked(a, hasStat, message, file, line);
  if (!status)
    becomeOfType(a, type);
  return status;
}

/* structure: allow parameters, because they are those of flang's runtime */
void enzyme_body_AllocatableInitIntrinsicForAllocate(struct array *a, int category, int kind,
                                                     int rank, int corank) {
  if (a->base)
    return;
  becomeNumbers(a, category, kind, rank);
  a->attribute = isAllocatable;
}

void enzyme_body_AllocatableApplyMold(struct array *a, struct array *mold, int rank) {
  if (!a->base)
    becomeLikeMold(a, mold, rank);
}

void enzyme_body_Initialize(struct array *a, PLACE) {
  const struct derivedType *type = typeOf(a);
  for (size i = 0; type && i < count(a); i++)
    initialiseElement(a->base + i * a->bytes, type);
}

void enzyme_body_Finalize(struct array *a) { finaliseElements(a); }

void enzyme_body_DestroyWithoutFinalization(struct array *a) {
  const struct derivedType *type = typeOf(a);
  for (size i = 0; type && i < count(a); i++)
    destroyElement(a->base + i * a->bytes, type);
}

void enzyme_body_Destroy(struct array *a) {
  finaliseElements(a);
  enzyme_body_DestroyWithoutFinalization(a);
}

int enzyme_body_MoveAlloc(struct array *to, struct array *from, struct derivedType *type, STATUS) {
  finaliseElements(to);
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

int enzyme_body_PointerAllocateSource(struct array *a, struct array *source, STATUS) {
  allocateTarget(a);
  fillFrom(a, source);
  return 0;
}

int enzyme_body_PointerDeallocate(struct array *a, STATUS) {
  return deallocateChecked(a, hasStat, message, file, line);
}

int enzyme_body_PointerDeallocatePolymorphic(struct array *a, struct derivedType *type, STATUS) {
  int status = deallocateChecked(a, hasStat, message, file, line);
  if (!status)
    becomeOfType(a, type);
  return status;
}

void enzyme_body_PointerApplyMold(struct array *a, struct array *mold, int rank) {
  becomeLikeMold(a, mold, rank);
}

void enzyme_body_PointerNullifyDerived(struct array *a, struct derivedType *type, int rank,
                                       int corank) {
  a->base = 0;
  a->rank = rank;
  a->attribute = isPointer;
  becomeOfType(a, type);
}

/* The bounds of the copy: as they were, or from 1 or 0 (`bounds`). */
void enzyme_body_CopyAndUpdateDescriptor(struct array *to, struct array *from,
                                         struct derivedType *type, signed char attribute,
                                         int bounds) {
  copyDescriptor(to, from);
  to->attribute = attribute;
  if (type)
    giveTable(to, type);
  for (int d = 0; bounds && d < to->rank; d++)
    to->dim[d].lower = bounds == 1;
}

/* structure: allow parameters, because they are those of flang's runtime */
void enzyme_body_PointerNullifyIntrinsic(struct array *a, int category, int kind, int rank,
                                         int corank) {
  becomeNumbers(a, category, kind, rank);
  a->attribute = isPointer;
}

#endif
