/*===- digammal.c - digamma for long double and, less exactly, fp128 -------===*/
#include "enzyme/runtime.h"
#include <math.h>

#define REAL long double
#define DIGAMMA enzyme_rt_digammal
#define MATH(function) function##l
#define SHIFT 24
#include "digamma.h"

/* Where fp128 is not long double, it gets long double's accuracy. */
#if defined(__x86_64__) || defined(__i386__)
__float128 enzyme_rt_digammaf128(__float128 x) { return enzyme_rt_digammal((long double)x); }
#endif
