// An eight-byte memcpy through void pointers, which optimisers turn into an integer load and store.
#include "check.h"

NOINLINE static void copy(void *to, const void *from, size_t bytes) { memcpy(to, from, bytes); }
void f(const double *x, double *y) {
  memcpy(y, x, 8);
  copy(y + 1, x + 1, 8);
  y[0] *= y[1];
}

CHECK_VECTOR(f, 2, 2, 3, 4);
