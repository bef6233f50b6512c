/* Doubles that lie askew, in the midst of packed streams (skew.c). */
#ifndef ENZYME_RT_SKEW_H
#define ENZYME_RT_SKEW_H
#include <stddef.h>

/* Does the adjoint of a double begin at `at`, which is no multiple of 8? */
int skewBegins(const char *at);
/* Does one begin in (at - 8, at + size), other than at `at`? */
int skewOverlaps(const char *at, size_t size);
/* From now on one begins there; those that overlap it are forgotten. */
void skewMark(const char *at);
void skewForget(const char *at, size_t size);

#endif
