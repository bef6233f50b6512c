/* Words that look like addresses (address.c). Any thread may ask. */
#ifndef ENZYME_RT_ADDRESS_H
#define ENZYME_RT_ADDRESS_H
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* May the word be an address of this program's memory? */
int enzyme_rt_is_address(uint64_t word);
/* Is memory mapped there now? (A system call.) */
int enzyme_rt_is_mapped(uint64_t word);

#pragma GCC visibility pop

#endif
