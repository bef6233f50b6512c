/* Shadows of memory that was allocated before the derivative ran (outside.c). */
#ifndef ENZYME_RT_OUTSIDE_H
#define ENZYME_RT_OUTSIDE_H

#pragma GCC visibility push(hidden)

/* A derivative begins: all is zero, and no variable is known. */
void enzyme_rt_outside_begin(void);
int enzyme_rt_is_outside(const void *shadow);

#pragma GCC visibility pop

#endif
