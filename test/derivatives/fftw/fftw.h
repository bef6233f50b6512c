//===- fftw.h - FFTW in one type of numbers, and arrays for its transforms -----------------===//
#ifndef ENZYME_TEST_FFTW_H
#define ENZYME_TEST_FFTW_H
#ifdef SINGLE
#define F(NAME) fftwf_##NAME
#define CHECK_REAL float
#define CHECK_TOLERANCE 2e-2
#define CHECK_EXACTNESS 2e-4
#define CHECK_STEP 0.05
#elif defined LONG
#define F(NAME) fftwl_##NAME
#define CHECK_REAL long double
#else
#define F(NAME) fftw_##NAME
#endif
#define CHECK_ROUNDED // a plan of FFTW's choice for adjoints
#include "check.h"
#include <fftw3.h>

typedef F(complex) complexes;
typedef F(plan) plan;
#define FOR(I, END) for (int I = 0; I < (END); I++)

/// Each program takes what it transforms from the numbers x, and adds what it finds, with other weights
/// each time, to the results y.
enum { numbers = 12, results = 4 };
#define NUMBERS 0.4, -0.5, 2.0, 0.9, 1.25, -2.5, 0.3, 0.7, -0.9, 1.6, 0.8, -1.1

static inline void begin(real *y) { FOR(i, results) y[i] = 0; }

static inline void fill(real *to, int count, const real *x) {
  FOR(i, count) to[i] = x[i % numbers] * (real)(i % 5 + 1) / 4 + x[(i * 5 + 1) % numbers] * x[i % 3] / 8;
}

static inline void put(real *y, const real *from, int count, int which) {
  FOR(i, count) {
    real weight = (real)((i * 7 + which * 3) % 5 + 1) / 8;
    y[(i + which) % results] += from[i] * weight + from[i] * from[(i + 1) % count] * weight / 16;
  }
}
#endif
