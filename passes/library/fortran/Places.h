/*===- Places.h - where the largest, the least and a given element are
 * ----------------------------===
 *
 * maxloc, minloc, findloc: of whole arrays, and along one dimension.
 *===-------------------------------------------------------------------------------===*/
#ifndef ENZYME_FORTRAN_PLACES_H
#define ENZYME_FORTRAN_PLACES_H

#include "Reductions.h"

/* What is looked for, and along which dimension; the kind of the answer. */
struct search {
  int kind, dim, isLargest, isLast;
};

/* The best so far; its number counts from 1, 0 if there is none. */
struct found {
  size number;
  double value;
};

static inline struct found better(struct found best, double element, size number,
                                  struct search what) {
  int isBetter = what.isLargest ? element > best.value : element < best.value;
  if (best.number == 0 || isBetter || (what.isLast && element == best.value))
    return (struct found){number, element};
  return best;
}

static inline void placeAlong(struct array *result, struct array *x, struct array *mask,
                              struct search what) {
  shapeWithout(result, x, what.dim, (struct kind){typeOfKind(isInteger, what.kind), what.kind});
  const struct dimension *across = &x->dim[what.dim - 1];
  size maskStep = mask && mask->rank ? mask->dim[what.dim - 1].stride : 0;
  for (size r = 0; r < count(result); r++) {
    const char *from = beginWithout(x, what.dim, r);
    const char *chosen = !mask ? 0 : mask->rank ? beginWithout(mask, what.dim, r) : mask->base;
    struct found best = {0, 0};
    for (size i = 0; i < across->extent; i++)
      if (!mask || isTrue(chosen + i * maskStep, mask->bytes))
        best = better(best, numberAt(from + i * across->stride, x), i + 1, what);
    writeInteger(result->base + r * what.kind, what.kind, best.number);
  }
}

/* One number for each dimension, of element number `number`, which counts from 1. */
static inline void writePlace(struct array *result, const struct array *x, size number, int kind) {
  result->bytes = kind;
  result->type = typeOfKind(isInteger, kind);
  result->rank = 1;
  setExtent(result, 0, x->rank);
  allocate(result);
  size left = number - 1;
  for (int d = 0; d < x->rank; d++) {
    size place = number ? left % x->dim[d].extent + 1 : 0;
    writeInteger(result->base + d * kind, kind, place);
    left /= number ? x->dim[d].extent : 1;
  }
}

static inline void placeIn(struct array *result, struct array *x, struct array *mask,
                           struct search what) {
  struct found best = {0, 0};
  size across = width(x);
  for (size l = 0; l < lines(x); l++) {
    const char *from = lineAt(x, l), *chosen = mask ? lineAt(mask, mask->rank ? l : 0) : 0;
    for (size i = 0; i < across; i++)
      if (!mask || isTrue(chosen + i * step(mask), mask->bytes))
        best = better(best, numberAt(from + i * step(x), x), l * across + i + 1, what);
  }
  writePlace(result, x, best.number, what.kind);
}

#define PLACES(NAME, IS_LARGEST)                                                                   \
  /* structure: allow parameters, because they are those of flang's runtime */                     \
  void enzyme_body_##NAME##Dim(struct array *result, struct array *x, int kind, int dim, PLACE,    \
                               struct array *mask, _Bool isLast) {                                 \
    placeAlong(result, x, mask, (struct search){kind, dim, IS_LARGEST, isLast});                   \
  }                                                                                                \
  PLACES_OF(NAME, Integer1, IS_LARGEST)                                                            \
  PLACES_OF(NAME, Integer2, IS_LARGEST)                                                            \
  PLACES_OF(NAME, Integer4, IS_LARGEST)                                                            \
  PLACES_OF(NAME, Integer8, IS_LARGEST)                                                            \
  PLACES_OF(NAME, Real4, IS_LARGEST)                                                               \
  PLACES_OF(NAME, Real8, IS_LARGEST)                                                               \
  PLACES_OF(NAME, Real10, IS_LARGEST)

#define PLACES_OF(NAME, KIND, IS_LARGEST)                                                          \
  /* structure: allow parameters, because they are those of flang's runtime */                     \
  void enzyme_body_##NAME##KIND(struct array *result, struct array *x, int kind, PLACE,            \
                                struct array *mask, _Bool isLast) {                                \
    placeIn(result, x, mask, (struct search){kind, 0, IS_LARGEST, isLast});                        \
  }

PLACES(Maxloc, 1)
PLACES(Minloc, 0)

/*--- findloc --------------------------------------------------------------------------------*/

static inline int isComplexType(const struct array *a) {
  return a->type >= isComplexFloat && a->type <= isComplexExtended;
}

/* The shorter one counts as followed by blanks. */
static inline int isSameText(const char *at, size bytes, const struct array *target) {
  for (size b = 0; b < bytes || b < target->bytes; b++)
    if ((b < bytes ? at[b] : ' ') != (b < target->bytes ? target->base[b] : ' '))
      return 0;
  return 1;
}

/* An element of x, and what is looked for. */
static inline int isSame(const char *at, const struct array *x, const struct array *target) {
  if (x->type == isCharacters)
    return isSameText(at, x->bytes, target);
  if (isComplexType(x) || isComplexType(target))
    return complexAt(at, x) == complexAt(target->base, target);
  int areReal = (x->type >= isHalf && x->type <= isExtended) ||
                (target->type >= isHalf && target->type <= isExtended);
  return areReal ? numberAt(at, x) == numberAt(target->base, target)
                 : integerAt(at, x->bytes) == integerAt(target->base, target->bytes);
}

static inline void refuseOtherElements(const struct array *x) {
  if (x->type == isHalf || x->type == isCharacters2 || x->type == isCharacters4)
    enzyme_rt_refuse("Fortran: findloc of such elements is not supported in derivatives", 0);
}

/* structure: allow parameters, because they are those of flang's runtime */
void enzyme_body_FindlocDim(struct array *result, struct array *x, struct array *target, int kind,
                            int dim, PLACE, struct array *mask, _Bool isLast) {
  refuseOtherElements(x);
  shapeWithout(result, x, dim, (struct kind){typeOfKind(isInteger, kind), kind});
  const struct dimension *across = &x->dim[dim - 1];
  size maskStep = mask && mask->rank ? mask->dim[dim - 1].stride : 0;
  for (size r = 0; r < count(result); r++) {
    const char *from = beginWithout(x, dim, r);
    const char *chosen = !mask ? 0 : mask->rank ? beginWithout(mask, dim, r) : mask->base;
    size found = 0;
    for (size i = 0; i < across->extent; i++)
      if ((!found || isLast) && (!mask || isTrue(chosen + i * maskStep, mask->bytes)) &&
          isSame(from + i * across->stride, x, target))
        found = i + 1;
    writeInteger(result->base + r * kind, kind, found);
  }
}

/* structure: allow parameters, because they are those of flang's runtime */
void enzyme_body_Findloc(struct array *result, struct array *x, struct array *target, int kind,
                         PLACE, struct array *mask, _Bool isLast) {
  refuseOtherElements(x);
  size found = 0, across = width(x);
  for (size l = 0; l < lines(x); l++) {
    const char *from = lineAt(x, l), *chosen = mask ? lineAt(mask, mask->rank ? l : 0) : 0;
    for (size i = 0; i < across; i++)
      if ((!found || isLast) && (!mask || isTrue(chosen + i * step(mask), mask->bytes)) &&
          isSame(from + i * step(x), x, target))
        found = l * across + i + 1;
  }
  writePlace(result, x, found, kind);
}

#endif
