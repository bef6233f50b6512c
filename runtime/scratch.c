/*===- scratch.c - memory that the system maps -----------------------------===
 *
 * Problem: a registered rule wants a shadow for every pointer, also for memory
 * that its caller holds const, whose size is unknown. Passing the primal as its
 * own shadow would write into const memory.
 *
 * Here: address space without memory behind it: pages appear, zeroed, when the
 * rule touches them, and are given back after the rule ran: each piece by itself, since rules
 * may call rules where they are differentiated.
 *
 * And what differentiated code maps itself (passes/library/MemoryBodies.c): fresh memory, that of
 * the program as well as its shadow. Files, and what else the program wants, are mapped over the
 * former.
 *===----------------------------------------------------------------------===*/
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "enzyme/runtime.h"
#include <sys/mman.h>

static const size_t pieceBytes = ENZYME_RT_SCRATCH_BYTES;

void *enzyme_rt_map(size_t bytes) {
  void *memory =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void enzyme_rt_unmap(void *memory, size_t bytes) { munmap(memory, bytes); }

/* structure: allow parameters, because they are those of mmap */
int enzyme_rt_map_over(void *memory, size_t bytes, int protection, int flags, int file,
                       long offset) {
  return mmap(memory, bytes, protection, flags | MAP_FIXED, file, offset) == MAP_FAILED;
}

void *enzyme_rt_scratch(void) {
  void *memory = enzyme_rt_map(pieceBytes);
  if (!memory)
    enzyme_rt_refuse("no address space for the shadow of a constant argument", NULL);
  return memory;
}

void enzyme_rt_free_scratch(void *memory) {
  if (memory)
    munmap(memory, pieceBytes);
}
