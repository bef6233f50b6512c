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
