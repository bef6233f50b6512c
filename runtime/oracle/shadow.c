/*===- shadow.c - a byte of shadow for each byte of the program's memory ---===
 *
 * Linux on x86-64 puts programs, heaps, libraries and stacks into three ranges of
 * addresses; exclusive or with one number maps each to a range that nothing uses:
 *
 *   0x000000000000 - 0x010000000000   to   0x500000000000 - 0x510000000000
 *   0x510000000000 - 0x600000000000   to   0x010000000000 - 0x100000000000
 *   0x700000000000 - 0x800000000000   to   0x200000000000 - 0x300000000000
 *
 * They are reserved before anything else runs, and filled with zeros by the system when
 * they are touched.
 *===----------------------------------------------------------------------===*/
#include "held.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define BLOCK _Alignas(16) _Thread_local __attribute__((tls_model("initial-exec")))
BLOCK char enzyme_oracle_arguments[oracleBlockBytes];
BLOCK char enzyme_oracle_results[oracleBlockBytes];
BLOCK char enzyme_oracle_variadic[oracleBlockBytes];
BLOCK uint64_t enzyme_oracle_variadic_bytes;
BLOCK void *enzyme_oracle_called;
BLOCK void *enzyme_oracle_answered;

void enzyme_oracle_stop(const char *what, const char *where) {
  if (oracle_is_held())
    oracle_break_off(what, where);
  fflush(stdout);
  fprintf(stderr, "enzyme oracle: %s (%s)\n", what, where);
  _exit(oracleStopped);
}

static void reserve(uintptr_t begin, uintptr_t end) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  void *got = mmap((void *)begin, end - begin, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (got != (void *)begin)
    enzyme_oracle_stop("no address space for shadow memory", "at the program's start");
}

const struct range oracle_range[oracleRanges] = {
    {0x500000000000, 0x510000000000},
    {0x010000000000, 0x100000000000},
    {0x200000000000, 0x300000000000},
};

static void reserveAll(void) {
  for (int i = 0; i < oracleRanges; i++)
    reserve(oracle_range[i].begin, oracle_range[i].end);
}

/* Before the constructors of shared libraries, which may run instrumented code. */
__attribute__((section(".preinit_array"), used)) static void (*reserveFirst)(void) = reserveAll;

static int isReserved(const char *shadow) {
  int isAny = 0;
  for (int i = 0; i < oracleRanges; i++)
    isAny |=
        (uintptr_t)shadow - oracle_range[i].begin < oracle_range[i].end - oracle_range[i].begin;
  return isAny;
}

/* What is handed to a function may be no address at all. */
int enzyme_oracle_has_shadow(const void *place, size_t bytes) {
  const char *shadow = oracle_shadow(place);
  if (!isReserved(shadow))
    return 0;
  for (size_t i = 0; i < bytes; i++)
    if (shadow[i] & 0x7f) /* a sign alone: a negative zero */
      return 1;
  return 0;
}

void enzyme_oracle_set(void *place, const void *tangent, size_t bytes) {
  memcpy(oracle_shadow(place), tangent, bytes);
}

void enzyme_oracle_get(const void *place, void *tangent, size_t bytes) {
  memcpy(tangent, oracle_shadow(place), bytes);
  memset(oracle_shadow(tangent), 0, bytes);
}
