/*===- held.h - parts of the oracle's runtime that know each other ---------===*/
#ifndef ENZYME_RUNTIME_ORACLE_HELD_H
#define ENZYME_RUNTIME_ORACLE_HELD_H

#include "oracle.h"

/* The C library's own, behind those of allocate.c. */
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void __libc_free(void *);

enum { oracleRanges = 3 };
extern const struct range {
  uintptr_t begin, end;
} oracle_range[oracleRanges]; /* of shadow memory */

/* Is a function run to see its tangents (enzyme_oracle_run)? */
int oracle_is_held(void);
_Noreturn void oracle_break_off(const char *what, const char *where);
void oracle_note_made(void *block);
int oracle_was_made(const void *block);

#endif
