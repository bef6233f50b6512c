/*===- Shapes.h - intrinsics that give elements another order or shape ---------------------===
 *
 * transpose, reshape, spread, cshift, eoshift, pack, unpack, transfer. Elements of derived type
 * are assigned to new ones.
 *===-------------------------------------------------------------------------------===*/
#ifndef ENZYME_FORTRAN_SHAPES_H
#define ENZYME_FORTRAN_SHAPES_H

#include "Reductions.h"

/* The result is of the source's kind, or type, which is read before anything is written: what is
 * written may be a descriptor, for all that the compiler knows. */
static inline struct moved likeElementsOf(struct array *result, const struct array *source,
                                          int rank) {
  struct moved what = elementsOf(source);
  result->bytes = what.kind.bytes;
  result->type = what.kind.type;
  result->rank = rank;
  if (what.type)
    giveTable(result, what.type);
  return what;
}

static inline void allocateResult(struct array *result, struct moved what) {
  allocate(result);
  for (size i = 0; what.type && i < count(result); i++)
    initialiseElement(result->base + i * what.type->bytes, what.type);
}

static inline void sameShapeAs(struct array *result, const struct array *source,
                               struct moved what) {
  for (int d = 0; d < source->rank; d++)
    setExtent(result, d, source->dim[d].extent);
  allocateResult(result, what);
}

static inline void moveOne(char *to, char *from, struct moved what) {
  moveLine((struct row){to, 0}, (struct row){from, 0}, 1, what);
}

void enzyme_body_Transpose(struct array *result, struct array *matrix, PLACE) {
  struct moved what = likeElementsOf(result, matrix, 2);
  setExtent(result, 0, matrix->dim[1].extent);
  setExtent(result, 1, matrix->dim[0].extent);
  allocateResult(result, what);
  for (size r = 0; r < matrix->dim[0].extent; r++)
    moveLine((struct row){result->base + r * result->dim[1].stride, result->dim[0].stride},
             (struct row){matrix->base + r * matrix->dim[0].stride, matrix->dim[1].stride},
             matrix->dim[1].extent, what);
}

/*--- reshape ---------------------------------------------------------------------------------*/

/* Where element number `number` lies. */
static inline char *elementAt(const struct array *a, size number) {
  size at = 0;
  for (int d = 0; d < a->rank; d++) {
    at += number % a->dim[d].extent * a->dim[d].stride;
    number /= a->dim[d].extent;
  }
  return a->base + at;
}

/* The same, if dimension order(1) is the one that changes first. */
static inline char *elementInOrder(const struct array *a, const struct array *order, size number) {
  size at = 0;
  for (int d = 0; d < a->rank; d++) {
    size k = integerAt(order->base + d * step(order), order->bytes) - 1;
    at += number % a->dim[k].extent * a->dim[k].stride;
    number /= a->dim[k].extent;
  }
  return a->base + at;
}

/* structure: allow parameters, because they are those of flang's runtime */
void enzyme_body_Reshape(struct array *result, struct array *source, struct array *shape,
                         struct array *pad, struct array *order, PLACE) {
  struct moved what = likeElementsOf(result, source, (int)width(shape));
  for (int d = 0; d < result->rank; d++)
    setExtent(result, d, integerAt(shape->base + d * step(shape), shape->bytes));
  allocateResult(result, what);
  size wanted = count(result), across = width(source), given = count(source);
  if (!order)
    for (size l = 0; l < lines(source) && l * across < wanted; l++) {
      size left = wanted - l * across;
      moveLine((struct row){result->base + l * across * result->bytes, result->bytes},
               (struct row){lineAt(source, l), step(source)}, left < across ? left : across, what);
    }
  for (size i = order ? 0 : given; i < wanted; i++) {
    char *from = i < given ? elementAt(source, i) : elementAt(pad, (i - given) % count(pad));
    moveOne(order ? elementInOrder(result, order, i) : elementAt(result, i), from, what);
  }
}

void enzyme_body_Spread(struct array *result, struct array *source, int dim, size copies, PLACE) {
  struct moved what = likeElementsOf(result, source, source->rank + 1);
  size inner = 1;
  for (int d = 0; d < result->rank; d++) {
    size extent = d < dim - 1 ? source->dim[d].extent : source->dim[d - 1].extent;
    setExtent(result, d, d == dim - 1 ? copies : extent);
    inner *= d < dim - 1 ? extent : 1;
  }
  allocateResult(result, what);
  for (size i = 0; i < count(source); i++) {
    char *from = lineAt(source, i / width(source)) + i % width(source) * step(source);
    char *to = result->base + (i % inner + i / inner * inner * copies) * result->bytes;
    moveLine((struct row){to, inner * result->bytes}, (struct row){from, 0}, copies, what);
  }
}

/*--- shifts ----------------------------------------------------------------------------------*/

void enzyme_body_CshiftVector(struct array *result, struct array *source, size shift, PLACE) {
  struct moved what = likeElementsOf(result, source, 1);
  size extent = source->dim[0].extent, by = extent ? (shift % extent + extent) % extent : 0;
  sameShapeAs(result, source, what);
  size bytes = result->bytes, across = step(source);
  moveLine((struct row){result->base, bytes}, (struct row){source->base + by * across, across},
           extent - by, what);
  moveLine((struct row){result->base + (extent - by) * bytes, bytes},
           (struct row){source->base, across}, by, what);
}

/* The shift of line number `line`: one for all, or one for each. */
static inline size shiftOf(const struct array *shift, size line) {
  return integerAt(shift->rank ? elementAt(shift, line) : shift->base, shift->bytes);
}

void enzyme_body_Cshift(struct array *result, struct array *source, struct array *shift, int dim,
                        PLACE) {
  struct moved what = likeElementsOf(result, source, source->rank);
  sameShapeAs(result, source, what);
  size extent = source->dim[dim - 1].extent, all = extent ? count(source) / extent : 0;
  size from = source->dim[dim - 1].stride, to = result->dim[dim - 1].stride;
  for (size l = 0; l < all; l++) {
    size by = (shiftOf(shift, l) % extent + extent) % extent;
    char *in = beginWithout(source, dim, l), *out = beginWithout(result, dim, l);
    for (size i = 0; i < extent; i++)
      moveOne(out + i * to, in + (i + by) % extent * from, what);
  }
}

/* What comes from outside, if no boundary is given. */
static inline void blank(char *at, struct moved what) {
  struct kind kind = what.kind;
  if (what.type)
    enzyme_rt_refuse("Fortran: eoshift of derived types wants a boundary in derivatives", 0);
  if (kind.type == isDouble || kind.type == isComplexDouble)
    for (size k = 0; k < kind.bytes / 8; k++)
      ((double *)at)[k] = 0;
  else if (kind.type == isFloat || kind.type == isComplexFloat)
    for (size k = 0; k < kind.bytes / 4; k++)
      ((float *)at)[k] = 0;
  else if (kind.type >= isHalf && kind.type < isCharacters)
    enzyme_rt_refuse("Fortran: the derivative of eoshift of such numbers is not known", 0);
  else
    for (size k = 0; k < kind.bytes; k++)
      at[k] = kind.type == isCharacters ? ' ' : 0;
}

/* A line of an array along one dimension, shifted into that of another. */
struct shifted {
  struct row to, from;
  size extent, by;
};

static inline void shiftOut(struct shifted s, char *boundary, struct moved what) {
  for (size i = 0; i < s.extent; i++) {
    size k = i + s.by;
    char *to = s.to.at + i * s.to.step;
    if (k >= 0 && k < s.extent)
      moveOne(to, s.from.at + k * s.from.step, what);
    else if (boundary)
      moveOne(to, boundary, what);
    else
      blank(to, what);
  }
}

void enzyme_body_EoshiftVector(struct array *result, struct array *source, size shift,
                               struct array *boundary, PLACE) {
  struct moved what = likeElementsOf(result, source, 1);
  sameShapeAs(result, source, what);
  struct row to = {result->base, result->bytes}, from = {source->base, step(source)};
  shiftOut((struct shifted){to, from, width(source), shift}, boundary ? boundary->base : 0, what);
}

/* structure: allow parameters, because they are those of flang's runtime */
void enzyme_body_Eoshift(struct array *result, struct array *source, struct array *shift,
                         struct array *boundary, int dim, PLACE) {
  struct moved what = likeElementsOf(result, source, source->rank);
  sameShapeAs(result, source, what);
  size extent = source->dim[dim - 1].extent, all = extent ? count(source) / extent : 0;
  for (size l = 0; l < all; l++) {
    struct row to = {beginWithout(result, dim, l), result->dim[dim - 1].stride};
    struct row from = {beginWithout(source, dim, l), source->dim[dim - 1].stride};
    char *outside = !boundary ? 0 : boundary->rank ? elementAt(boundary, l) : boundary->base;
    shiftOut((struct shifted){to, from, extent, shiftOf(shift, l)}, outside, what);
  }
}

/*--- pack and unpack -------------------------------------------------------------------------*/

void enzyme_body_Pack(struct array *result, struct array *source, struct array *mask,
                      struct array *vector, PLACE) {
  struct moved what = likeElementsOf(result, source, 1);
  int isOne = !mask->rank, isFilled = vector && vector->base;
  size wanted = !isOne ? countTrue(mask) : isTrue(mask->base, mask->bytes) ? count(source) : 0;
  setExtent(result, 0, isFilled ? width(vector) : wanted);
  allocateResult(result, what);
  size next = 0;
  for (size l = 0; l < lines(source); l++)
    for (size i = 0; i < width(source); i++)
      if (isTrue(isOne ? mask->base : lineAt(mask, l) + i * step(mask), mask->bytes))
        moveOne(result->base + next++ * result->bytes, lineAt(source, l) + i * step(source), what);
  if (isFilled)
    for (; next < width(vector); next++)
      moveOne(result->base + next * result->bytes, vector->base + next * step(vector), what);
}

void enzyme_body_Unpack(struct array *result, struct array *vector, struct array *mask,
                        struct array *field, PLACE) {
  struct moved what = likeElementsOf(result, vector, mask->rank);
  sameShapeAs(result, mask, what);
  size next = 0;
  for (size i = 0; i < count(mask); i++) {
    char *to = result->base + i * result->bytes;
    if (isTrue(elementAt(mask, i), mask->bytes))
      moveOne(to, vector->base + next++ * step(vector), what);
    else
      moveOne(to, field->rank ? elementAt(field, i) : field->base, what);
  }
}

/*--- the same bits as another type -----------------------------------------------------------*/

/* The components in the first `room` bytes. */
static void moveBeginning(char *to, const char *from, const struct derivedType *type, size room) {
  const struct component *c = componentsOf(type);
  for (size k = 0; k < type->components.dim.extent; k++, c++) {
    size bytes = bytesOf(c);
    if (c->genre != isData)
      enzyme_rt_refuse("Fortran: transfer of a part of a derived type with pointers is not "
                       "supported in derivatives",
                       0);
    for (size i = 0; i < elementsIn(c) && c->offset + i * bytes < room; i++) {
      size at = c->offset + i * bytes;
      if (c->category == ofDerivedType)
        moveBeginning(to + at, from + at, tableIn(c), room - at);
      else if (at + bytes > room)
        enzyme_rt_refuse("Fortran: transfer of a part of a component is not supported in "
                         "derivatives",
                         0);
      else
        moveNumbers((struct row){to + at, 0}, (struct row){(char *)from + at, 0}, 1,
                    (struct kind){typeIn(c), bytes});
    }
  }
}

static inline void transferOne(char *to, char *from, struct moved what) {
  if (what.type)
    moveShallowElement(to, from, what.type);
  else
    moveOne(to, from, what);
}

static inline void transferPart(char *to, char *from, struct moved what, size room) {
  if (what.type)
    moveBeginning(to, from, what.type, room);
  else
    for (size b = 0; b < room; b++)
      to[b] = from[b];
}

/* Elements are moved as what they are: between numbers of one size, and into parts of larger
 * ones; derived types component by component. */
void enzyme_body_Transfer(struct array *result, struct array *source, struct array *mold, PLACE) {
  struct moved from = elementsOf(source);
  size bytes = from.kind.bytes, all = count(source);
  likeElementsOf(result, mold, mold->rank ? 1 : 0);
  if (mold->rank)
    setExtent(result, 0, (all * bytes + mold->bytes - 1) / mold->bytes);
  allocate(result);
  size room = count(result) * result->bytes, whole = room / bytes, rest = room % bytes;
  for (size i = 0; i < all && i < whole; i++)
    transferOne(result->base + i * bytes, elementAt(source, i), from);
  if (whole < all && rest)
    transferPart(result->base + whole * bytes, elementAt(source, whole), from, rest);
}

#endif
