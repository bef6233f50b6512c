//! kinds: plain
// Threads write to one place at once, and read behind a barrier who was the last: a race, which no
// test should look for, but which programs have.
#define RACE
#include "across_barriers.cu"
