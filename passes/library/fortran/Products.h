/*===- Products.h - of vectors and matrices ----------------------------------------------===
 *
 * Factors may be of two kinds, an integer and a real one, too; the product is of the larger one.
 * Elements are read where they lie, whatever the strides.
 *===-------------------------------------------------------------------------------===*/
#ifndef ENZYME_FORTRAN_PRODUCTS_H
#define ENZYME_FORTRAN_PRODUCTS_H

#include "Elements.h"

#pragma STDC CX_LIMITED_RANGE ON

#define DOT(X, Y)                                                                                  \
  for (size i = 0; i < width(x); i++) {                                                            \
    const char *left = x->base + i * step(x), *right = y->base + i * step(y);                      \
    sum += (X) * (Y);                                                                              \
  }

/* Of one kind, or of others, which AT reads. */
#define DOT_PRODUCT(KIND, TYPE, IS, AT)                                                            \
  TYPE enzyme_body_DotProduct##KIND(struct array *x, struct array *y, PLACE) {                     \
    TYPE sum = 0;                                                                                  \
    if (IS(x, TYPE) && IS(y, TYPE)) {                                                              \
      DOT(*(const TYPE *)left, *(const TYPE *)right)                                               \
    } else {                                                                                       \
      DOT((TYPE)AT(left, x), (TYPE)AT(right, y))                                                   \
    }                                                                                              \
    return sum;                                                                                    \
  }

/* The first factor is conjugated. */
#define COMPLEX_DOT_PRODUCT(KIND, TYPE)                                                            \
  void enzyme_body_CppDotProduct##KIND(TYPE *to, struct array *x, struct array *y, PLACE) {        \
    TYPE sum = 0;                                                                                  \
    if (IS_COMPLEX(x, TYPE) && IS_COMPLEX(y, TYPE)) {                                              \
      DOT(~*(const TYPE *)left, *(const TYPE *)right)                                              \
    } else {                                                                                       \
      DOT(~(TYPE)complexAt(left, x), (TYPE)complexAt(right, y))                                    \
    }                                                                                              \
    *to = sum;                                                                                     \
  }

#define IS_INTEGER(A, TYPE) ((A)->type < isHalf && (A)->bytes == sizeof(TYPE))
#define IS_REAL(A, TYPE)                                                                           \
  ((A)->type >= isHalf && (A)->type <= isExtended && (A)->bytes == sizeof(TYPE))
#define IS_COMPLEX(A, TYPE)                                                                        \
  ((A)->type >= isComplexFloat && (A)->type <= isComplexExtended && (A)->bytes == sizeof(TYPE))

_Bool enzyme_body_DotProductLogical(struct array *x, struct array *y, PLACE) {
  for (size i = 0; i < width(x); i++)
    if (isTrue(x->base + i * step(x), x->bytes) && isTrue(y->base + i * step(y), y->bytes))
      return 1;
  return 0;
}

#define NORM(NAME, TYPE, ROOT)                                                                     \
  TYPE enzyme_body_Norm2_##NAME(struct array *x, PLACE, int dim) {                                 \
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

static inline size wholeAt(const char *at, const struct array *like) {
  return integerAt(at, like->bytes);
}

DOT_PRODUCT(Integer4, int, IS_INTEGER, wholeAt)
DOT_PRODUCT(Integer8, size, IS_INTEGER, wholeAt)
DOT_PRODUCT(Real4, float, IS_REAL, numberAt)
DOT_PRODUCT(Real8, double, IS_REAL, numberAt)
DOT_PRODUCT(Real10, long double, IS_REAL, numberAt)
COMPLEX_DOT_PRODUCT(Complex4, _Complex float)
COMPLEX_DOT_PRODUCT(Complex8, _Complex double)
NORM(4, float, sqrtf)
NORM(8, double, sqrt)
NORM(10, long double, sqrtl)

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
                                const struct factors *f, struct kind kind) {
  result->bytes = kind.bytes;
  result->type = kind.type;
  result->rank = x->rank + y->rank - 2;
  size extents[2] = {f->rows, f->columns};
  for (int d = 0; d < result->rank; d++) {
    result->dim[d].lower = 1;
    result->dim[d].extent = extents[x->rank == 1 ? 1 : d];
  }
  allocate(result);
}

#define MATMUL(NAME, X, Y, XTYPE, YTYPE, TYPE, CODE, TRANSPOSED)                                   \
  void enzyme_body_##NAME##X##Y(struct array *result, struct array *x, struct array *y, PLACE) {   \
    struct factors f = factorsOf(x, y, TRANSPOSED);                                                \
    shapeProduct(result, x, y, &f, (struct kind){CODE, sizeof(TYPE)});                             \
    TYPE *to = (TYPE *)result->base;                                                               \
    for (size c = 0; c < f.columns; c++)                                                           \
      for (size r = 0; r < f.rows; r++) {                                                          \
        TYPE sum = 0;                                                                              \
        for (size k = 0; k < f.inner; k++)                                                         \
          sum += (TYPE) * (const XTYPE *)(x->base + r * f.xRow + k * f.xInner) *                   \
                 *(const YTYPE *)(y->base + k * f.yInner + c * f.yColumn);                         \
        to[c * f.rows + r] = sum;                                                                  \
      }                                                                                            \
  }

#define BOTH(X, Y, XTYPE, YTYPE, TYPE, CODE)                                                       \
  MATMUL(Matmul, X, Y, XTYPE, YTYPE, TYPE, CODE, 0)                                                \
  MATMUL(MatmulTranspose, X, Y, XTYPE, YTYPE, TYPE, CODE, 1)

/* Of two kinds, the second being the larger, in either order. */
#define MIXED(X, Y, XTYPE, YTYPE, CODE)                                                            \
  BOTH(X, Y, XTYPE, YTYPE, YTYPE, CODE)                                                            \
  BOTH(Y, X, YTYPE, XTYPE, YTYPE, CODE)

BOTH(Integer4, Integer4, int, int, int, isInt8 + 2)
BOTH(Real4, Real4, float, float, float, isFloat)
BOTH(Real8, Real8, double, double, double, isDouble)
BOTH(Complex4, Complex4, _Complex float, _Complex float, _Complex float, isComplexFloat)
BOTH(Complex8, Complex8, _Complex double, _Complex double, _Complex double, isComplexDouble)
MIXED(Integer4, Real4, int, float, isFloat)
MIXED(Integer4, Real8, int, double, isDouble)
MIXED(Real4, Real8, float, double, isDouble)
MIXED(Real4, Complex4, float, _Complex float, isComplexFloat)
MIXED(Real8, Complex8, double, _Complex double, isComplexDouble)
MIXED(Integer4, Complex8, int, _Complex double, isComplexDouble)

#endif
