/*===- scratch.c - zero shadow memory of unknown size ---------------------===
 *
 * Problem: a registered rule wants a shadow for every pointer, also for memory
 * that its caller holds const, whose size is unknown. Passing the primal as its
 * own shadow would write into const memory.
 *
 * Here: address space without memory behind it: pages appear, zeroed, when the
 * rule touches them, and are given back after the rule ran: each piece by itself, since rules
 * may call rules where they are differentiated.
 *===----------------------------------------------------------------------===*/
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "enzyme/runtime.h"
#include <sys/mman.h>

static const size_t pieceBytes = ENZYME_RT_SCRATCH_BYTES;

void *enzyme_rt_scratch(void) {
  void *memory = mmap(NULL, pieceBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    enzyme_rt_refuse("no address space for the shadow of a constant argument", NULL);
  return memory;
}

void enzyme_rt_free_scratch(void *memory) {
  if (memory)
    munmap(memory, pieceBytes);
}
