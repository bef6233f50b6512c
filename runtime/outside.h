/* Shadows of memory that was allocated before the derivative ran (outside.c). */
#ifndef ENZYME_RT_OUTSIDE_H
#define ENZYME_RT_OUTSIDE_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* A derivative begins: all is zero, and no variable is known. */
void enzyme_rt_outside_begin(void);
void enzyme_rt_outside_half(int isFirst);
int enzyme_rt_is_outside(const void *shadow);
/* Does `place` lie in a variable that keeps memory for itself, or in such memory? */
int enzyme_rt_is_kept(const void *place, const void *placeShadow, uint64_t lane);

/* nodes.c: a derivative begins; a thread ends. */
void enzyme_rt_nodes_begin(void);
void enzyme_rt_nodes_end(void);

#pragma GCC visibility pop

#endif
