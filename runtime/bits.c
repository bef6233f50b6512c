/*===- bits.c - integers made of numbers' bits, where numbers lie -------------===
 *
 * Problem: `words[i] *= 31` in words that numbers were copied into. Should somebody read a number
 * there, it has a derivative that nobody knows; should nobody (hashes, keys, checksums), all is
 * well.
 *
 * Here: the run tells. In reverse an adjoint that comes to such a place says that somebody did. In
 * forward mode the tangent there becomes NaN: 255 in all bytes is, in every format. (Nobody stops
 * where it is read: a word that holds now a number and now an integer is read as both, and one
 * is chosen.) A byte of a tangent cannot be made NaN. Where it is computed from what lay there, a
 * tangent beside it says that this was a number.
 *===----------------------------------------------------------------------===*/
#include "enzyme/runtime.h"
#include <string.h>

enum { mark = 255 };

enum { sign = 128 };

static int isMarked(const unsigned char *at, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    if (at[i] != mark)
      return 0;
  return 1;
}

/* Or -0, of whatever size. */
static int isZero(const unsigned char *at, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    if (at[i] && (at[i] != sign || (i % 2 == 0 && bytes > 1)))
      return 0;
  return 1;
}

static _Noreturn void refuse(const char *place) {
  enzyme_rt_refuse("an integer computed from the bits of a floating-point value that has a "
                   "derivative is stored where one is read: its derivative is not known",
                   place);
}

void enzyme_rt_bits_stored(void *tangent, size_t bytes, const char *place) {
  (void)place;
  memset(tangent, mark, bytes);
}

void enzyme_rt_bits_changed(void *tangent, size_t bytes, const char *place) {
  if (bytes < sizeof(double) && !isZero(tangent, bytes) && !isMarked(tangent, bytes))
    refuse(place);
  memset(tangent, mark, bytes);
}

void enzyme_rt_bits_read(const void *adjoint, size_t bytes, const char *place) {
  if (!isZero(adjoint, bytes))
    refuse(place);
}
