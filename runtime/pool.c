/*===- pool.c - adjoints in memory that held addresses ----------------------===
 *
 * Problem: a pool keeps its free blocks in a list, whose links lie in the blocks. In the
 * shadow they are addresses of shadow blocks; when a block is given out and floats are
 * written to it, adjoints are summed where such an address stands. As a double it is
 * smaller than 1e-309, and does no harm. Its low half as a float may be anything.
 *
 * The same of a union that held a float, then, by a copy of whatever another holds, an address.
 *
 * Here: a word that is an address, before the first adjoint is added to it or taken from
 * it. Two adjoints side by side look like one only where the second is smaller than 1e-40. Beside
 * the last float of an array lies something else, which may be half of an address that once lay
 * there: such a word is one only if it leads to memory.
 *===----------------------------------------------------------------------===*/
#include "address.h"
#include "enzyme/runtime.h"
#include "skew.h"

enum { wordBytes = 8 };

__attribute__((no_sanitize("address", "thread"))) static void forgetIn(uintptr_t at, int isWhole) {
  uint64_t *word = (uint64_t *)at, found = __atomic_load_n(word, __ATOMIC_RELAXED);
  /* Another thread of a team may add its part meanwhile: then it is no address any more. */
  while (enzyme_rt_is_address(found) && (isWhole || enzyme_rt_is_mapped(found)) &&
         !__atomic_compare_exchange_n(word, &found, 0, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

/* A word that has the float as a half lies on one page with it. Of no bytes there is none: memory
 * that is its own shadow is the program's. */
void enzyme_rt_forget_addresses(void *place, size_t bytes) {
  uintptr_t begin = (uintptr_t)place, end = bytes ? begin + bytes : 0;
  for (uintptr_t at = begin / wordBytes * wordBytes; at < end; at += wordBytes)
    forgetIn(at, at >= begin && at + wordBytes <= end);
}

/* Where streams are copied, too, numbers that lie askew may look like an address together. It is
 * asked for each float that is added to: what looks like none is told from one at a glance. */
__attribute__((no_sanitize("address", "thread"))) void enzyme_rt_forget_moved(void *place,
                                                                              size_t bytes) {
  enum { halfBytes = wordBytes / 2, addressBits = 48 };
  uintptr_t end = (uintptr_t)place + bytes;
  if (!bytes || (uintptr_t)place % halfBytes != 0)
    return; /* no address lies there */
  for (uintptr_t at = (uintptr_t)place / wordBytes * wordBytes; at < end; at += wordBytes) {
    const char *word = (const char *)at;
    uint64_t found = __atomic_load_n((const uint64_t *)word, __ATOMIC_RELAXED);
    if (found == 0 || found >> addressBits != 0)
      continue;
    if (!enzyme_rt_skew_begins(word) && !enzyme_rt_skew_begins(word + halfBytes) &&
        !enzyme_rt_skew_overlaps(word, wordBytes))
      forgetIn(at, at >= (uintptr_t)place && at + wordBytes <= end);
  }
}
