// Vectors of doubles that are looked at as vectors of integers and back: all of their numbers go
// with them, not the first alone.
// flags: -Wno-psabi
#include "check.h"
typedef double eight __attribute__((vector_size(64)));
typedef long eightWords __attribute__((vector_size(64)));
typedef double four __attribute__((vector_size(32)));
typedef long fourWords __attribute__((vector_size(32)));
NOINLINE static eightWords asWords(eight v) { return (eightWords)v; }
void f(const double *x, double *y) {
  eight v;
  memcpy(&v, x, sizeof v);
  eightWords words = asWords(v * v);
  fourWords low = __builtin_shufflevector(words, words, 3, 2, 1, 0),
            high = __builtin_shufflevector(words, words, 4, 7, 6, 5);
  four a = (four)low, b = (four)high;
  four product = a * b + (four)(high & 0x7fffffffffffffff);
  memcpy(y, &product, sizeof product);
}
CHECK_VECTOR(f, 8, 4, 0.5, -1.5, 2, -0.75, 1.25, -0.5, 1, 3);
