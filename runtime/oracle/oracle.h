/*===- oracle.h - what instrumented code and the oracle's runtime share ---===
 *
 * passes/oracle/Interface.h describes the same to the compiler.
 *===----------------------------------------------------------------------===*/
#ifndef ENZYME_RUNTIME_ORACLE_H
#define ENZYME_RUNTIME_ORACLE_H

#include <stddef.h>
#include <stdint.h>

enum { oracleBlockBytes = 8192, oracleCallFloats = 4 };
#define ORACLE_SHADOW_OFFSET 0x500000000000ull

/* One call of a library function: what its rule reads, and the tangents it writes. A complex
 * number is two floats. */
struct oracle_call {
  long double x[oracleCallFloats], dx[oracleCallFloats];
  long double y[2], dy[2];
  void *address[oracleCallFloats];  /* its pointers, in order */
  int64_t number[oracleCallFloats]; /* its integers, in order */
  int32_t bytes;                    /* of one of its floats */
};

static inline char *oracle_shadow(const void *place) {
  return (char *)((uintptr_t)place ^ ORACLE_SHADOW_OFFSET);
}

/* Says what cannot be followed, and where; ends the program with oracleStopped. */
_Noreturn void enzyme_oracle_stop(const char *what, const char *where);
enum { oracleStopped = 86 };

/* Are there tangent bits in these bytes? */
int enzyme_oracle_has_shadow(const void *place, size_t bytes);

/* For programs: the tangent of memory, in the memory's own form. */
void enzyme_oracle_set(void *place, const void *tangent, size_t bytes);
void enzyme_oracle_get(const void *place, void *tangent, size_t bytes);

#endif
