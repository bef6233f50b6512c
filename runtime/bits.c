/*===- bits.c - integers made of numbers' bits, where numbers lie -------------===
 *
 * Problem: `words[i] *= 31` in words that numbers were copied into. If a number is read there, its
 * derivative is unknown; if none is (hashes, keys, checksums), all is well.
 *
 * Here: the run tells. In reverse an adjoint that comes to such a place says that one was. In
 * forward mode the tangent there becomes NaN: 255 in all bytes is, in every format. (Reading it
 * does not stop the run: a word that holds now a number and now an integer is read as both, and
 * one is chosen.) A byte of a tangent cannot be made NaN. Where it is computed from what lay there,
 * the rest of the tangent says whether this was a number: single bytes of one are often zero.
 *===----------------------------------------------------------------------===*/
#include "enzyme/runtime.h"
#include <stdint.h>
#ifndef ENZYME_RT_GPU
#include "address.h"
#include <string.h>
#endif

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

/* Bytes that were marked, some of which an integer has cleared since: what lay there were
 * integers already. No tangent of a float or larger that is neither NaN nor beyond all measure
 * consists of such bytes. */
static int isMarkedOrZero(const unsigned char *at, size_t bytes, size_t number) {
  for (size_t i = 0; i < bytes; i++)
    if (at[i] && at[i] != mark)
      return 0;
  return number >= sizeof(float);
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

/* The bytes that are looked at for those at `at`: of single bytes, the numbers that they are of.
 * Half a number is looked at itself: beside integers lie others, copies of which a shadow may hold.
 * (The lower half of a tangent is often zero. It is then less than a millionth of it.) */
typedef struct {
  const unsigned char *begin;
  size_t bytes;
} range;

static range numbersAround(const void *at, size_t bytes, size_t number) {
  size_t step = bytes < sizeof(float) ? number : 1;
  uintptr_t begin = (uintptr_t)at & ~(uintptr_t)(step - 1);
  uintptr_t end = ((uintptr_t)at + bytes + step - 1) & ~(uintptr_t)(step - 1);
  return (range){(const unsigned char *)begin, end - begin};
}

static int mayBeTangent(range looked, size_t number) {
  return !isZero(looked.begin, looked.bytes) && !isMarkedOrZero(looked.begin, looked.bytes, number);
}

void enzyme_rt_bits_changed(void *tangent, size_t bytes, size_t number, const char *place) {
  if (!bytes)
    return;
  int isPart = bytes < number || (uintptr_t)tangent % number != 0;
  range looked = numbersAround(tangent, bytes, number);
  if (isPart && mayBeTangent(looked, number) && !isMarked(tangent, bytes))
    refuse(place);
  if (isPart && mayBeTangent(numbersAround(tangent, 1, number), number) &&
      !isMarked(tangent, bytes))
    return; /* a lower half */
  memset(tangent, mark, bytes);
}

/* In a loop, what lies in the shadow of a variable of one iteration may be from another one, in
 * which the variable held an address. No adjoint of a double looks like one, nor do two floats. */
#ifdef ENZYME_RT_GPU
static int holdsAddresses(range looked) {
  (void)looked;
  return 0;
}
#else
static int holdsAddresses(range looked) {
  uint64_t word;
  if (looked.bytes % sizeof word || (uintptr_t)looked.begin % sizeof word)
    return 0;
  for (size_t at = 0; at < looked.bytes; at += sizeof word) {
    memcpy(&word, looked.begin + at, sizeof word);
    if (word && !(word >> 32 && enzyme_rt_is_address(word)))
      return 0;
  }
  return 1;
}
#endif

void enzyme_rt_bits_read(const void *adjoint, size_t bytes, size_t number, const char *place) {
  range looked = numbersAround(adjoint, bytes, number);
  if (bytes && !isZero(looked.begin, looked.bytes) && !holdsAddresses(looked))
    refuse(place);
}
