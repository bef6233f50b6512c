/*===- Places.h - where the largest and the least elements are ----------------------------===
 *
 * maxloc, minloc: of whole arrays, and along one dimension; findloc along one.
 *===-------------------------------------------------------------------------------===*/
#ifndef ENZYME_FORTRAN_PLACES_H
#define ENZYME_FORTRAN_PLACES_H

#include "Reductions.h"

static inline double numberAt(const char *at, const struct array *like) {
  return like->type == isDouble     ? *(const double *)at
         : like->type == isFloat    ? *(const float *)at
         : like->type == isExtended ? (double)*(const long double *)at
                                    : (double)integerAt(at, like->bytes);
}

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

/* One number for each dimension. */
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
  result->bytes = what.kind;
  result->type = typeOfKind(isInteger, what.kind);
  result->rank = 1;
  setExtent(result, 0, x->rank);
  allocate(result);
  size left = best.number - 1;
  for (int d = 0; d < x->rank; d++) {
    size place = best.number ? left % x->dim[d].extent + 1 : 0;
    writeInteger(result->base + d * what.kind, what.kind, place);
    left /= best.number ? x->dim[d].extent : 1;
  }
}

#define PLACES(NAME, IS_LARGEST)                                                                   \
  /* structure: allow parameters, because they are those of flang's runtime */                     \
  void enzyme_body_##NAME##Dim(struct array *result, struct array *x, int kind, int dim, PLACE,    \
                               struct array *mask, _Bool isLast) {                                 \
    placeAlong(result, x, mask, (struct search){kind, dim, IS_LARGEST, isLast});                   \
  }                                                                                                \
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

/* structure: allow parameters, because they are those of flang's runtime */
void enzyme_body_FindlocDim(struct array *result, struct array *x, struct array *target, int kind,
                            int dim, PLACE, struct array *mask, _Bool isLast) {
  if (mask || x->type == isCharacters || x->type >= isComplexFloat)
    enzyme_rt_refuse("Fortran: findloc with mask=, and of such elements, is not supported", 0);
  shapeWithout(result, x, dim, (struct kind){typeOfKind(isInteger, kind), kind});
  const struct dimension *across = &x->dim[dim - 1];
  double wanted = numberAt(target->base, target);
  for (size r = 0; r < count(result); r++) {
    const char *from = beginWithout(x, dim, r);
    size found = 0;
    for (size i = 0; i < across->extent; i++)
      if ((!found || isLast) && numberAt(from + i * across->stride, x) == wanted)
        found = i + 1;
    writeInteger(result->base + r * kind, kind, found);
  }
}

#endif
