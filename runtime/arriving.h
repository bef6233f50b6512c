/* Numbers whose adjoints arrive byte by byte (arriving.c). */
#ifndef ENZYME_RT_ARRIVING_H
#define ENZYME_RT_ARRIVING_H
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* The adjoint's byte `at` arrives in the number of `size` bytes (8 or 4) that begins at
 * `number`, from where it lay, by a copy at `place` in the program. What has to be added to what
 * is there when its last byte arrives; else null. */
const char *enzyme_rt_byte_arrives(char *number, size_t size, size_t at, const char *sender,
                                   const char *place);
/* Have some bytes arrived that were put in place, and nothing else since? */
int enzyme_rt_is_arriving(const char *number);
/* May threads of this one's team add to the same numbers? */
extern _Thread_local int enzyme_rt_has_team;
/* Nothing more arrives: stops the program if some adjoint has arrived in part. */
void enzyme_rt_end_of_arrivals(void);

#pragma GCC visibility pop

#endif
