/*===- fortran.h - Fortran's runtime, called with arrays of active numbers ---===*/
#ifndef ENZYME_RUNTIME_ORACLE_FORTRAN_H
#define ENZYME_RUNTIME_ORACLE_FORTRAN_H

#include <stdint.h>

enum { oracleForeignWords = 12 };

/* Does a descriptor lie there, and lead to an active number? */
int oracle_descriptor_has_shadow(const void *place);

/* `callee` was called with `words`; its arrays' shadows follow. The tangent of its result, a
 * double, goes to `tangent`. Not 0: it is known; 2: it has such a result. */
int oracle_follow_fortran(const void *callee, const char *name, const uint64_t *words,
                          double *tangent);

#endif
