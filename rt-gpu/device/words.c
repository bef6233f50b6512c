/*===- words.c - addresses among numbers, on graphics processors -----------===
 *
 * As runtime/address.c and pool.c: memory of devices lies between 2^32 and 2^48.
 *===----------------------------------------------------------------------===*/
#include "enzyme/runtime.h"
#include "processor.h"

enum { WordBytes = 8 };

static int isAddress(uint64_t word) { return word >> 32 != 0 && word >> 48 == 0; }

void enzyme_rt_forget_addresses(void *place, size_t bytes) {
  uintptr_t end = (uintptr_t)place + bytes;
  for (uintptr_t at = (uintptr_t)place / WordBytes * WordBytes; at < end; at += WordBytes) {
    uint64_t *word = (uint64_t *)at;
    if (isOwn(word)) {
      *word = isAddress(*word) ? 0 : *word;
      continue;
    }
    /* Another thread may add its part meanwhile: then it is no address any more. */
    uint64_t found = __atomic_load_n(word, __ATOMIC_RELAXED);
    while (isAddress(found) &&
           !__atomic_compare_exchange_n(word, &found, 0, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      ;
  }
}

/* Copies of which nothing tells what they move, as runtime/raw.c, where it is half a word at most:
 * integers mostly, whose shadows are zero. Others stop the kernel; longer ones are refused by the
 * compiler (passes/optimise/DeviceRuntime.h). */

/* Nothing, or a small integer, which a shadow may hold as its memory does: as a float it would be
 * less than any adjoint (as in runtime/raw.c). */
static int holdsNoNumber(const char *memory, size_t bytes) {
  uint32_t half = 0;
  const uint32_t exponent = 0x7f800000;
  __builtin_memcpy(&half, memory, bytes <= sizeof half ? bytes : sizeof half);
  return bytes == sizeof half ? !(half & exponent) : !half;
}

static void refuseBytes(const char *place) {
  enzyme_rt_refuse("numbers or parts of addresses are moved as integers: declare them as what they "
                   "are",
                   place);
}

void enzyme_rt_copy_raw(void *destination, const void *source, size_t bytes, const char *place) {
  if (!holdsNoNumber(source, bytes))
    refuseBytes(place);
}

/* Constants have no derivatives, and lead to constants. */
void enzyme_rt_copy_const_raw(void *destination, const void *source, size_t bytes,
                              const char *place) {
  for (size_t i = 0; i != bytes; i++)
    ((char *)destination)[i] = 0;
}

void enzyme_rt_pull_raw(void *destination, void *source, size_t bytes, int format,
                        const char *place) {
  if (holdsNoNumber(destination, bytes))
    return;
  if (source)
    refuseBytes(place);
  for (size_t i = 0; i != bytes; i++)
    ((char *)destination)[i] = 0;
}

/* What only longer copies ask about. */
void enzyme_rt_forget_moved(void *place, size_t bytes) {}
void enzyme_rt_unskewed(const void *place, size_t bytes) {}
void enzyme_rt_placed(const void *place, size_t bytes, size_t period, size_t number) {}
