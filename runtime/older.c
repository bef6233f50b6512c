/*===- older.c - memory that is older than the derivative -------------------===
 *
 * Problem: of such memory outside.c, known.c and guards.c know something in each thread. A
 * program that has teams, and no such memory, should link none of them.
 *
 * Here: a place for it, which a team's threads are handed.
 *===----------------------------------------------------------------------===*/
#include "older.h"

_Thread_local struct enzyme_rt_older enzyme_rt_older;
