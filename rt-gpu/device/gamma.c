/*===- gamma.c - the derivative of lgamma on graphics processors -----------===*/
#include "processor.h"

#define REAL double
#define DIGAMMA enzyme_rt_digamma
#define SHIFT 10
#define MATH(function) of_##function
#define NAN __builtin_nanf("")

static inline double of_tan(double x) { return processorTan(x); }
static inline double of_log(double x) { return processorLog(x); }
static inline double of_fabs(double x) { return __builtin_fabs(x); }
static inline double of_floor(double x) { return __builtin_floor(x); }
static inline double of_rint(double x) { return __builtin_rint(x); }

__attribute__((noinline)) double enzyme_rt_digamma(double x);
#include "../../runtime/digamma.h"

float enzyme_rt_digammaf(float x) { return (float)enzyme_rt_digamma(x); }
