// The shadow of memory from an allocator of one's own comes from it too; both go back to its partner, with
// the arguments it wants, and are read until the reverse sweep is done.
// oracle: off, it counts its allocations
#include "words.h"
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
static int made = 0, freed = 0, tags = 0;
__attribute__((noinline)) void *my_alloc(int tag, size_t bytes) { made++; return malloc(bytes); }
__attribute__((noinline)) void my_free(void *p, int tag) { freed++; tags += tag; memset(p, 255, 16); free(p); }
void *__enzyme_allocation_like_my[4] = {(void *)my_alloc, (void *)1, (void *)"-1,0", (void *)my_free};
double f(double x, const int *at) {
  double *p = my_alloc(7, 2 * sizeof(double));
  p[at[0]] = x;
  p[at[1]] = x * x;
  double r = p[0] * p[1] * p[at[2]];
  my_free(p, 7);
  return r;
}
//> int at[3] = {0, 1, 1}; double d = __enzyme_autodiff((void *)f, 3.0, enzyme_const, at); d, (double)made, (double)freed, (double)tags == 405, 2, 2, 14
//> d = __enzyme_fwddiff((void *)f, 3.0, 1.0, enzyme_const, at); d, (double)made, (double)freed, (double)tags == 405, 4, 4, 28
