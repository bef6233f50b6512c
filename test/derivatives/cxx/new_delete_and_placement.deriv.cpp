// new, new[], delete, delete[], aligned new and placement new.
#include "check.h"
#include <new>

struct Pair {
  double a, b;
};
struct alignas(64) Wide {
  double v[8];
};
double f(const double *x, int n) {
  double *array = new double[(size_t)n]();
  Pair *pair = new Pair{x[0], x[1]};
  Wide *wide = new Wide;
  alignas(Pair) unsigned char storage[sizeof(Pair)];
  Pair *placed = new (storage) Pair{pair->a * pair->b, x[1]};
  for (int i = 0; i < n; i++) {
    array[i] += x[i] * placed->a;
    wide->v[i] = array[i] * placed->b;
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += array[i] * wide->v[n - 1 - i];
  delete wide;
  delete pair;
  delete[] array;
  return sum;
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
