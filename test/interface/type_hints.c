// What lies behind a pointer, said by the program.
#include "words.h"
void __enzyme_double(void *, unsigned long);
void __enzyme_autodiff(void *, ...);
void cp(void *d, const void *s, long n) { __enzyme_double((void *)s, 16); memcpy(d, s, n); }
void all(void *d, const void *s, long n) { __enzyme_double((void *)s, -1); memcpy(d, s, n); }
//> double x[2] = {3, 4}, dx[2] = {0, 0}, y[2], dy[2] = {1, 2}; __enzyme_autodiff((void *)cp, y, dy, x, dx, 16L); dx[0], dx[1] == 1, 2
//> dy[0] = 3; dy[1] = 4; __enzyme_autodiff((void *)all, y, dy, x, dx, 16L); dx[0], dx[1] == 4, 6
