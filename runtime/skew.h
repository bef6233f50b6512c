/* Doubles and floats that lie askew, in the midst of packed streams (skew.c). */
#ifndef ENZYME_RT_SKEW_H
#define ENZYME_RT_SKEW_H
#include <stddef.h>

/* The bytes of the number whose adjoint begins at `at`, no multiple of them; 0: none does. */
size_t skewBegins(const char *at);
/* Does a number that begins elsewhere reach into `size` bytes? */
int skewOverlaps(const char *at, size_t size);
/* From now on a number of `size` bytes begins there; those that overlap it are forgotten. */
void skewMark(const char *at, size_t size);
void skewForget(const char *at, size_t size);

#endif
