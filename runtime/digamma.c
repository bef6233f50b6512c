/*===- digamma.c - digamma for double and float ----------------------------===*/
#include "enzyme/runtime.h"
#include <math.h>

#define REAL double
#define DIGAMMA enzyme_rt_digamma
#define MATH(function) function
#define SHIFT 10
#include "digamma.h"

float enzyme_rt_digammaf(float x) { return (float)enzyme_rt_digamma(x); }
