/*===- Reductions.h - sums, products, largest and least elements -----------------------===
 *
 * Of whole arrays, and along one dimension; all of them with a mask, which is no array if it
 * holds for all elements or none. What is complex is returned through memory.
 *===-------------------------------------------------------------------------------===*/
#ifndef ENZYME_FORTRAN_REDUCTIONS_H
#define ENZYME_FORTRAN_REDUCTIONS_H

#include "Elements.h"

#pragma STDC CX_LIMITED_RANGE ON

/* `result`, of the chosen elements of x. */
#define REDUCE(TYPE, UPDATE)                                                                       \
  for (size l = 0; l < lines(x); l++) {                                                            \
    const char *from = lineAt(x, l), *chosen = mask ? lineAt(mask, mask->rank ? l : 0) : 0;        \
    for (size i = 0; i < width(x); i++) {                                                          \
      if (!mask || isTrue(chosen + i * step(mask), mask->bytes)) {                                 \
        TYPE element = *(const TYPE *)(from + i * step(x));                                        \
        UPDATE;                                                                                    \
      }                                                                                            \
    }                                                                                              \
  }

#define REDUCTION(NAME, KIND, TYPE, BEGIN, UPDATE)                                                 \
  TYPE enzyme_body_##NAME##KIND(struct array *x, PLACE, int dim, struct array *mask) {             \
    TYPE result = BEGIN;                                                                           \
    REDUCE(TYPE, UPDATE)                                                                           \
    return result;                                                                                 \
  }

#define COMPLEX_REDUCTION(NAME, KIND, TYPE, BEGIN, UPDATE)                                         \
  void enzyme_body_Cpp##NAME##KIND(TYPE *to, struct array *x, PLACE, int dim,                      \
                                   struct array *mask) {                                           \
    TYPE result = BEGIN;                                                                           \
    REDUCE(TYPE, UPDATE)                                                                           \
    *to = result;                                                                                  \
  }

#define INTEGERS(KIND, TYPE, LARGEST)                                                              \
  REDUCTION(Sum, KIND, TYPE, 0, result += element)                                                 \
  REDUCTION(Product, KIND, TYPE, 1, result *= element)                                             \
  REDUCTION(Maxval, KIND, TYPE, -LARGEST - 1, if (element > result) result = element)              \
  REDUCTION(Minval, KIND, TYPE, LARGEST, if (element < result) result = element)

#define REALS(KIND, TYPE, HUGE)                                                                    \
  REDUCTION(Sum, KIND, TYPE, 0, result += element)                                                 \
  REDUCTION(Product, KIND, TYPE, 1, result *= element)                                             \
  REDUCTION(Maxval, KIND, TYPE, -HUGE, if (element > result) result = element)                     \
  REDUCTION(Minval, KIND, TYPE, HUGE, if (element < result) result = element)

#define COMPLEXES(KIND, TYPE)                                                                      \
  COMPLEX_REDUCTION(Sum, KIND, TYPE, 0, result += element)                                         \
  COMPLEX_REDUCTION(Product, KIND, TYPE, 1, result *= element)

INTEGERS(Integer1, signed char, __SCHAR_MAX__)
INTEGERS(Integer2, short, __SHRT_MAX__)
INTEGERS(Integer4, int, __INT_MAX__)
INTEGERS(Integer8, size, __LONG_MAX__)
REALS(Real4, float, __FLT_MAX__)
REALS(Real8, double, __DBL_MAX__)
REALS(Real10, long double, __LDBL_MAX__)
COMPLEXES(Complex4, _Complex float)
COMPLEXES(Complex8, _Complex double)
COMPLEXES(Complex10, _Complex long double)

#define BITS(KIND, TYPE)                                                                           \
  REDUCTION(IAll, KIND, TYPE, -1, result &= element)                                               \
  REDUCTION(IAny, KIND, TYPE, 0, result |= element)                                                \
  REDUCTION(IParity, KIND, TYPE, 0, result ^= element)

BITS(1, signed char)
BITS(2, short)
BITS(4, int)
BITS(8, size)

/*--- reduce(): the program says how ----------------------------------------------------*/

#define REDUCE_BY(KIND, HOW, TYPE, COMBINE)                                                        \
  /* structure: allow parameters, because they are those of flang's runtime */                     \
  TYPE enzyme_body_Reduce##KIND##HOW(struct array *x, void *operation, PLACE, int dim,             \
                                     struct array *mask, TYPE *identity, _Bool isOrdered) {        \
    TYPE result = identity ? *identity : 0;                                                        \
    int isBegun = 0;                                                                               \
    REDUCE(TYPE, result = isBegun ? COMBINE : element; isBegun = 1)                                \
    return result;                                                                                 \
  }

REDUCE_BY(Real4, Ref, float, ((float (*)(float *, float *))operation)(&result, &element))
REDUCE_BY(Real8, Ref, double, ((double (*)(double *, double *))operation)(&result, &element))
REDUCE_BY(Real4, Value, float, ((float (*)(float, float))operation)(result, element))
REDUCE_BY(Real8, Value, double, ((double (*)(double, double))operation)(result, element))

/*--- along one dimension ----------------------------------------------------*/

typedef long double extended;
typedef _Complex double complexDouble;
typedef _Complex float complexFloat;

/* What is left of x's shape without dimension `dim`, which counts from 1; its elements are
 * in order. */
static inline void shapeWithout(struct array *result, const struct array *x, int dim,
                                struct kind kind) {
  result->bytes = kind.bytes;
  result->type = kind.type;
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
#define LARGEST_extended __LDBL_MAX__
#define LARGEST_int __INT_MAX__
#define LARGEST_size __LONG_MAX__
#define LEAST_double -__DBL_MAX__
#define LEAST_float -__FLT_MAX__
#define LEAST_extended -__LDBL_MAX__
#define LEAST_int (-__INT_MAX__ - 1)
#define LEAST_size (-__LONG_MAX__ - 1)

#define ALONG_ALL(NAME, BEGIN, UPDATE, COMPLEX)                                                    \
  ALONG(NAME, double, BEGIN(double), UPDATE)                                                       \
  ALONG(NAME, float, BEGIN(float), UPDATE)                                                         \
  ALONG(NAME, extended, BEGIN(extended), UPDATE)                                                   \
  ALONG(NAME, int, BEGIN(int), UPDATE)                                                             \
  ALONG(NAME, size, BEGIN(size), UPDATE)                                                           \
  void enzyme_body_##NAME##Dim(struct array *result, struct array *x, int dim, PLACE,              \
                               struct array *mask) {                                               \
    shapeWithout(result, x, dim, kindOf(x));                                                       \
    if (x->type == isDouble)                                                                       \
      along##NAME##double(result, x, dim, mask);                                                   \
    else if (x->type == isFloat)                                                                   \
      along##NAME##float(result, x, dim, mask);                                                    \
    else if (x->type == isExtended)                                                                \
      along##NAME##extended(result, x, dim, mask);                                                 \
    COMPLEX                                                                                        \
    else if (x->type < isHalf && x->bytes == 4) along##NAME##int(result, x, dim, mask);            \
    else if (x->type < isHalf && x->bytes == 8) along##NAME##size(result, x, dim, mask);           \
    else enzyme_rt_refuse(                                                                         \
        "Fortran: the derivative of this reduction of such numbers is not known", 0);              \
  }

#define ALONG_COMPLEX(NAME)                                                                        \
  else if (x->type == isComplexDouble) along##NAME##complexDouble(result, x, dim, mask);           \
  else if (x->type == isComplexFloat) along##NAME##complexFloat(result, x, dim, mask);

ALONG(Sum, complexDouble, 0, sum += element)
ALONG(Sum, complexFloat, 0, sum += element)
ALONG(Product, complexDouble, 1, sum *= element)
ALONG(Product, complexFloat, 1, sum *= element)
ALONG_ALL(Sum, NONE, sum += element, ALONG_COMPLEX(Sum))
ALONG_ALL(Product, ONE, sum *= element, ALONG_COMPLEX(Product))
ALONG_ALL(Maxval, LEAST, if (element > sum) sum = element, )
ALONG_ALL(Minval, LARGEST, if (element < sum) sum = element, )

#define NORM_ALONG(TYPE, ROOT)                                                                     \
  ALONG(Norm, TYPE, 0, sum += element * element)                                                   \
  static inline void norm##TYPE(struct array *result, const struct array *x, int dim) {            \
    alongNorm##TYPE(result, x, dim, 0);                                                            \
    for (size r = 0; r < count(result); r++) {                                                     \
      TYPE *to = (TYPE *)result->base + r;                                                         \
      *to = ROOT(*to);                                                                             \
    }                                                                                              \
  }

NORM_ALONG(float, sqrtf)
NORM_ALONG(double, sqrt)
NORM_ALONG(extended, sqrtl)

void enzyme_body_Norm2Dim(struct array *result, struct array *x, int dim, PLACE) {
  shapeWithout(result, x, dim, kindOf(x));
  if (x->type == isDouble)
    normdouble(result, x, dim);
  else if (x->type == isFloat)
    normfloat(result, x, dim);
  else
    normextended(result, x, dim);
}

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
_Bool enzyme_body_Parity(struct array *a, PLACE, int dim) { return countTrue(a) % 2; }
size enzyme_body_Count(struct array *a, PLACE, int dim) { return countTrue(a); }

#define COUNT_ALONG(NAME, WHAT)                                                                    \
  static inline void along##NAME(struct array *result, struct array *x, int dim) {                 \
    const struct dimension *across = &x->dim[dim - 1];                                             \
    for (size r = 0; r < count(result); r++) {                                                     \
      const char *from = beginWithout(x, dim, r);                                                  \
      size found = 0;                                                                              \
      for (size i = 0; i < across->extent; i++)                                                    \
        found += isTrue(from + i * across->stride, x->bytes);                                      \
      writeInteger(result->base + r * result->bytes, result->bytes, WHAT);                         \
    }                                                                                              \
  }                                                                                                \
  void enzyme_body_##NAME##Dim(struct array *result, struct array *x, int dim, PLACE) {            \
    shapeWithout(result, x, dim, kindOf(x));                                                       \
    along##NAME(result, x, dim);                                                                   \
  }

COUNT_ALONG(Any, found > 0)
COUNT_ALONG(All, found == across->extent)

void enzyme_body_CountDim(struct array *result, struct array *x, int dim, int kind, PLACE) {
  const struct dimension *across = &x->dim[dim - 1];
  shapeWithout(result, x, dim, (struct kind){typeOfKind(isInteger, kind), kind});
  for (size r = 0; r < count(result); r++) {
    const char *from = beginWithout(x, dim, r);
    size found = 0;
    for (size i = 0; i < across->extent; i++)
      found += isTrue(from + i * across->stride, x->bytes);
    writeInteger(result->base + r * kind, kind, found);
  }
}

#endif
