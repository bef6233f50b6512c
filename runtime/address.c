/*===- address.c - does a word look like an address? -----------------------===
 *
 * Problem: shadow memory holds adjoints and shadow addresses side by side, and the compiler
 * does not always know which is where (raw.c, pool.c).
 *
 * Here: the answer, from where the system puts programs, stacks and memory that it hands
 * out. As a double, an address is a denormal below 1e-300, which no adjoint is.
 *===----------------------------------------------------------------------===*/
#define _DEFAULT_SOURCE
#include "address.h"
#include "enzyme/runtime.h"
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__linux__)
extern char __executable_start __attribute__((weak));
#endif

/* Whether memory is handed out below 2^32 though the program lies above: by valgrind, or on
 * a system that begins there. */
static int handsOutLow(void) {
  static atomic_int known; /* 1: no, 2: yes; every thread finds the same */
  int answer = atomic_load_explicit(&known, memory_order_relaxed);
  if (!answer) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *got = mmap(NULL, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    answer = got != MAP_FAILED && !((uint64_t)(uintptr_t)got >> 32) ? 2 : 1;
    if (got != MAP_FAILED)
      munmap(got, page);
    atomic_store_explicit(&known, answer, memory_order_relaxed);
  }
  return answer == 2;
}

int64_t enzyme_rt_span(const void *from, const void *to) {
  return (int64_t)((uintptr_t)to - (uintptr_t)from);
}

/* By mincore, which leaves alone what is there. */
int enzyme_rt_is_mapped(uint64_t word) {
  uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  char isResident;
  return mincore((void *)(uintptr_t)(word / page * page), page, (void *)&isResident) == 0;
}

/* Else nothing is mapped below half of where the program and its stack lie, at its
 * lowest 2^32: two integers side by side look less like an address by that. */
static uint64_t lowestFar(void) {
  static _Atomic uint64_t known; /* stacks of threads lie near each other: any answer will do */
  uint64_t lowest = atomic_load_explicit(&known, memory_order_relaxed);
  if (!lowest) {
    uint64_t stack = (uint64_t)(uintptr_t)&stack, code = (uint64_t)(uintptr_t)&known;
    uint64_t least = code >> 32 && code < stack ? code : stack;
    lowest = (uint64_t)1 << 32;
    while (lowest <= least / 2 && !handsOutLow())
      lowest *= 2;
    atomic_store_explicit(&known, lowest, memory_order_relaxed);
  }
  return lowest;
}

/* Below 2^32 lies memory only in programs that are linked to a fixed address, or where it is
 * handed out there; two floats the second of which is zero look the same from afar. */
int enzyme_rt_is_address(uint64_t word) {
  if (word >> 32)
    return word >> 48 == 0 && word >= lowestFar();
#if defined(__linux__)
  uint64_t start = (uint64_t)(uintptr_t)&__executable_start;
  if (start && word >= start && word < (uint64_t)(uintptr_t)sbrk(0))
    return 1;
  return word && handsOutLow() && enzyme_rt_is_mapped(word);
#else
  return 0;
#endif
}
