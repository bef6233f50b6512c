// A mask that changes the sign of some numbers of a vector: xor, or, and with constants, as libraries
// of matrices write it.
#include "check.h"
typedef double pair __attribute__((vector_size(16)));
typedef long words __attribute__((vector_size(16)));
static pair changed(pair v, words mask) { return (pair)((words)v ^ mask); }
static const long sign = (long)(1ul << 63);
void f(const double *x, double *y) {
  pair a = {x[0], x[1]}, b = {x[2], x[3]};
  a = changed(a * b, (words){0, sign}) + changed(b, (words){sign, 0});
  b = (pair)((words)b & (words){-1, ~sign}) * a;
  pair c = (pair)((words)(a * a) | (words){sign, 0});
  y[0] = a[0] * a[1], y[1] = b[0], y[2] = b[1], y[3] = c[0] * c[1];
}
CHECK_VECTOR(f, 4, 4, 0.5, -1.5, 2, -0.75);
