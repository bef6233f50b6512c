/* Doubles and floats that lie askew, in the midst of packed streams, or beside one another
 * (skew.c). */
#ifndef ENZYME_RT_SKEW_H
#define ENZYME_RT_SKEW_H
#include <stddef.h>

/* Is anything known about any memory? */
extern _Atomic unsigned char enzyme_rt_skew_used;

#pragma GCC visibility push(hidden)

/* Is anything known about any memory? */
int enzyme_rt_skew_is_any(void);
/* The bytes of the number whose adjoint is known to begin at `at`; 0: none is. */
size_t enzyme_rt_skew_begins(const char *at);
/* Does a number that begins elsewhere reach into `size` bytes? */
int enzyme_rt_skew_overlaps(const char *at, size_t size);
/* From now on a number of `size` bytes begins there; those that overlap it are forgotten. */
void enzyme_rt_skew_mark(const char *at, size_t size);
void enzyme_rt_skew_forget(const char *at, size_t size);
/* From now on `size` bytes there are parts of unknown numbers. */
void enzyme_rt_skew_mark_part(const char *at, size_t size);
int enzyme_rt_skew_is_part(const char *at);

#pragma GCC visibility pop

#endif
