/* Adjoints of numbers that are moved in parts (parts.c). */
#ifndef ENZYME_RT_PARTS_H
#define ENZYME_RT_PARTS_H
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* Pull of a part: `format` says of which number, and where that lies as a whole. */
void enzyme_rt_pull_part(char *to, char *from, size_t bytes, int format);
/* Nothing more arrives: stops the program if some adjoint has arrived in part. */
void enzyme_rt_end_of_parts(void);

#pragma GCC visibility pop

#endif
