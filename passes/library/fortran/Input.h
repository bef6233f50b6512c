/*===- Input.h - numbers from files and random numbers -------------------------------------===
 *
 * Problem: `read *, x` passes on no derivative, but it ends one: whatever x held before and
 * depended on, now it is a number from a file. So with random_number.
 *
 * Here: the library's own function is called; then what it wrote becomes a constant.
 *===-------------------------------------------------------------------------------===*/
#ifndef ENZYME_FORTRAN_INPUT_H
#define ENZYME_FORTRAN_INPUT_H

#include "Elements.h"

/* The same number without derivative (LibraryBodies.cpp). */
float enzyme_constant_float(float);
double enzyme_constant_double(double);
long double enzyme_constant_extended(long double);

#define FORGET(NAME, TYPE)                                                                         \
  for (size i = 0; i < elements; i++)                                                              \
    for (int k = 0; k < parts; k++) {                                                              \
      TYPE *number = (TYPE *)(from.at + i * from.step) + k;                                        \
      *number = enzyme_constant_##NAME(*number);                                                   \
    }

static inline void forgetNumbers(struct row from, size elements, int type) {
  int parts = type >= isComplexFloat && type <= isComplexExtended ? 2 : 1;
  if (type == isDouble || type == isComplexDouble) {
    FORGET(double, double)
  } else if (type == isFloat || type == isComplexFloat) {
    FORGET(float, float)
  } else if (type == isExtended || type == isComplexExtended) {
    FORGET(extended, long double)
  }
}

static void forgetElement(char *at, const struct derivedType *type) {
  const struct component *c = (const struct component *)type->components.header.base;
  for (size k = 0; k < type->components.dim.extent; k++, c++)
    if (c->genre == isData && c->category == ofDerivedType)
      for (size i = 0; i < elementsIn(c); i++)
        forgetElement(at + c->offset + i * bytesOf(c), tableIn(c));
    else if (c->genre == isData)
      forgetNumbers((struct row){at + c->offset, bytesOf(c)}, elementsIn(c), typeIn(c));
}

static inline void forget(const struct array *a) {
  const struct derivedType *type = typeOf(a);
  for (size l = 0; l < lines(a); l++) {
    struct row line = {lineAt(a, l), step(a)};
    if (!type)
      forgetNumbers(line, width(a), a->type);
    for (size i = 0; type && i < width(a); i++)
      forgetElement(line.at + i * line.step, type);
  }
}

/* A variable of a group that input gives by name. */
struct named {
  const char *name;
  const struct array *variable;
};

struct group {
  const char *name;
  size count;
  const struct named *items;
};

#define READS(NAME, PARAMETERS, ARGUMENTS, FORGET)                                                 \
  _Bool _FortranAio##NAME PARAMETERS;                                                              \
  _Bool enzyme_body_io##NAME PARAMETERS {                                                          \
    _Bool isRead = _FortranAio##NAME ARGUMENTS;                                                    \
    if (isRead)                                                                                    \
      FORGET;                                                                                      \
    return isRead;                                                                                 \
  }

#define ONLY(TYPE) forgetNumbers((struct row){(char *)to, 0}, 1, TYPE)

READS(InputReal32, (void *file, float *to), (file, to), ONLY(isFloat))
READS(InputReal64, (void *file, double *to), (file, to), ONLY(isDouble))
READS(InputComplex32, (void *file, float *to), (file, to), ONLY(isComplexFloat))
READS(InputComplex64, (void *file, double *to), (file, to), ONLY(isComplexDouble))
READS(InputDescriptor, (void *file, struct array *to), (file, to), forget(to))
READS(InputDerivedType, (void *file, struct array *to, void *table), (file, to, table), forget(to))
READS(InputNamelist, (void *file, struct group *from), (file, from),
      for (size i = 0; i < from->count; i++) forget(from->items[i].variable))

#undef ONLY

void _FortranARandomNumber(struct array *to, PLACE);
void enzyme_body_RandomNumber(struct array *to, PLACE) {
  _FortranARandomNumber(to, file, line);
  forget(to);
}

#endif
