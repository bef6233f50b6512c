/*===- Shapes.h - intrinsics that give elements another order or shape ---------------------===
 *
 * transpose, reshape, spread, cshift, eoshift, pack, unpack. Elements of derived type end the
 * run.
 *===-------------------------------------------------------------------------------===*/
#ifndef ENZYME_FORTRAN_SHAPES_H
#define ENZYME_FORTRAN_SHAPES_H

#include "Reductions.h"

static inline void likeElementsOf(struct array *result, const struct array *source, int rank) {
  if (typeOf(source))
    enzyme_rt_refuse(
        "Fortran: this intrinsic's derivative for elements of derived type is not known", 0);
  result->bytes = source->bytes;
  result->type = source->type;
  result->rank = rank;
}

static inline void sameShapeAs(struct array *result, const struct array *source) {
  for (int d = 0; d < source->rank; d++)
    setExtent(result, d, source->dim[d].extent);
  allocate(result);
}

/* Kinds are read before anything is written: what is written may be a descriptor, for all that
 * the compiler knows. */
static inline void moveOne(char *to, char *from, struct kind kind) {
  moveNumbers((struct row){to, 0}, (struct row){from, 0}, 1, kind);
}

void enzyme_body_Transpose(struct array *result, struct array *matrix, PLACE) {
  likeElementsOf(result, matrix, 2);
  struct kind kind = kindOf(matrix);
  setExtent(result, 0, matrix->dim[1].extent);
  setExtent(result, 1, matrix->dim[0].extent);
  allocate(result);
  for (size r = 0; r < matrix->dim[0].extent; r++)
    moveLine((struct row){result->base + r * result->dim[1].stride, result->dim[0].stride},
             (struct row){matrix->base + r * matrix->dim[0].stride, matrix->dim[1].stride},
             matrix->dim[1].extent, (struct moved){0, kind});
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
  likeElementsOf(result, source, (int)width(shape));
  struct kind kind = kindOf(source);
  for (int d = 0; d < result->rank; d++)
    setExtent(result, d, integerAt(shape->base + d * step(shape), shape->bytes));
  allocate(result);
  size wanted = count(result), across = width(source), given = count(source);
  if (!order)
    for (size l = 0; l < lines(source) && l * across < wanted; l++) {
      size left = wanted - l * across;
      moveLine((struct row){result->base + l * across * result->bytes, result->bytes},
               (struct row){lineAt(source, l), step(source)}, left < across ? left : across,
               (struct moved){0, kind});
    }
  for (size i = order ? 0 : given; i < wanted; i++) {
    char *from = i < given ? elementAt(source, i) : elementAt(pad, (i - given) % count(pad));
    moveOne(order ? elementInOrder(result, order, i) : elementAt(result, i), from, kind);
  }
}

void enzyme_body_Spread(struct array *result, struct array *source, int dim, size copies, PLACE) {
  likeElementsOf(result, source, source->rank + 1);
  struct kind kind = kindOf(source);
  size inner = 1;
  for (int d = 0; d < result->rank; d++) {
    size extent = d < dim - 1 ? source->dim[d].extent : source->dim[d - 1].extent;
    setExtent(result, d, d == dim - 1 ? copies : extent);
    inner *= d < dim - 1 ? extent : 1;
  }
  allocate(result);
  for (size i = 0; i < count(source); i++) {
    char *from = lineAt(source, i / width(source)) + i % width(source) * step(source);
    char *to = result->base + (i % inner + i / inner * inner * copies) * result->bytes;
    moveLine((struct row){to, inner * result->bytes}, (struct row){from, 0}, copies,
             (struct moved){0, kind});
  }
}

/*--- shifts ----------------------------------------------------------------------------------*/

void enzyme_body_CshiftVector(struct array *result, struct array *source, size shift, PLACE) {
  likeElementsOf(result, source, 1);
  struct kind kind = kindOf(source);
  size extent = source->dim[0].extent, by = extent ? (shift % extent + extent) % extent : 0;
  sameShapeAs(result, source);
  size bytes = result->bytes, across = step(source);
  moveLine((struct row){result->base, bytes}, (struct row){source->base + by * across, across},
           extent - by, (struct moved){0, kind});
  moveLine((struct row){result->base + (extent - by) * bytes, bytes},
           (struct row){source->base, across}, by, (struct moved){0, kind});
}

/* The shift of line number `line`: one for all, or one for each. */
static inline size shiftOf(const struct array *shift, size line) {
  return integerAt(shift->rank ? elementAt(shift, line) : shift->base, shift->bytes);
}

void enzyme_body_Cshift(struct array *result, struct array *source, struct array *shift, int dim,
                        PLACE) {
  likeElementsOf(result, source, source->rank);
  struct kind kind = kindOf(source);
  sameShapeAs(result, source);
  size extent = source->dim[dim - 1].extent, all = extent ? count(source) / extent : 0;
  size from = source->dim[dim - 1].stride, to = result->dim[dim - 1].stride;
  for (size l = 0; l < all; l++) {
    size by = (shiftOf(shift, l) % extent + extent) % extent;
    char *in = beginWithout(source, dim, l), *out = beginWithout(result, dim, l);
    for (size i = 0; i < extent; i++)
      moveOne(out + i * to, in + (i + by) % extent * from, kind);
  }
}

/* What comes from outside, if no boundary is given. */
static inline void blank(char *at, struct kind kind) {
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

static inline void shiftOut(struct shifted s, char *boundary, struct kind kind) {
  for (size i = 0; i < s.extent; i++) {
    size k = i + s.by;
    char *to = s.to.at + i * s.to.step;
    if (k >= 0 && k < s.extent)
      moveOne(to, s.from.at + k * s.from.step, kind);
    else if (boundary)
      moveOne(to, boundary, kind);
    else
      blank(to, kind);
  }
}

void enzyme_body_EoshiftVector(struct array *result, struct array *source, size shift,
                               struct array *boundary, PLACE) {
  likeElementsOf(result, source, 1);
  struct kind kind = kindOf(source);
  sameShapeAs(result, source);
  struct row to = {result->base, result->bytes}, from = {source->base, step(source)};
  shiftOut((struct shifted){to, from, width(source), shift}, boundary ? boundary->base : 0, kind);
}

/* structure: allow parameters, because they are those of flang's runtime */
void enzyme_body_Eoshift(struct array *result, struct array *source, struct array *shift,
                         struct array *boundary, int dim, PLACE) {
  likeElementsOf(result, source, source->rank);
  struct kind kind = kindOf(source);
  sameShapeAs(result, source);
  size extent = source->dim[dim - 1].extent, all = extent ? count(source) / extent : 0;
  for (size l = 0; l < all; l++) {
    struct row to = {beginWithout(result, dim, l), result->dim[dim - 1].stride};
    struct row from = {beginWithout(source, dim, l), source->dim[dim - 1].stride};
    char *outside = !boundary ? 0 : boundary->rank ? elementAt(boundary, l) : boundary->base;
    shiftOut((struct shifted){to, from, extent, shiftOf(shift, l)}, outside, kind);
  }
}

/*--- pack and unpack -------------------------------------------------------------------------*/

void enzyme_body_Pack(struct array *result, struct array *source, struct array *mask,
                      struct array *vector, PLACE) {
  likeElementsOf(result, source, 1);
  struct kind kind = kindOf(source);
  int isOne = !mask->rank, isFilled = vector && vector->base;
  size wanted = !isOne ? countTrue(mask) : isTrue(mask->base, mask->bytes) ? count(source) : 0;
  setExtent(result, 0, isFilled ? width(vector) : wanted);
  allocate(result);
  size next = 0;
  for (size l = 0; l < lines(source); l++)
    for (size i = 0; i < width(source); i++)
      if (isTrue(isOne ? mask->base : lineAt(mask, l) + i * step(mask), mask->bytes))
        moveOne(result->base + next++ * result->bytes, lineAt(source, l) + i * step(source), kind);
  if (isFilled)
    for (; next < width(vector); next++)
      moveOne(result->base + next * result->bytes, vector->base + next * step(vector), kind);
}

void enzyme_body_Unpack(struct array *result, struct array *vector, struct array *mask,
                        struct array *field, PLACE) {
  likeElementsOf(result, vector, mask->rank);
  struct kind kind = kindOf(vector);
  sameShapeAs(result, mask);
  size next = 0;
  for (size i = 0; i < count(mask); i++) {
    char *to = result->base + i * result->bytes;
    if (isTrue(elementAt(mask, i), mask->bytes))
      moveOne(to, vector->base + next++ * step(vector), kind);
    else
      moveOne(to, field->rank ? elementAt(field, i) : field->base, kind);
  }
}

/*--- the same bits as another type -----------------------------------------------------------*/

/* Elements are moved as what they are: between numbers of one size, and into parts of larger
 * ones. */
void enzyme_body_Transfer(struct array *result, struct array *source, struct array *mold, PLACE) {
  likeElementsOf(result, mold, mold->rank ? 1 : 0);
  struct kind from = kindOf(source);
  size bytes = count(source) * source->bytes;
  if (mold->rank)
    setExtent(result, 0, (bytes + mold->bytes - 1) / mold->bytes);
  allocate(result);
  size room = count(result) * result->bytes;
  for (size i = 0; i < count(source) && (i + 1) * source->bytes <= room; i++)
    moveOne(result->base + i * source->bytes, elementAt(source, i), from);
  size whole = room / source->bytes, rest = room % source->bytes;
  if (whole < count(source) && rest) /* a part of the last one */
    for (size b = 0; b < rest; b++)
      result->base[whole * source->bytes + b] = elementAt(source, whole)[b];
}

#endif
