// Shadows that are a pair of functions: only what is not zero is emitted.
#include "words.h"
#include <cstdint>
template <class R, class... T> R __enzyme_fwddiff(void *, T...);
template <class R, class... T> R __enzyme_todense(T...);
static double sum = 0;
static long count = 0;
__attribute__((enzyme_sparse_accumulate)) static void emit(int64_t r, int64_t c, double v) { sum += v * (r + 1) * (c + 1); count++; }
__attribute__((always_inline)) static double unit(int64_t off, int64_t k) { return off / 8 == k ? 1.0 : 0.0; }
__attribute__((always_inline)) static void unit_st(double, int64_t, int64_t) {}
__attribute__((always_inline)) static double zero(int64_t, int64_t) { return 0; }
__attribute__((always_inline)) static void keep(double v, int64_t off, int64_t k) { if (v == 0.0) return; emit(off / 8, k, v); }
static void f(long n, const double *x, double *y) { for (long i = 0; i < n; i++) y[i] = x[i] * x[i]; }
__attribute__((noinline)) void jac(long n, const double *x, double *y) {
  for (long k = 0; k < n; k++)
    __enzyme_fwddiff<void>((void *)f, enzyme_const, n, enzyme_dup, x, __enzyme_todense<double *>((void *)unit, (void *)unit_st, k),
                           enzyme_dup, y, __enzyme_todense<double *>((void *)zero, (void *)keep, k));
}
//> double x[3] = {1, 2, 3}, y[3]; jac(3, x, y); sum, (double)count == 72, 3
