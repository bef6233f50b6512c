// What the primal allocates, keeps to itself and never frees goes back to the partner after the reverse sweep,
// and its shadow.
#include "words.h"
double __enzyme_autodiff(void *, ...);
static int made = 0, freed = 0, tags = 0;
__attribute__((noinline)) void *my_alloc(int tag, size_t bytes) { made++; return malloc(bytes); }
__attribute__((noinline)) void my_free(void *p, int tag) { freed++; tags += tag; free(p); }
void *__enzyme_allocation_like_my[4] = {(void *)my_alloc, (void *)1, (void *)"-1,0", (void *)my_free};
double f(double x) { double *p = my_alloc(7, 2 * sizeof(double)); p[0] = x; p[1] = x * x; return p[0] * p[1]; }
double g(double x, const int *at) { double *p = my_alloc(7, 16); p[at[0]] = x; p[at[1]] = x * x; return p[0] * p[1] * p[at[2]]; }
double h(double x, const int *at) { double *p = malloc(16); p[at[0]] = x; p[at[1]] = x * x; return p[0] * p[1] * p[at[2]]; }
//> double d = __enzyme_autodiff((void *)f, 3.0); d, (double)(made - freed), (double)(tags - 7 * freed) == 27, 0, 0
//> int at[3] = {0, 1, 1}; made = freed = tags = 0; d = __enzyme_autodiff((void *)g, 3.0, enzyme_const, at); d, (double)made, (double)freed, (double)tags == 405, 2, 2, 14
//> __enzyme_autodiff((void *)h, 3.0, enzyme_const, at) == 405
