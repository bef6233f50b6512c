// Allocators of other shapes: a pool first, the size last; memory freed in a loop, by a callee.
// oracle: off, it counts its allocations
#include "words.h"
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
typedef struct { int made, freed; } Pool;
static Pool pool;
__attribute__((noinline)) void *take(Pool *from, size_t bytes) { from->made++; return malloc(bytes); }
__attribute__((noinline)) void give(Pool *to, void *p) { to->freed++; free(p); }
void *__enzyme_allocation_like_take[] = {(void *)take, (void *)1, "0,-1", (void *)give};
double f(double x, const int *n) {
  double sum = 0;
  for (int i = 0; i < n[0]; i++) {
    double *p = take(&pool, 2 * sizeof(double));
    p[n[1]] = x * i;
    p[n[2]] = x;
    sum += p[0] * p[0] * p[1] / x;
    give(&pool, p);
  }
  return sum;
}
__attribute__((noinline)) static void done(double *p) { give(&pool, p); }
double g(double x, const int *n) { double *p = take(&pool, 16); p[n[1]] = x * x; p[n[2]] = 1; double r = p[0] * p[0] * p[1]; done(p); return r; }
//> int n[3] = {4, 0, 1}; __enzyme_autodiff((void *)f, 2.0, enzyme_const, n), (double)pool.made, (double)pool.freed == 56, 8, 8
//> __enzyme_fwddiff((void *)f, 2.0, 1.0, enzyme_const, n), (double)pool.made, (double)pool.freed == 56, 16, 16
//> __enzyme_autodiff((void *)g, 2.0, enzyme_const, n), (double)pool.made, (double)pool.freed == 32, 18, 18
