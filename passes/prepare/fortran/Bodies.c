/*===- Bodies.c - flang's runtime library, as far as it moves numbers ---------------===
 *
 * Problem: flang makes calls of its runtime library of what Fortran says of whole
 * arrays: assignments, sums, products of matrices. Their code is not at hand.
 *
 * Here: the same once more, in C. The build makes IR of it (LibraryBodies.cpp), in which
 * enzyme_body_X stands for _FortranAX. What each does is told by the Fortran standard
 * (2018, chapter 16) and flang's headers of its runtime.
 *
 * Elements are read by their type, so that types are known without the caller.
 *===-------------------------------------------------------------------------------===*/
#include "Descriptor.h"
#include "Elements.h"
#include "Memory.h"

/*--- reductions ----------------------------------------------------------------*/

static inline int isTrue(const char *logical, size bytes) {
  return bytes == 1   ? *logical != 0
         : bytes == 2 ? *(const short *)logical != 0
         : bytes == 4 ? *(const int *)logical != 0
                      : *(const size *)logical != 0;
}

/* A mask of no dimensions holds for all elements. */
#define REDUCTION(NAME, KIND, TYPE, BEGIN, UPDATE)                                                 \
  TYPE enzyme_body_##NAME##KIND(struct array *x, PLACE, int dim, struct array *mask) {             \
    TYPE result = BEGIN;                                                                           \
    for (size l = 0; l < lines(x); l++) {                                                          \
      const char *from = lineAt(x, l), *chosen = mask ? lineAt(mask, mask->rank ? l : 0) : 0;      \
      for (size i = 0; i < width(x); i++) {                                                        \
        TYPE element = *(const TYPE *)(from + i * step(x));                                        \
        if (!mask || isTrue(chosen + i * step(mask), mask->bytes)) {                               \
          UPDATE;                                                                                  \
        }                                                                                          \
      }                                                                                            \
    }                                                                                              \
    return result;                                                                                 \
  }

#define PRODUCTS(KIND, NORM, TYPE, ROOT)                                                           \
  TYPE enzyme_body_DotProduct##KIND(struct array *x, struct array *y, PLACE) {                     \
    TYPE sum = 0;                                                                                  \
    for (size i = 0; i < width(x); i++)                                                            \
      sum += *(const TYPE *)(x->base + i * step(x)) * *(const TYPE *)(y->base + i * step(y));      \
    return sum;                                                                                    \
  }                                                                                                \
  TYPE enzyme_body_Norm2_##NORM(struct array *x, PLACE, int dim) {                                 \
    TYPE sum = 0;                                                                                  \
    for (size l = 0; l < lines(x); l++) {                                                          \
      const char *from = lineAt(x, l);                                                             \
      for (size i = 0; i < width(x); i++) {                                                        \
        TYPE element = *(const TYPE *)(from + i * step(x));                                        \
        sum += element * element;                                                                  \
      }                                                                                            \
    }                                                                                              \
    return ROOT(sum);                                                                              \
  }

/*--- products of matrices ------------------------------------------------------*/

/* x(rows, inner) times y(inner, columns); of vectors, that dimension is one long. */
struct factors {
  size rows, inner, columns;
  size xRow, xInner, yInner, yColumn;
};

static inline struct factors factorsOf(const struct array *x, const struct array *y,
                                       int isTransposed) {
  struct factors f;
  int rowDim = isTransposed ? 1 : 0, innerDim = x->rank == 1 ? 0 : 1 - rowDim;
  f.rows = x->rank == 1 ? 1 : x->dim[rowDim].extent;
  f.xRow = x->rank == 1 ? 0 : x->dim[rowDim].stride;
  f.inner = x->dim[innerDim].extent;
  f.xInner = x->dim[innerDim].stride;
  f.yInner = y->dim[0].stride;
  f.columns = y->rank == 1 ? 1 : y->dim[1].extent;
  f.yColumn = y->rank == 1 ? 0 : y->dim[1].stride;
  return f;
}

static inline void shapeProduct(struct array *result, const struct array *x, const struct array *y,
                                const struct factors *f) {
  result->bytes = x->bytes;
  result->type = x->type;
  result->rank = x->rank + y->rank - 2;
  size extents[2] = {f->rows, f->columns};
  for (int d = 0; d < result->rank; d++) {
    result->dim[d].lower = 1;
    result->dim[d].extent = extents[x->rank == 1 ? 1 : d];
  }
  allocate(result);
}

#define MATMUL(NAME, KIND, TYPE, TRANSPOSED)                                                       \
  void enzyme_body_##NAME##KIND##KIND(struct array *result, struct array *x, struct array *y,      \
                                      PLACE) {                                                     \
    struct factors f = factorsOf(x, y, TRANSPOSED);                                                \
    shapeProduct(result, x, y, &f);                                                                \
    TYPE *to = (TYPE *)result->base;                                                               \
    for (size c = 0; c < f.columns; c++)                                                           \
      for (size r = 0; r < f.rows; r++) {                                                          \
        TYPE sum = 0;                                                                              \
        for (size k = 0; k < f.inner; k++)                                                         \
          sum += *(const TYPE *)(x->base + r * f.xRow + k * f.xInner) *                            \
                 *(const TYPE *)(y->base + k * f.yInner + c * f.yColumn);                          \
        to[c * f.rows + r] = sum;                                                                  \
      }                                                                                            \
  }

#define REAL(KIND, NORM, TYPE, HUGE, ROOT)                                                         \
  REDUCTION(Sum, KIND, TYPE, 0, result += element)                                                 \
  REDUCTION(Product, KIND, TYPE, 1, result *= element)                                             \
  REDUCTION(Maxval, KIND, TYPE, -HUGE, if (element > result) result = element)                     \
  REDUCTION(Minval, KIND, TYPE, HUGE, if (element < result) result = element)                      \
  PRODUCTS(KIND, NORM, TYPE, ROOT)                                                                 \
  MATMUL(Matmul, KIND, TYPE, 0)                                                                    \
  MATMUL(MatmulTranspose, KIND, TYPE, 1)

#define REMAINDERS(KIND, TYPE, REMAINDER, FLOOR)                                                   \
  TYPE enzyme_body_Mod##KIND(TYPE a, TYPE p, PLACE) { return REMAINDER(a, p); }                    \
  TYPE enzyme_body_Modulo##KIND(TYPE a, TYPE p, PLACE) { return a - FLOOR(a / p) * p; }

REAL(Real4, 4, float, __FLT_MAX__, sqrtf)
REAL(Real8, 8, double, __DBL_MAX__, sqrt)
REMAINDERS(Real4, float, fmodf, floorf)
REMAINDERS(Real8, double, fmod, floor)

/*--- reductions along one dimension ----------------------------------------------------*/

/* What is left of x's shape without dimension `dim`, which counts from 1; its elements are
 * in order. */
static inline void shapeWithout(struct array *result, const struct array *x, int dim) {
  result->bytes = x->bytes;
  result->type = x->type;
  result->rank = x->rank - 1;
  for (int d = 0; d < result->rank; d++) {
    result->dim[d].lower = 1;
    result->dim[d].extent = x->dim[d < dim - 1 ? d : d + 1].extent;
  }
  allocate(result);
}

/* Where element number `number` of what is left begins in x. */
static inline char *beginWithout(const struct array *x, int dim, size number) {
  size at = 0;
  for (int d = 0; d < x->rank; d++)
    if (d != dim - 1) {
      at += number % x->dim[d].extent * x->dim[d].stride;
      number /= x->dim[d].extent;
    }
  return x->base + at;
}

#define ALONG(NAME, TYPE, BEGIN, UPDATE)                                                           \
  static inline void along##NAME##TYPE(struct array *result, const struct array *x, int dim,       \
                                       const struct array *mask) {                                 \
    const struct dimension *across = &x->dim[dim - 1];                                             \
    int isMasked = mask && mask->rank;                                                             \
    size maskStep = isMasked ? mask->dim[dim - 1].stride : 0;                                      \
    for (size r = 0; r < count(result); r++) {                                                     \
      const char *from = beginWithout(x, dim, r);                                                  \
      const char *chosen = isMasked ? beginWithout(mask, dim, r) : mask ? mask->base : 0;          \
      TYPE sum = BEGIN;                                                                            \
      for (size i = 0; i < across->extent; i++) {                                                  \
        TYPE element = *(const TYPE *)(from + i * across->stride);                                 \
        if (!mask || isTrue(chosen + i * maskStep, mask->bytes)) {                                 \
          UPDATE;                                                                                  \
        }                                                                                          \
      }                                                                                            \
      *(TYPE *)(result->base + r * sizeof(TYPE)) = sum;                                            \
    }                                                                                              \
  }

/* What a reduction begins with, by type. */
#define NONE(TYPE) 0
#define ONE(TYPE) 1
#define LARGEST(TYPE) LARGEST_##TYPE
#define LEAST(TYPE) LEAST_##TYPE
#define LARGEST_double __DBL_MAX__
#define LARGEST_float __FLT_MAX__
#define LARGEST_int __INT_MAX__
#define LARGEST_size __LONG_MAX__
#define LEAST_double -__DBL_MAX__
#define LEAST_float -__FLT_MAX__
#define LEAST_int (-__INT_MAX__ - 1)
#define LEAST_size (-__LONG_MAX__ - 1)

#define ALONG_ALL(NAME, BEGIN, UPDATE)                                                             \
  ALONG(NAME, double, BEGIN(double), UPDATE)                                                       \
  ALONG(NAME, float, BEGIN(float), UPDATE)                                                         \
  ALONG(NAME, int, BEGIN(int), UPDATE)                                                             \
  ALONG(NAME, size, BEGIN(size), UPDATE)                                                           \
  void enzyme_body_##NAME##Dim(struct array *result, struct array *x, int dim, PLACE,              \
                               struct array *mask) {                                               \
    shapeWithout(result, x, dim);                                                                  \
    if (x->type == isDouble)                                                                       \
      along##NAME##double(result, x, dim, mask);                                                   \
    else if (x->type == isFloat)                                                                   \
      along##NAME##float(result, x, dim, mask);                                                    \
    else if (x->type < isHalf && x->bytes == 4)                                                    \
      along##NAME##int(result, x, dim, mask);                                                      \
    else if (x->type < isHalf && x->bytes == 8)                                                    \
      along##NAME##size(result, x, dim, mask);                                                     \
    else                                                                                           \
      enzyme_rt_refuse("Fortran: the derivative of this reduction of such numbers is not known",   \
                       0);                                                                         \
  }

ALONG_ALL(Sum, NONE, sum += element)
ALONG_ALL(Product, ONE, sum *= element)
ALONG_ALL(Maxval, LEAST, if (element > sum) sum = element)
ALONG_ALL(Minval, LARGEST, if (element < sum) sum = element)

/*--- logical arrays --------------------------------------------------------------------*/

static inline size countTrue(const struct array *a) {
  size found = 0;
  for (size l = 0; l < lines(a); l++)
    for (size i = 0; i < width(a); i++)
      found += isTrue(lineAt(a, l) + i * step(a), a->bytes);
  return found;
}

_Bool enzyme_body_Any(struct array *a, PLACE, int dim) { return countTrue(a) > 0; }
_Bool enzyme_body_All(struct array *a, PLACE, int dim) { return countTrue(a) == count(a); }
size enzyme_body_Count(struct array *a, PLACE, int dim) { return countTrue(a); }

/*--- what moves elements ---------------------------------------------------------------*/

static inline int sameShape(const struct array *a, const struct array *b) {
  if (!a->base)
    return 0;
  for (int d = 0; d < a->rank; d++)
    if (b->rank && a->dim[d].extent != b->dim[d].extent)
      return 0;
  return 1;
}

/* Takes the shape of what is assigned to it. */
static inline void reshapeFor(struct array *to, const struct array *from) {
  to->bytes = from->bytes;
  for (int d = 0; d < to->rank; d++)
    if (from->rank) {
      to->dim[d].lower = from->dim[d].lower;
      to->dim[d].extent = from->dim[d].extent;
    }
  allocateElements(to);
}

/* to = from. The right side is read before anything is written, also where both are
 * parts of one array. */
void enzyme_body_Assign(struct array *to, struct array *from, PLACE) {
  char *old = 0;
  if (to->attribute == isAllocatable && !sameShape(to, from)) {
    old = to->base;
    if (old && typeOf(to) && !typeOf(to)->needsNoDestruction)
      enzyme_rt_refuse("Fortran: an assignment that changes the shape of an array whose elements "
                       "hold allocatable ones has no derivative: deallocate it before",
                       0);
    reshapeFor(to, from);
  }
  const struct derivedType *type = typeOf(to);
  size across = width(to), all = lines(to), lineBytes = across * to->bytes;
  char *between = malloc(all * lineBytes + 1);
  if (type)
    for (size i = 0; i < all * across; i++)
      initialiseElement(between + i * to->bytes, type);
  for (size l = 0; l < all; l++)
    moveLine((struct row){between + l * lineBytes, to->bytes},
             (struct row){lineAt(from, from->rank ? l : 0), step(from)}, across, to);
  for (size l = 0; l < all; l++)
    moveLine((struct row){lineAt(to, l), step(to)},
             (struct row){between + l * lineBytes, to->bytes}, across, to);
  if (type && !type->needsNoDestruction)
    for (size i = 0; i < all * across; i++)
      destroyElement(between + i * to->bytes, type);
  free(between);
  if (old)
    free(old);
}

static inline void likeElementsOf(struct array *result, const struct array *source, int rank) {
  if (typeOf(source))
    enzyme_rt_refuse(
        "Fortran: this intrinsic's derivative for elements of derived type is not known", 0);
  result->bytes = source->bytes;
  result->type = source->type;
  result->rank = rank;
}

static inline void setExtent(struct array *a, int d, size extent) {
  a->dim[d].lower = 1;
  a->dim[d].extent = extent;
}

void enzyme_body_Transpose(struct array *result, struct array *matrix, PLACE) {
  likeElementsOf(result, matrix, 2);
  setExtent(result, 0, matrix->dim[1].extent);
  setExtent(result, 1, matrix->dim[0].extent);
  allocate(result);
  for (size r = 0; r < matrix->dim[0].extent; r++)
    moveLine((struct row){result->base + r * result->dim[1].stride, result->dim[0].stride},
             (struct row){matrix->base + r * matrix->dim[0].stride, matrix->dim[1].stride},
             matrix->dim[1].extent, matrix);
}

static inline size integerAt(const char *at, size bytes) {
  return bytes == 1   ? *at
         : bytes == 2 ? *(const short *)at
         : bytes == 4 ? *(const int *)at
                      : *(const size *)at;
}

/* structure: allow parameters, because they are those of flang's runtime */
void enzyme_body_Reshape(struct array *result, struct array *source, struct array *shape,
                         struct array *pad, struct array *order, PLACE) {
  if (order || (pad && pad->base))
    enzyme_rt_refuse("Fortran: the derivative of reshape with pad= or order= is not known", 0);
  likeElementsOf(result, source, (int)width(shape));
  for (int d = 0; d < result->rank; d++)
    setExtent(result, d, integerAt(shape->base + d * step(shape), shape->bytes));
  allocate(result);
  size wanted = count(result), across = width(source);
  for (size l = 0; l * across < wanted; l++) {
    size left = wanted - l * across;
    moveLine((struct row){result->base + l * across * result->bytes, result->bytes},
             (struct row){lineAt(source, l), step(source)}, left < across ? left : across, source);
  }
}

void enzyme_body_Spread(struct array *result, struct array *source, int dim, size copies, PLACE) {
  likeElementsOf(result, source, source->rank + 1);
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
    moveLine((struct row){to, inner * result->bytes}, (struct row){from, 0}, copies, source);
  }
}

void enzyme_body_CshiftVector(struct array *result, struct array *source, size shift, PLACE) {
  likeElementsOf(result, source, 1);
  size extent = source->dim[0].extent, by = extent ? (shift % extent + extent) % extent : 0;
  setExtent(result, 0, extent);
  allocate(result);
  size bytes = result->bytes, across = step(source);
  moveLine((struct row){result->base, bytes}, (struct row){source->base + by * across, across},
           extent - by, source);
  moveLine((struct row){result->base + (extent - by) * bytes, bytes},
           (struct row){source->base, across}, by, source);
}

void enzyme_body_Pack(struct array *result, struct array *source, struct array *mask,
                      struct array *vector, PLACE) {
  if (vector && vector->base)
    enzyme_rt_refuse("Fortran: the derivative of pack with vector= is not known", 0);
  likeElementsOf(result, source, 1);
  int isOne = !mask->rank;
  size wanted = !isOne ? countTrue(mask) : isTrue(mask->base, mask->bytes) ? count(source) : 0;
  setExtent(result, 0, wanted);
  allocate(result);
  size next = 0;
  for (size l = 0; l < lines(source); l++)
    for (size i = 0; i < width(source); i++)
      if (isTrue(isOne ? mask->base : lineAt(mask, l) + i * step(mask), mask->bytes))
        moveLine((struct row){result->base + next++ * result->bytes, 0},
                 (struct row){lineAt(source, l) + i * step(source), 0}, 1, source);
}

/*--- where the largest and the least are -------------------------------------------------*/

static inline void writeInteger(char *to, size bytes, size value) {
  if (bytes == 4)
    *(int *)to = (int)value;
  else if (bytes == 8)
    *(size *)to = value;
  else if (bytes == 2)
    *(short *)to = (short)value;
  else
    *to = (char)value;
}

static inline double numberAt(const char *at, const struct array *like) {
  return like->type == isDouble  ? *(const double *)at
         : like->type == isFloat ? *(const float *)at
                                 : (double)integerAt(at, like->bytes);
}

/* What is looked for, and along which dimension; the kind of the answer. */
struct search {
  int kind, dim, isLargest, isLast;
};

/* Among `extent` elements; counts from 1, 0 if there is none. */
static inline size placeOf(const struct array *x, struct row from, size extent,
                           struct search what) {
  size best = 0;
  double bestSoFar = 0;
  for (size i = 0; i < extent; i++) {
    double element = numberAt(from.at + i * from.step, x);
    int isBetter = what.isLargest ? element > bestSoFar : element < bestSoFar;
    if (best == 0 || isBetter || (what.isLast && element == bestSoFar)) {
      best = i + 1;
      bestSoFar = element;
    }
  }
  return best;
}

static inline void placeAlong(struct array *result, struct array *x, struct array *mask,
                              struct search what) {
  if (mask)
    enzyme_rt_refuse(
        "Fortran: the derivative of code with maxloc or minloc with mask= is not known", 0);
  struct array like = *x;
  like.bytes = what.kind;
  like.type = isInt8;
  shapeWithout(result, &like, what.dim);
  const struct dimension *across = &x->dim[what.dim - 1];
  for (size r = 0; r < count(result); r++) {
    struct row from = {beginWithout(x, what.dim, r), across->stride};
    writeInteger(result->base + r * what.kind, what.kind, placeOf(x, from, across->extent, what));
  }
}

/* structure: allow parameters, because they are those of flang's runtime */
void enzyme_body_MaxlocDim(struct array *result, struct array *x, int kind, int dim, PLACE,
                           struct array *mask, _Bool isLast) {
  placeAlong(result, x, mask, (struct search){kind, dim, 1, isLast});
}
/* structure: allow parameters, because they are those of flang's runtime */
void enzyme_body_MinlocDim(struct array *result, struct array *x, int kind, int dim, PLACE,
                           struct array *mask, _Bool isLast) {
  placeAlong(result, x, mask, (struct search){kind, dim, 0, isLast});
}

/*--- powers of complex numbers -----------------------------------------------------------*/

#define POWER(NAME, TYPE)                                                                          \
  _Complex TYPE enzyme_body_##NAME(_Complex TYPE base, int exponent) {                             \
    _Complex TYPE result = 1, square = base;                                                       \
    for (unsigned left = exponent < 0 ? -(unsigned)exponent : exponent; left; left >>= 1) {        \
      if (left & 1)                                                                                \
        result *= square;                                                                          \
      if (left > 1)                                                                                \
        square *= square;                                                                          \
    }                                                                                              \
    return exponent < 0 ? 1 / result : result;                                                     \
  }

POWER(cpowi, float)
POWER(zpowi, double)
