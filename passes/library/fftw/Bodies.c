/*===- Bodies.c - what the functions of FFTW 3 do ---------------------------------------===
 *
 * Problem: fftw_execute(plan) transforms arrays that it is not given. FFTW's planner was given
 * them, perhaps in another function, perhaps long before. No analysis sees which memory a call
 * reads and writes.
 *
 * Here: FFTW's functions in C. A plan is, for all that the compiler sees, memory that leads to the
 * arrays; so the shadow of a plan leads to their shadows, whether the plan lies in a variable, in a
 * structure or in static memory, and whoever made it. Nothing of this runs: plans are FFTW's own,
 * and the runtime (runtime/fftw.h) keeps what is known of them. What runs are the rules of five
 * functions, which the functions of FFTW below are made of:
 *
 *   known, named    a plan that leads to these arrays       its shadow, to the shadows
 *   array, place    an array that a plan leads to           the one that its shadow leads to
 *   gone            the plan is destroyed                   its shadow with it
 *   apply           out = F in                              out' = F in'    in' += F^T out', out' =
 * 0 transposed      in += F^T out, out = 0                  the same        out' = F in'
 *
 * Where the arrays are constant, the plan is known to be one of constants, and no other plan
 * without a shadow is executed: `array` stops the program. `place` is `array` in rules, where both
 * are asked.
 *
 * X_plain is what calls of X become in the end; X_augmented, X_reverse, X_forward are its rule, and
 * what ends in _again what further lanes do. Nothing is kept but which transform it was: it is
 * linear.
 *===-------------------------------------------------------------------------------===*/
typedef long size;

#if defined SINGLE
#define number float
#define FFTW(FUNCTION) fftwf_##FUNCTION
#define RUNTIME(FUNCTION) enzyme_fftwf_##FUNCTION
#define BODY(FUNCTION) enzyme_body_fftwf_##FUNCTION
#elif defined LONG
#define number long double
#define FFTW(FUNCTION) fftwl_##FUNCTION
#define RUNTIME(FUNCTION) enzyme_fftwl_##FUNCTION
#define BODY(FUNCTION) enzyme_body_fftwl_##FUNCTION
#else
#define number double
#define FFTW(FUNCTION) fftw_##FUNCTION
#define RUNTIME(FUNCTION) enzyme_fftw_##FUNCTION
#define BODY(FUNCTION) enzyme_body_fftw_##FUNCTION
#endif

#define SHADOW(SHADOW, MEMORY) ((SHADOW) == (MEMORY) ? 0 : (SHADOW))

#include "Steps.h"

#include "Functions.h"
