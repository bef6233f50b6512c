/* Shadows of memory that was allocated before the derivative ran (outside.c). */
#ifndef ENZYME_RT_OUTSIDE_H
#define ENZYME_RT_OUTSIDE_H

#include "enzyme/runtime.h"
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* A derivative begins: all is zero, and no variable is known. */
void enzyme_rt_outside_begin(void);
void enzyme_rt_outside_half(int isFirst);
int enzyme_rt_is_outside(const void *shadow);
/* Does `place` lie in a variable that keeps memory for itself, or in such memory? */
int enzyme_rt_is_kept(const void *place, const void *placeShadow, uint64_t lane);

/* The shadow of `bytes` at `address`, made where there is none yet; null where that is not
 * possible. And is this the begin of a derivative that has such shadows? */
void *enzyme_rt_outside_shadow(const void *address, size_t bytes, uint64_t lane);
int enzyme_rt_outside_begins(void);

/* known.c: the shadow of what a variable or an argument leads to, or null; are the ends of all that
 * arguments lead to known; is `address` neither in the program and its libraries nor on this
 * thread's stack, and what lies around it that is. */
void *enzyme_rt_known_shadow(const void *address, uint64_t number);
int enzyme_rt_arguments_end(uint64_t number);
uint64_t enzyme_rt_order_begun(void);
void enzyme_rt_forget_addresses_in(const void *variable, void *shadow,
                                   const enzyme_rt_variable *of);
/* A variable keeps memory in this derivative: any address may have a shadow. */
void enzyme_rt_keeps_memory(uint64_t number);
int enzyme_rt_room_around(uintptr_t address, uintptr_t *begin, uintptr_t *end);

/* arrays.c: a derivative begins; a thread ends. The array that the memory belongs to loses it. */
void enzyme_rt_arrays_begin(void);
void enzyme_rt_arrays_end(void);
void enzyme_rt_arrays_lose(const void *shadow);
/* The variable of an array that leads there and has no shadow; or null. */
const char *enzyme_rt_arrays_variable(const void *address);
enum { messageBytes = 512 };

/* nodes.c: a derivative begins; a thread ends. */
void enzyme_rt_nodes_begin(void);
void enzyme_rt_nodes_end(void);

#pragma GCC visibility pop

#endif
