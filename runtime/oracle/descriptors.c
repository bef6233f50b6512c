/*===- descriptors.c - arrays that Fortran's runtime is handed ---------------===
 *
 * It is handed descriptors, which lead to the elements. Are any of these active?
 *===----------------------------------------------------------------------===*/
#include "descriptors.h"
#include "oracle.h"
#include <stddef.h>

enum { version = 20240719, mostRank = 15 }; /* of ISO_Fortran_binding.h */

struct dimension {
  ptrdiff_t lower, extent, stride; /* in bytes */
};

struct descriptor {
  char *begin;
  size_t bytes; /* of an element */
  int version;
  unsigned char rank;
  signed char type;
  unsigned char attribute, extra;
  struct dimension dimension[];
};

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
  const struct descriptor *array = place;
  uintptr_t inPage = (uintptr_t)place % 4096;
  if ((uintptr_t)place % sizeof(void *) || inPage + sizeof *array > 4096 || (uintptr_t)place >> 47)
    return 0;
  if (array->version != version || array->rank > mostRank || !array->begin || array->bytes > 4096)
    return 0;
  return anyElement(array, array->rank, array->begin);
}
