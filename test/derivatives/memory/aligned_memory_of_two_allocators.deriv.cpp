// Two pairs of functions that note alike where their blocks begin, one with malloc, one with operator new.
#include "check.h"
#include <new>

static void *ofMalloc(size_t size) {
  void *block = malloc(size + 32);
  if (!block)
    return nullptr;
  void *aligned = reinterpret_cast<void *>((reinterpret_cast<size_t>(block) & ~size_t(31)) + 32);
  static_cast<void **>(aligned)[-1] = block;
  return aligned;
}
static void dropOfMalloc(void *p) {
  if (p)
    free(static_cast<void **>(p)[-1]);
}
static void *ofNew(size_t size) {
  void *block = ::operator new(size + 64);
  void *aligned = reinterpret_cast<void *>((reinterpret_cast<size_t>(block) & ~size_t(63)) + 64);
  static_cast<void **>(aligned)[-1] = block;
  return aligned;
}
static void dropOfNew(void *p) {
  if (p)
    ::operator delete(static_cast<void **>(p)[-1]);
}

double f(const double *x, int n) {
  double *a = static_cast<double *>(ofMalloc(n * sizeof(double))), *b = static_cast<double *>(ofNew(n * sizeof(double)));
  double sum = 0;
  for (int i = 0; i < n; i++) {
    a[i] = x[i] * x[i];
    b[i] = sin(a[i]);
  }
  for (int i = 0; i < n; i++)
    sum += a[i] * b[n - 1 - i];
  dropOfMalloc(a);
  dropOfNew(b);
  return sum;
}
CHECK_FUNCTION_N(f, 4, 1, -2, 3, 0.5);
