/*===- word.c - integers that shadows hold as well -------------------------===
 *
 * Problem: where the program keeps an integer, its shadow has nothing: derivative code never
 * reads it there. Where a library manages memory by words in it, it manages the shadow's
 * memory too, once the derivative is done.
 *
 * Here: a store by a call, which derivative code repeats on the shadow.
 *===----------------------------------------------------------------------===*/
#include "enzyme/runtime.h"

void enzyme_rt_set_word(void *place, size_t word) { *(size_t *)place = word; }
