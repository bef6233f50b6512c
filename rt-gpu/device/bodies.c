/*===- bodies.c - what is compiled for each kind of processor: all of it ---===*/
#include "gamma.c"
#include "tape.c"
#include "words.c"

#define memset __builtin_memset
#include "../../runtime/bits.c"
