// A function that is not inlined returns an address which it computes of an integer, and of which nothing
// tells where it leads.
// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
#include <stdint.h>
double __enzyme_autodiff(void *, ...);

struct box {
  uintptr_t negative;
};
__attribute__((noinline)) static void put(struct box *b, double *p) { b->negative = -(uintptr_t)p; }
__attribute__((noinline)) static double *get(const struct box *b) { // expected-note {{while differentiating 'get'}}
  return (double *)-b->negative; // expected-error {{an address that is computed of integers}}
}
double throughNegatives(double x) {
  double own[2] = {0};
  struct box b;
  put(&b, own);
  *get(&b) += x * x;
  return own[0] * x;
}
double derivative(double x) { return __enzyme_autodiff((void *)throughNegatives, x); } // expected-note {{requested here}}
