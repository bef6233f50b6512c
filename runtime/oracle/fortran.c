/*===- fortran.c - Fortran's runtime, called with arrays of active numbers ----===
 *
 * It is handed descriptors, which lead to the elements. What only moves elements, or sums
 * them, does the same to their shadows: it is called once more, with descriptors of these.
 * Products of matrices are called once for each factor. What else is handed an active array
 * stops.
 *===----------------------------------------------------------------------===*/
#include "fortran.h"
#include "oracle.h"
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* As in ISO_Fortran_binding.h. */
enum { version = 20240719, mostRank = 15 };
enum { typeFloat = 27, typeDouble = 28, typeComplexFloat = 34, typeComplexDouble = 35 };

struct dimension {
  ptrdiff_t lower, extent, stride; /* in bytes */
};

struct descriptor {
  char *begin;
  size_t bytes; /* of an element */
  int version;
  unsigned char rank;
  signed char type;
  unsigned char attribute, extra; /* an odd one: more follows */
  struct dimension dimension[mostRank];
};

static size_t bytesOf(const struct descriptor *array) {
  return offsetof(struct descriptor, dimension) + array->rank * sizeof *array->dimension;
}

/* Null: none lies there. */
static const struct descriptor *descriptorAt(const void *place) {
  const struct descriptor *array = place;
  uintptr_t address = (uintptr_t)place;
  size_t head = offsetof(struct descriptor, dimension);
  if (address < 4096 || address >> 47 || address % sizeof(void *) || address % 4096 + head > 4096)
    return 0;
  int isOne = array->version == version && array->rank <= mostRank && array->bytes <= 4096;
  return isOne ? array : 0;
}

static int anyElement(const struct descriptor *array, int dimension, const char *begin) {
  if (dimension == 0)
    return enzyme_oracle_has_shadow(begin, array->bytes);
  const struct dimension *along = &array->dimension[dimension - 1];
  for (ptrdiff_t i = 0; i < along->extent; i++)
    if (anyElement(array, dimension - 1, begin + i * along->stride))
      return 1;
  return 0;
}

int oracle_descriptor_has_shadow(const void *place) {
  const struct descriptor *array = descriptorAt(place);
  return array && array->begin && anyElement(array, array->rank, array->begin);
}

/* ---- which function does what with which of its arguments ------------------------- */

enum kind { Assigns, Makes, MakesProduct, Sums, SumsProduct, Norms };

static const struct function {
  const char *name;
  enum kind kind;
  unsigned moved; /* bit i: argument i is an array whose elements move, or a factor */
} functions[] = {
    {"_FortranAAssign", Assigns, 2},
    {"_FortranAAssignTemporary", Assigns, 2},
    {"_FortranACshift", Makes, 2},
    {"_FortranACshiftVector", Makes, 2},
    {"_FortranAEoshift", Makes, 2 | 8},
    {"_FortranAEoshiftVector", Makes, 2 | 8},
    {"_FortranAPack", Makes, 2 | 8},
    {"_FortranAReshape", Makes, 2 | 8},
    {"_FortranASpread", Makes, 2},
    {"_FortranATranspose", Makes, 2},
    {"_FortranAUnpack", Makes, 2 | 8},
    {"_FortranASumDim", Makes, 2},
    {"_FortranAMatmul", MakesProduct, 2 | 4},
    {"_FortranAMatmulReal8Real8", MakesProduct, 2 | 4},
    {"_FortranAMatmulTranspose", MakesProduct, 2 | 4},
    {"_FortranASumReal8", Sums, 1},
    {"_FortranADotProductReal8", SumsProduct, 1 | 2},
    {"_FortranANorm2_8", Norms, 1},
};

static const struct function *functionCalled(const char *name) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!strcmp(functions[i].name, name))
      return &functions[i];
  return 0;
}

/* ---- calls with shadows ------------------------------------------------------------ */

struct call {
  uint64_t word[oracleForeignWords];
  struct descriptor array[oracleForeignWords];
};

static int isOfFloats(const struct descriptor *array) {
  return array->type == typeFloat || array->type == typeComplexFloat;
}

static int isOfNumbers(const struct descriptor *array) {
  int isDouble = array->type == typeDouble || array->type == typeComplexDouble;
  return !(array->extra & 1) && (isDouble || isOfFloats(array));
}

/* Argument i becomes a descriptor of its array's shadow. 0: it is something else. */
static int takeShadow(struct call *call, int i) {
  const struct descriptor *array = descriptorAt((const void *)call->word[i]);
  if (!call->word[i])
    return 1;
  if (!array || !isOfNumbers(array))
    return 0;
  memcpy(&call->array[i], array, bytesOf(array));
  if (array->begin)
    call->array[i].begin = oracle_shadow(array->begin);
  call->word[i] = (uintptr_t)&call->array[i];
  return 1;
}

static int takeShadows(struct call *call, unsigned moved) {
  for (int i = 0; i < oracleForeignWords; i++)
    if (moved & (1u << i) && !takeShadow(call, i))
      return 0;
  return 1;
}

typedef uint64_t words(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                       uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
typedef double number(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                      uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
#define WITH(w) w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11]

/* A complex number is two. */
static void addTo(char *shadow, const struct descriptor *term, size_t bytes) {
  size_t count = bytes / (isOfFloats(term) ? sizeof(float) : sizeof(double));
  if (isOfFloats(term))
    for (size_t i = 0; i < count; i++)
      ((float *)shadow)[i] += ((const float *)term->begin)[i];
  else
    for (size_t i = 0; i < count; i++)
      ((double *)shadow)[i] += ((const double *)term->begin)[i];
}

static size_t bytesBehind(const struct descriptor *array) {
  size_t bytes = array->bytes;
  for (int i = 0; i < array->rank; i++)
    bytes *= (size_t)array->dimension[i].extent;
  return bytes;
}

/* The function makes its result, argument 0, anew: so does it with the shadow's. */
static int addMade(const void *callee, struct call *call, unsigned moved) {
  const struct descriptor *made = descriptorAt((const void *)call->word[0]);
  if (!made || !takeShadow(call, 0) || !takeShadows(call, moved))
    return 0;
  call->array[0].begin = 0;
  ((words *)callee)(WITH(call->word));
  addTo(oracle_shadow(made->begin), &call->array[0], bytesBehind(made));
  free(call->array[0].begin);
  return 1;
}

static int followMade(const void *callee, const struct function *function, const uint64_t *given) {
  const struct descriptor *made = descriptorAt((const void *)given[0]);
  if (!made || !made->begin)
    return 0;
  memset(oracle_shadow(made->begin), 0, bytesBehind(made));
  unsigned all = function->moved;
  for (unsigned bit = 1; bit <= all; bit <<= 1) {
    struct call call;
    memcpy(call.word, given, sizeof call.word);
    unsigned moved = function->kind == MakesProduct ? all & bit : bit == 1 ? all : 0;
    if (moved && !addMade(callee, &call, moved))
      return 0;
  }
  return 1;
}

static int followSum(const void *callee, const struct function *function, const uint64_t *given,
                     double *tangent) {
  unsigned all = function->moved;
  *tangent = 0;
  for (unsigned bit = 1; bit <= all; bit <<= 1) {
    struct call call;
    memcpy(call.word, given, sizeof call.word);
    if (all & bit) {
      if (!takeShadows(&call, bit))
        return 0;
      *tangent += ((number *)callee)(WITH(call.word));
    }
  }
  return 2;
}

static double productWithShadow(const struct descriptor *array, int dimension, const char *begin) {
  double sum = 0, value, tangent;
  if (dimension == 0) {
    memcpy(&value, begin, sizeof value);
    memcpy(&tangent, oracle_shadow(begin), sizeof tangent);
    return value * tangent;
  }
  const struct dimension *along = &array->dimension[dimension - 1];
  for (ptrdiff_t i = 0; i < along->extent; i++)
    sum += productWithShadow(array, dimension - 1, begin + i * along->stride);
  return sum;
}

static int followNorm(const void *callee, const uint64_t *given, double *tangent) {
  const struct descriptor *array = descriptorAt((const void *)given[0]);
  if (!array || array->type != typeDouble)
    return 0;
  double norm = ((number *)callee)(WITH(given));
  double product = productWithShadow(array, array->rank, array->begin);
  *tangent = product == 0 ? 0 : product / norm;
  return 2;
}

int oracle_follow_fortran(const void *callee, const char *name, const uint64_t *given,
                          double *tangent) {
  const struct function *function = functionCalled(name);
  struct call call;
  if (!function)
    return 0;
  switch (function->kind) {
  case Assigns:
    memcpy(call.word, given, sizeof call.word);
    if (!takeShadows(&call, function->moved | 1))
      return 0;
    ((words *)callee)(WITH(call.word));
    return 1;
  case Makes:
  case MakesProduct:
    return followMade(callee, function, given);
  case Sums:
  case SumsProduct:
    return followSum(callee, function, given, tangent);
  case Norms:
    return followNorm(callee, given, tangent);
  }
  return 0;
}
